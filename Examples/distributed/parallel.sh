#!/bin/sh
# Renders a sequence, or a film in parts, with GNU parallel: on this machine, or on several over ssh.
#
# usage: parallel.sh HOSTS SHARDS OPTION...
#   parallel.sh : 8 --transition pagecurl -s day.png -d night.png \
#     --output frames/turn_%04d.png -c 240
#   parallel.sh 4/node1,8/node2 48 OPTION...      4 shards at once on node1, 8 on node2
#   parallel.sh 4/node1,8/node2 24 @trip.list -o trip.mp4 --parts trip.parts
#                                                 a film: its parts, which this machine joins
#
# ":" is this machine. The others share the current folder under the same path. The same command
# again makes what is not there. The status is the number of shards that failed. DOTRANSITION names
# the tool if it is not in PATH. The shards of a host that does not answer move to another when ssh
# notices: set ServerAliveInterval and ServerAliveCountMax in ~/.ssh/config.
set -eu
if [ $# -lt 3 ]; then
  echo "usage: parallel.sh HOSTS SHARDS OPTION..." >&2
  exit 64
fi
hosts=$1
shards=$2
shift 2
# --quote keeps blanks and parentheses in OPTION... from the shells of the hosts.
seq "$shards" | parallel --quote --sshlogin "$hosts" --workdir "$PWD" --retries 3 \
  "${DOTRANSITION:-dotransition}" "$@" --jobs 1 --shard "{}/$shards" --skip-existing
case " $* " in
  *' --parts'[\ =]*) exec "${DOTRANSITION:-dotransition}" "$@" ;;
esac
