#!/bin/sh
# Renders a sequence as a job array on a real Slurm, with Examples/distributed/slurm.sbatch. The
# cluster is two nodes on this machine; it needs no root, and ends with the test.
#
# usage: slurm-test.sh              all shards, some again, one twice at once, one that fails
#        slurm-test.sh --node-loss  a node is lost in mid-run
set -eu
. "$(dirname "$0")/set-up.sh"
PATH=$PATH:/usr/sbin
needs munged slurmctld slurmd sbatch
case $# in 0) part=short ;; *) part=$1 ;; esac
case $part in
  short | --node-loss) ;;
  *)
    sed -n '5,6s/^# //p' "$0" >&2
    exit 64
    ;;
esac

# Starts a daemon of the cluster in a folder of its own, by which its processes are found.
start() {
  mkdir -p "$1"
  (cd "$1" && shift && exec "$@") >"$1.log" 2>&1 &
}

start_cluster() {
  user=$(id -un)
  # Below the ports that the system gives out, and not the same for two tests at once.
  port=$((20000 + $$ % 4000 * 3))
  export SLURM_CONF="$scratch/slurm.conf"
  # Nodes that do not answer for 4 s are lost; a task of theirs begins anew when its credential
  # has expired, for which 5 s is the least. Nodes have one processor, whatever the machine has.
  cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$(uname -n | cut -d. -f1)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthInfo=socket=$scratch/munge.socket,cred_expire=5
StateSaveLocation=$scratch/slurmctld
SlurmdSpoolDir=$scratch/%n
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/%n.pid
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
SlurmdTimeout=4
MessageTimeout=2
BatchStartTimeout=4
KillWait=2
NodeName=n1 NodeHostname=n1 NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=n2 NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=render Nodes=n1,n2 Default=YES
END
  (umask 077 && head -c 1024 /dev/urandom >munge.key)
  # munged wants everybody to be able to reach its socket.
  chmod 711 "$scratch"
  start munged munged --foreground --socket="$scratch/munge.socket" \
    --key-file="$scratch/munge.key" --pid-file="$scratch/munged.pid" \
    --seed-file="$scratch/munge.seed" --log-file="$scratch/munge.log"
  wait_for 10 test -S munge.socket || fail "no munged: $(tail -n 3 munged.log)"
  start slurmctld slurmctld -D
  start n1 slurmd -D -N n1
  start n2 slurmd -D -N n2
  wait_for 20 is_up || fail "no cluster: $(tail -n 3 slurmctld.log n1.log n2.log)"
}

is_up() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq 2 ]; }
is_idle() { queue=$(squeue -h 2>/dev/null) && [ -z "$queue" ]; }

# The processes of a node: its daemon and the steps that this began, which work in its folder, and
# their tasks, which do not. With '*' all daemons and steps.
processes() {
  {
    find /proc -maxdepth 2 -name cwd -lname "$scratch/$1"
    grep -lzx "SLURM_CONF=$scratch/slurm.conf" /proc/[0-9]*/environ |
      xargs -r grep -lzx "SLURMD_NODENAME=$1"
  } 2>/dev/null | cut -d/ -f3
}

# Steps and tasks outlive their daemons, and whoever interrupts this test may have stopped those
# already. So all are killed, and again if one began another meanwhile.
clean_up() {
  wait_for 10 are_gone || echo "these go on: $found" >&2
  wait
}

are_gone() {
  found=$(processes '*' && processes n1 && processes n2)
  [ -n "$found" ] || return 0
  # shellcheck disable=SC2086 # A list of numbers.
  kill -KILL $found 2>/dev/null || :
  return 1
}

# Submits tasks of the sequence and prints the job's number: INDEXES SHARDS OPTION...
submit() {
  indexes=$1
  shift
  sequence sbatch --parsable --array="$indexes" --output="task-%A-%a.out" \
    "$examples/slurm.sbatch" "$@"
}

finish() {
  wait_for 60 is_idle || fail "the queue does not end: $(squeue)"
}

# A fact of a task, as Slurm tells it: JOB INDEX NAME
fact() { scontrol show job -o "$1_$2" | tr ' ' '\n' | sed -n "s/^$3=//p"; }

