#!/bin/sh
# Transitions of light: a copier's lamp and a flash.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" light

"$dotransition" --transition copymachine -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --width 33% --color 1,0.9,0.6,1 \
  -o "$out" -b copymachine -t png -c 12
"$dotransition" --transition flash -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --center 34%,68% --fadethreshold 0.6 \
  -o "$out" -b flash -t png -c 12
made copymachine000.png "a lamp, to copymachine011.png"
made flash000.png "a flash, to flash011.png"
