#!/bin/sh
# Transitions of light: a copier's lamp and a flash.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" light

"$dotransition" --transitionfilter copymachine -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --width 120 --color 1,0.9,0.6,1 \
  -o "$out" -b copymachine -t png -c 12
"$dotransition" --transitionfilter flash -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --center 220,245 --fadethreshold 0.6 \
  -o "$out" -b flash -t png -c 12
