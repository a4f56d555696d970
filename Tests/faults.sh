#!/bin/sh
# Makes sequences while the system refuses to write, to close and to rename files, by chance, and
# fails unless each run ends with the right status and one line, without a wrong or unfinished file,
# and can be completed. The argument is how often, for each type of file. Linux only; after a
# release build, or with DOTRANSITION set.
set -eu
cd "$(dirname "$0")/.."
tool=${DOTRANSITION:-$PWD/.build/release/dotransition}
times=${1:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -O1 -shared -fPIC -o "$work/refusals.so" Tests/Faults/refusals.c -ldl
vips gaussnoise "$work/grey.v" 96 64 --mean 128 --sigma 60
vips cast "$work/grey.v" "$work/a.png" uchar
vips invert "$work/a.png" "$work/b.png"
runs=0
refused=0
failed=0

fail() {
  echo "FAILED: $type, FAULTS=$seed,$odds: $1" >&2
  failed=1
}

make_frames() { # DIRECTORY
  "$tool" --transitionfilter swipe -s "$work/a.png" -d "$work/b.png" -c 12 --jobs 4 \
    -o "$1" -b f -t "$type" --skip-existing -q
}

for type in png tiff jpg webp ppm gif jp2 jxl heic; do
  rm -rf "$work/whole"
  make_frames "$work/whole" 2>"$work/errors" || continue # this libvips does not write the type
  for seed in $(seq "$times"); do
    # write, short, interrupt, close, rename
    for odds in 0.3,0,0,0,0 0.02,0.3,0.3,0,0 0.1,0.2,0.2,0.1,0.1 0,0,0,0.3,0 0,0.4,0.5,0,0; do
      out=$work/out
      rm -rf "$out"
      status=0
      FAULTS=$seed,$odds FAULTS_BELOW=$out LD_PRELOAD=$work/refusals.so \
        make_frames "$out" 2>"$work/errors" || status=$?
      runs=$((runs + 1))
      case $status in
        0) [ ! -s "$work/errors" ] || fail "$(cat "$work/errors")" ;;
        73 | 74 | 75)
          refused=$((refused + 1))
          [ "$(wc -l <"$work/errors")" -eq 1 ] || fail "more than one line: $(cat "$work/errors")"
          ;;
        *) fail "status $status: $(cat "$work/errors")" ;;
      esac
      for file in "$out"/f*; do
        [ ! -e "$file" ] || cmp "$file" "$work/whole/${file##*/}" || fail "a wrong frame"
      done
      [ -z "$(find "$out" -name '.dotransition-*')" ] || fail "an unfinished file stays"
      make_frames "$out" || fail "cannot be completed"
      diff -r -x '.f*' "$work/whole" "$out" || fail "is completed to something else"
    done
  done
done
echo "$runs runs, of which $refused were refused something"
exit $failed
