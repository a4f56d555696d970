#!/bin/sh
# A film, film.mp4: a page turns, slow at both ends.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" film

"$dotransition" --transitionfilter pagecurl -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --radius 60 -c 60 --easing ease-in-out --output - |
  ffmpeg -y -v error -i - -pix_fmt yuv420p "$out/film.mp4"
