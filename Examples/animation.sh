#!/bin/sh
# Animations for web pages, animation.webp and animation.gif: from day to night and back, forever.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" animation

for type in webp gif; do
  "$dotransition" "$examples/day.svg" "$examples/night.svg" --loop --transition swipe \
    --angle 30deg --width 40% --size 320x180 --fit cover \
    --duration 1s --hold 0.5s --fps 20 --output "$out/animation.$type"
  made "animation.$type" "an animation that repeats"
done
