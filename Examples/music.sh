#!/bin/sh
# A film with music, music.mp4. The music is three tones here; in your film it is a file.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" music

"$dotransition" "$examples/day.svg" "$examples/night.svg" --loop \
  --transition dissolve --transition ripple --width 35% --scale 14% \
  --size 640x360 --fit cover --hold 2s --duration 1s --output "$out/film.mp4"

ffmpeg -y -v error -f lavfi -i sine=220:duration=30 -f lavfi -i sine=277.2:duration=30 \
  -f lavfi -i sine=329.6:duration=30 -filter_complex amix=3 "$out/tones.wav"

# The film's pictures stay as they are. The music ends with the film, after fading for a second.
seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$out/film.mp4")
fade=$(echo "$seconds" | awk '{ print $1 - 1 }')
ffmpeg -y -v error -i "$out/film.mp4" -i "$out/tones.wav" -map 0:v -map 1:a -c:v copy \
  -af "afade=out:st=$fade:d=1" -shortest "$out/music.mp4"
made music.mp4 "a film of $seconds seconds with music"
