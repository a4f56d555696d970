#!/bin/sh
# Waves: a ripple from the boat, and a golden edge that sweeps across.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" waves

"$dotransition" --transitionfilter ripple -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --center 210,130 --width 120 --scale 60 \
  -o "$out" -b ripple -t png -c 12
"$dotransition" --transitionfilter swipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 0.5 --width 160 --color 1,0.8,0.3,1 --opacity 0.6 \
  -o "$out" -b swipe -t png -c 12
