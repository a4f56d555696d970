#!/bin/sh
# grain.sh A B [SAMPLES]: how far the blurs of shipped shaders between two pictures are from what so many samples
# of the pictures themselves show (128), at 720p, as the root of the mean square in codes. Needs ImageMagick.
set -eu
tool=${DOTRANSITION:-$(dirname "$0")/../../.build-static/release/dotransition}
shaders=$(dirname "$0")/../../Sources/GLTransitions/Shaders
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
frame() { "$tool" "$a" "$b" --size 1280x720 --transition "$1" --time "$2" -q -o "$scratch/$3.png"; }
# The functions that sample a curve and a disk of the source or of the target.
exact() {
  cat <<END
vec4 exact$1(vec2 at) { return get$1Color(1.0 - abs(mod(at, 2.0) - 1.0)); }
vec4 exact$1Curve(vec2 a, vec2 b, vec2 c) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < $samples; i++) {
    float t = (float(i) + 0.5) / $samples.0;
    sum += exact$1(a + t * (2.0 * (b - a) + t * (a - 2.0 * b + c)));
  }
  return sum / $samples.0;
}
vec4 exact$1Disk(vec2 center, float radius) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < $samples; i++) {
    float n = float(i), r = radius * sqrt((n + 0.5) / $samples.0);
    sum += exact$1(center + r * vec2(720.0 / 1280.0 * cos(2.399963 * n), sin(2.399963 * n)));
  }
  return sum / $samples.0;
}
END
}
a=$1 b=$2 samples=${3:-128}

for name in blur radialblur spin whip whip:angle=20deg crosszoom push push:angle=20deg; do
  look=${name%%:*}
  sed 's/abs(move.y) < 1e-5/false/' "$shaders/$look.glsl" >"$scratch/text"
  { grep '^//' "$scratch/text" | head -9; exact From; exact To
    sed 's/get\(From\|To\)\(Curve\|Disk\)/exact\1\2/g' "$scratch/text"; } >"$scratch/$look.glsl"
  printf '%s' "$name"
  for time in 0.1 0.25 0.5 0.75 0.9; do
    frame "$scratch/$look.glsl${name#"$look"}" "$time" exact
    frame "$name" "$time" made
    compare -metric RMSE "$scratch/exact.png" "$scratch/made.png" null: 2>&1 |
      awk -F '[()]' '{ printf "  %.1f", $2 * 255 }'
  done
  echo
done
