#!/bin/sh
# An animation for web pages, animation.gif: the day fades to the night and back, for ever.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" animation

for way in "--endpoints start" "--endpoints end --reverse"; do
  # The way there ends before the night, with which the way back begins.
  "$dotransition" --transitionfilter dissolve -s "$examples/day.svg" -d "$examples/night.svg" \
    --size 320x180 --fit cover -c 20 $way --output - --pixel-format rgb24
done |
  ffmpeg -y -v error -f rawvideo -pixel_format rgb24 -video_size 320x180 -framerate 20 -i - \
    -filter_complex 'split [a] [b]; [a] palettegen [p]; [b] [p] paletteuse' "$out/animation.gif"