# Fails unless a task has ended so: JOB INDEX STATE STATUS
ended() {
  state="$(fact "$1" "$2" JobState) $(fact "$1" "$2" ExitCode)"
  [ "$state" = "$3 $4:0" ] || fail "task $2 is $state: $(cat "task-$1-$2.out")"
}

short_part() {
  job=$(submit 1-4 4 -o whole)
  finish
  for task in 1 2 3 4; do ended "$job" $task COMPLETED 0; done
  nodes=$(for task in 1 2 3 4; do fact "$job" $task BatchHost; done | sort -u | tr '\n' ' ')
  [ "$nodes" = "n1 n2 " ] || fail "tasks ran on $nodes only"
  same whole
  echo "ok: 4 shards on 2 nodes make the frames of one run"

  rm whole/f006.png whole/f007.png whole/f008.png whole/f020.png
  missing=$(sequence "$DOTRANSITION" -o whole --missing) && fail "--missing sees no gap"
  [ "$missing" = 6-8,20 ] || fail "--missing prints $missing"
  touch before
  job=$(submit 2,4 4 -o whole)
  finish
  for task in 2 4; do ended "$job" $task COMPLETED 0; done
  made=$(find whole -name 'f*' -newer before | sort | tr '\n' ' ')
  [ "$made" = "whole/f006.png whole/f007.png whole/f008.png whole/f020.png " ] ||
    fail "shards 2 and 4 made $made"
  same whole
  echo "ok: shards 2 and 4 again make the 4 frames that were removed, and no other"

  job=$(submit 1 1 -o twice)
  other=$(submit 1 1 -o twice)
  finish
  ended "$job" 1 COMPLETED 0
  ended "$other" 1 COMPLETED 0
  [ "$(fact "$job" 1 BatchHost)" != "$(fact "$other" 1 BatchHost)" ] || fail "both on one node"
  same twice
  echo "ok: the same shard on both nodes at once makes the frames of one run"

  mkdir -p gap/f003.png
  job=$(submit 1-4 4 -o gap)
  finish
  ended "$job" 1 FAILED 74
  for task in 2 3 4; do ended "$job" $task COMPLETED 0; done
  rmdir gap/f003.png
  missing=$(sequence "$DOTRANSITION" -o gap --missing) && fail "--missing sees no gap"
  [ "$missing" = 3 ] || fail "--missing prints $missing"
  submit 1 1 -o gap --frames "$missing" >/dev/null
  finish
  same gap
  echo "ok: a frame that cannot be written fails its task alone; --missing names it"
}

node_loss() {
  job=$(submit 1-4 4 -o whole)
  # The second shard has begun and has the most of its work before it.
  wait_for 30 test -e "$(shard_frame 2)" || fail "shard 2 does not begin"
  node=$(fact "$job" 2 BatchHost)
  lost=$(processes "$node")
  # shellcheck disable=SC2086 # A list of numbers.
  kill -KILL $lost
  touch lost
  echo "killed: $node with task 2, after $(find whole -name 'f*.png' | wc -l) of $count frames"
  wait_for 60 has_restarted || fail "task 2 is not begun anew"
  echo "Slurm begins task 2 anew on $(fact "$job" 2 BatchHost)"
  finish
  for task in 1 2 3 4; do ended "$job" $task COMPLETED 0; done
  [ "$(fact "$job" 2 BatchHost)" != "$node" ] || fail "task 2 ran on the lost node"
  [ -z "$(find "$(shard_frame 2)" -newer lost)" ] || fail "a finished frame was made again"
  # A process that is killed can leave a hidden file.
  same whole '.*'
  echo "ok: a lost node costs the frames in work, and the others are those of one run"
}

# The first frame of a shard of 4.
shard_frame() { printf 'whole/f%03d.png' $((($1 - 1) * count / 4)); }
has_restarted() { [ "$(fact "$job" 2 Restarts)" = 1 ] && [ "$(fact "$job" 2 JobState)" = RUNNING ]; }

begin
case $part in
  short) count=24 ;;
  *)
    count=80
    size=2560x1440
    ;;
esac
sequence "$DOTRANSITION" -o expected
start_cluster
case $part in
  short) short_part ;;
  *) node_loss ;;
esac
