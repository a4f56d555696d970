#!/bin/sh
# A film with music, music.mp4, as long as the music. That is three tones here; in your film it is a
# file.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" music

ffmpeg -y -v error -f lavfi -i sine=220:duration=8 -f lavfi -i sine=277.2:duration=8 \
  -f lavfi -i sine=329.6:duration=8 -filter_complex amix=3 "$out/tones.wav"

"$dotransition" "$examples/day.svg" "$examples/night.svg" --loop \
  --transition dissolve --transition ripple --width 35% --scale 14% \
  --size 640x360 --fit cover --duration 1s --music "$out/tones.wav" --length music -q \
  --output "$out/music.mp4"
made music.mp4 "a film as long as its music"
