#!/bin/sh
# Pictures in pieces: bars, holes and clouds.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" pieces

"$dotransition" --transitionfilter barsswipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 1.57 --width 40 --baroffset 30 \
  -o "$out" -b barsswipe -t png -c 12
"$dotransition" --transitionfilter mod -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --radius 120 --compression 300 \
  -o "$out" -b mod -t png -c 12
"$dotransition" --transitionfilter disintegratewithmask \
  -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --shadowoffset 0,-12 --shadowradius 10 \
  -o "$out" -b disintegratewithmask -t png -c 12
