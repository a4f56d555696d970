#!/bin/sh
# Makes streams, films and animations of many small pictures while threads are held up by chance, and
# fails if a run hangs or differs from one that is not held up. The argument is how often, in all.
# Linux only; after a release build, or with DOTRANSITION set.
set -eu
cd "$(dirname "$0")/.."
tool=${DOTRANSITION:-$PWD/.build/release/dotransition}
times=${1:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -O1 -shared -fPIC -o "$work/delays.so" Tests/Faults/delays.c -ldl
mkdir "$work/pictures"
for i in $(seq 100 299); do
  printf 'P6 16 16 255\n' >"$work/pictures/$i.ppm"
  head -c 768 /dev/zero | tr '\0' "\\$(printf %o $((i - 60)))" >>"$work/pictures/$i.ppm"
done

show() { # NUMBER OF PICTURES, OPTIONS
  pictures=$(find "$work/pictures" -name '*.ppm' | sort | head -n "$1")
  shift
  # shellcheck disable=SC2086 # A list of names without blanks.
  timeout 60 "$tool" $pictures --transitionfilter dissolve -q "$@"
}

stream() { show 200 -c 2 --jobs 8 --output - --pixel-format rgb24; }
backward() { show 60 -c 4 --hold 3 --loop --reverse --jobs 5 --output - --pixel-format rgb24; }
# A sequence of 200 frames among pictures that move.
moving() {
  show 40 "$work/pictures/%d.ppm" -c 4 --hold 3 --pan-zoom auto --loop --jobs 8 --output - \
    --pixel-format rgb24
}
animation() { show 60 -c 3 --jobs 8 --output "$work/turn.gif" && cat "$work/turn.gif"; }
film() { show 60 -c 3 --jobs 8 --output "$work/film.mkv" && cat "$work/film.mkv"; }
# Clips with sound, and music under them.
sounding() {
  timeout 60 "$tool" "$work/clip.mp4" "$work/clip.mp4" "$work/pictures/100.ppm" "$work/clip.mp4" \
    --size 64x48 --count 4 --hold 5 --loop --jobs 8 --music "$work/clip.mp4" -q \
    --output "$work/sounding.mp4" && cat "$work/sounding.mp4"
}
files() { show 60 -c 3 --jobs 8 -o "$work/frames" -b f -t ppm && cat "$work"/frames/*; }

kinds='stream stream stream backward moving animation files'
if command -v ffmpeg >/dev/null 2>&1; then
  ffmpeg -v error -f lavfi -i testsrc=s=64x48:r=30:d=0.7 -f lavfi -i sine=440:d=0.7 \
    "$work/clip.mp4"
  kinds="$kinds film sounding"
fi
for kind in $(printf '%s\n' $kinds | sort -u); do $kind >"$work/$kind"; done

failed=0
run=0
while [ "$run" -lt "$times" ]; do
  for kind in $kinds; do
    run=$((run + 1))
    [ "$run" -le "$times" ] || break
    # Long delays of few threads, and short ones of many.
    for delays in "$run,0.02,20000" "$run,0.3,500"; do
      status=0
      (export DELAYS="$delays" LD_PRELOAD="$work/delays.so" && $kind) >"$work/held" || status=$?
      if [ $status -ne 0 ] || ! cmp -s "$work/held" "$work/$kind"; then
        failed=$((failed + 1))
        echo "FAILED: $kind, DELAYS=$delays: status $status (124: it hangs)" >&2
      fi
    done
  done
done
echo "$times times, each with two kinds of delays; $failed failed"
[ "$failed" -eq 0 ]
