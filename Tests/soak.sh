#!/bin/sh
# Makes 5,000 small frames and 200 large ones, and fails unless memory and descriptors stay flat:
# the highest of both may not grow by more than a tenth (and 8 MB, or 4 descriptors, which threads
# that begin together explain) over those of 1,000 small frames and of 20 large ones. Then libvips'
# own check for leaks must be silent. Linux only; after a release build, or with DOTRANSITION set.
set -eu
cd "$(dirname "$0")/.."
tool=${DOTRANSITION:-$PWD/.build/release/dotransition}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  echo "FAILED: $1" >&2
  failed=1
}

# Makes frames of a size, and prints the highest memory in kB and number of descriptors.
measure() { # COUNT PICTURES EXTENSION
  rm -rf "$work/out"
  "$tool" --transitionfilter pagecurlwithshadow -s "$work/$2-a.png" -d "$work/$2-b.png" \
    -o "$work/out" -b f -t "$3" -c "$1" &
  process=$!
  descriptors=0
  memory=0
  # The kernel keeps the highest memory itself, until the process has ended.
  while now=$(awk '/^VmHWM/ { print $2 }' "/proc/$process/status") && [ -n "$now" ]; do
    memory=$now
    now=$(find "/proc/$process/fd" -type l | wc -l)
    [ "$now" -le $descriptors ] || descriptors=$now
    sleep 0.05
  done 2>/dev/null
  wait $process
  test "$(ls "$work/out" | wc -l)" -eq "$1"
  echo "$memory $descriptors"
}

# Compares few frames with many.
compare() { # FEW MANY PICTURES EXTENSION
  few=$(measure "$1" "$3" "$4")
  many=$(measure "$2" "$3" "$4")
  set -- "$@" $few $many
  echo "$3 $4: $1 frames: $5 kB, $6 descriptors; $2 frames: $7 kB, $8 descriptors"
  [ "$7" -le $(($5 * 11 / 10 + 8192)) ] || fail "memory grows with the number of $3 frames"
  [ "$8" -le $(($6 * 11 / 10 + 4)) ] || fail "descriptors grow with the number of $3 frames"
}

pictures() { # NAME WIDTH HEIGHT
  vips xyz "$work/xy.v" "$2" "$3"
  vips linear "$work/xy.v" "$work/noise.v" "37 91" "0 5"
  vips bandjoin "$work/noise.v $work/xy.v" "$work/four.v"
  vips extract_band "$work/four.v" "$work/three.v" 0 --n 3
  vips cast "$work/three.v" "$work/bytes.v" uchar --shift
  vips copy "$work/bytes.v" "$work/$1-a.png" --interpretation srgb
  vips flip "$work/$1-a.png" "$work/$1-b.png" horizontal
}

pictures small 64 48
pictures large 3000 2000
compare 1000 5000 small png
compare 1000 5000 small tiff
compare 20 200 large jpg

# libvips also says how much it has used, which is no leak.
VIPS_LEAK=1 "$tool" --transitionfilter pagecurlwithshadow -s "$work/small-a.png" \
  -d "$work/small-b.png" -o "$work/leak" -b f -t tiff -c 100 --contact-sheet "$work/leak.jpg" \
  2>"$work/report" || fail "VIPS_LEAK=1: status $?"
grep -q "memory: high-water mark" "$work/report" || fail "libvips has not looked for leaks"
if grep -v -e "memory: high-water mark" -e "vips_threadset_free: peak" "$work/report" >&2; then
  fail "libvips reports leaks"
fi
[ $failed -eq 0 ] && echo "memory and descriptors are flat, and nothing leaks"
exit $failed
