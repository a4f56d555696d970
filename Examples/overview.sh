#!/bin/sh
# All transitions on one sheet, overview.jpg, one a row, in the order of "dotransition -l".
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" overview

# One sequence from day to night to day and so on. Each row begins with a picture as it is and
# shows five frames of the way to the next one.
set --
picture=day
last=-1
for name in $("$dotransition" -l); do
  set -- "$@" --transition "$name" "$examples/$picture.svg"
  case $picture in day) picture=night ;; *) picture=day ;; esac
  last=$((last + 6))
done
"$dotransition" "$@" "$examples/$picture.svg" --size 1280x720 --count 7 --frames "0-$last" \
  --columns 6 --contact-sheet "$out/overview.jpg"
made overview.jpg "a row for each of $("$dotransition" -l)"
