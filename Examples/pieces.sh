#!/bin/sh
# Pictures in pieces: bars, holes and clouds.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" pieces

"$dotransition" --transition barsswipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 90deg --width 11% --baroffset 8% \
  -o "$out" -b barsswipe -t png -c 12
"$dotransition" --transition mod -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --radius 33% --compression 83% \
  -o "$out" -b mod -t png -c 12
"$dotransition" --transition disintegratewithmask \
  -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --shadowoffset 0,-3% --shadowradius 3% \
  -o "$out" -b disintegratewithmask -t png -c 12
made barsswipe000.png "bars, to barsswipe011.png"
made mod000.png "holes, to mod011.png"
made disintegratewithmask000.png "clouds, to disintegratewithmask011.png"
