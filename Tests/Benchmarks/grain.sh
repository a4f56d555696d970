#!/bin/sh
# grain.sh A B: how far the blurs of shipped shaders between two pictures are from what 128 samples of the
# pictures themselves show, at 720p, as the root of the mean square in codes. Needs ImageMagick.
set -eu
tool=${DOTRANSITION:-$(dirname "$0")/../../.build-static/release/dotransition}
shaders=$(dirname "$0")/../../Sources/GLTransitions/Shaders
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
frame() { "$tool" "$a" "$b" --size 1280x720 --transition "$1" --time "$2" -q -o "$scratch/$3.png"; }
# The function that samples a curve of the source or of the target.
exact() {
  cat <<END
vec4 exact$1(vec2 a, vec2 b, vec2 c) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 128; i++) {
    float t = (float(i) + 0.5) / 128.0;
    sum += get$1Color(1.0 - abs(mod(a + t * (2.0 * (b - a) + t * (a - 2.0 * b + c)), 2.0) - 1.0));
  }
  return sum / 128.0;
}
END
}
a=$1 b=$2

for name in blur radialblur spin whip whip:angle=20deg crosszoom push push:angle=20deg; do
  look=${name%%:*}
  sed 's/SAMPLES = [0-9]*/SAMPLES = 128/; s/, level)/, 0.0)/g; s/abs(move.y) < 1e-5/false/' "$shaders/$look.glsl" >"$scratch/text"
  { grep '^//' "$scratch/text" | head -9; exact From; exact To
    sed 's/get\(From\|To\)Curve/exact\1/g' "$scratch/text"; } >"$scratch/$look.glsl"
  printf '%s' "$name"
  for time in 0.1 0.25 0.5 0.75 0.9; do
    frame "$scratch/$look.glsl${name#"$look"}" "$time" exact
    frame "$name" "$time" made
    compare -metric RMSE "$scratch/exact.png" "$scratch/made.png" null: 2>&1 |
      awk -F '[()]' '{ printf "  %.1f", $2 * 255 }'
  done
  echo
done
