#!/bin/sh
# Carries out the last stage of Containerfile in a bare Debian, without a container engine, and makes a
# film by its entry point, as its user, with no shell in between. The program comes from this machine,
# by the command of the first stage. Takes a minute, and one more unless that Debian is kept. Ends with
# 77 where there is no debootstrap.
set -eu
cd "$(dirname "$0")/.."
. Tests/roots.sh

# The instructions, each on one line, without comments.
sed -e '/^#/d' Containerfile | sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' | sed '/^$/d' >"$scratch/steps"
# Of the first stage, what it makes; of the last, all.
stage=$(sed -n 's/.* DESTDIR=\([^ ]*\).*/\1/p' "$scratch/steps")
installed=$(grep -o 'make install [^&]*' "$scratch/steps" | sed "s,$stage,$scratch$stage,")
quietly make all
# shellcheck disable=SC2086 # A command line.
quietly $installed
awk '/^FROM / { last = NR } { line[NR] = $0 } END { for (n = last; n <= NR; n++) print line[n] }' \
  "$scratch/steps" >"$scratch/last"

user=root
work=/
entry=
words() { printf %s "$1" | tr -d '[]"' | sed 's/, */ /g'; } # the words of an exec form
while read -r step rest <&3; do
  case $step in
    FROM)
      suite=${rest##*:}
      make_root "${suite%-slim}"
      ;;
    RUN) quietly enter /bin/sh -c "$rest" ;;
    COPY)
      # --from=build FILES TARGET
      from=$(echo "$rest" | cut -d ' ' -f 2)
      to=$root$(echo "$rest" | cut -d ' ' -f 3)
      [ "${rest%% *}" = --from=build ] || fail "a COPY that is not from the build: $rest"
      mkdir -p "$to"
      cp -R "$scratch$from/." "$to"
      ;;
    WORKDIR) work=$rest && mkdir -p "$root$rest" ;;
    USER) user=$rest ;;
    VOLUME) volume=$rest ;;
    ENTRYPOINT) entry=$(words "$rest") ;;
    CMD) command=$(words "$rest") ;;
    *) fail "cannot carry out: $step" ;;
  esac
done 3<"$scratch/last"

[ "$user" != root ] || fail "the entry point is root's"
[ "$volume" = "$work" ] || fail "the folder for pictures is $work, the volume $volume"
[ -z "$(ls "$root/var/lib/apt/lists")" ] || fail "apt's lists stay"
cp Examples/day.svg Examples/night.svg "$root$work"
# Without shells: the entry point is a program, and so is all that it starts.
find "$root/usr/bin" \( -name sh -o -name dash -o -name bash \) -delete
run() { # ARGUMENTS
  # shellcheck disable=SC2086 # The words of the entry point.
  enter "--userspec=$user" /usr/bin/env -C "$work" $entry "$@"
}
# shellcheck disable=SC2086
run $command | grep -q '^Usage: dotransition' || fail "without arguments no help"
run day.svg night.svg -c 9 --size 320x200 -o film.mp4 || fail "no film"
[ "$(stat -c %u "$root$work/film.mp4")" -ne 0 ] || fail "the film is root's"
frames=$(enter "--userspec=$user" ffprobe -v error -count_frames -show_entries stream=nb_read_frames \
  -of csv=p=0 "$work/film.mp4")
[ "$frames" = 9 ] || fail "a film of $frames frames instead of 9"
echo "the container's last stage makes a film"
