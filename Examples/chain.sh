#!/bin/sh
# Two transitions through three pictures as one sequence: day, night and day again.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" chain

"$dotransition" "$examples/day.svg" "$examples/night.svg" "$examples/day.svg" \
  --transition swipe --transition ripple --width 35% --scale 14% \
  --size 640x360 --fit cover -o "$out" -b chain -t png -c 10
made chain000.png "and so on to chain018.png"
