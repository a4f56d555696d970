#!/bin/sh
# grain.sh A B: how far the blurs of shipped shaders between two pictures are from what 128 samples of the
# pictures themselves show, at 720p, as the root of the mean square in codes. Needs ImageMagick.
set -eu
tool=${DOTRANSITION:-$(dirname "$0")/../../.build-static/release/dotransition}
shaders=$(dirname "$0")/../../Sources/GLTransitions/Shaders
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
frame() { "$tool" "$a" "$b" --size 1280x720 --transition "$1" --time "$2" -q -o "$scratch/$3.png"; }
a=$1 b=$2

for name in blur radialblur spin whip crosszoom push; do
  sed 's/SAMPLES = [0-9]*/SAMPLES = 128/; s/, level)/, 0.0)/g; s/abs(move.y) < 1e-5/false/' "$shaders/$name.glsl" >"$scratch/$name.glsl"
  printf '%s' "$name"
  for time in 0.1 0.25 0.5 0.75 0.9; do
    frame "$scratch/$name.glsl" "$time" exact
    frame "$shaders/$name.glsl" "$time" made
    compare -metric RMSE "$scratch/exact.png" "$scratch/made.png" null: 2>&1 |
      awk -F '[()]' '{ printf "  %.1f", $2 * 255 }'
  done
  echo
done
