#!/bin/sh
# A film, film.mp4: a page turns, slow at both ends.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" film

"$dotransition" --transition pagecurl -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 1280x720 --radius 17% --duration 2s --hold 0.5s --easing ease-in-out \
  --output "$out/film.mp4"
made film.mp4 "a page turns"
