#!/bin/sh
# Waves: a ripple from the boat, and a golden edge that sweeps across.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" waves

"$dotransition" --transition ripple -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --center 33%,36% --width 33% --scale 17% \
  -o "$out" -b ripple -t png -c 12
"$dotransition" --transition swipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 30deg --width 44% --color 1,0.8,0.3,1 --opacity 0.6 \
  -o "$out" -b swipe -t png -c 12
made ripple000.png "a ripple, to ripple011.png"
made swipe000.png "a golden edge, to swipe011.png"
