#!/bin/sh
# Two clips joined, clips.mp4, and a film of a title, both clips and a photograph, with music: trip.mp4.
# The clips are made here; in your film they are those of a camera.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" clips

for clip in "day 25 330" "night 30 440"; do
  set -- $clip
  ffmpeg -y -v error -f lavfi -i "sine=$3:duration=4" "$out/$1.wav"
  "$dotransition" "$examples/$1.svg" --pan-zoom auto --hold 4s --size 640x360 --fps "$2" \
    --music "$out/$1.wav" -q --output "$out/$1.mp4"
done

"$dotransition" "$out/day.mp4" "$out/night.mp4" --duration 1s --output "$out/clips.mp4"
made clips.mp4 "two clips, whose last and first second overlap"

cat >"$out/title.svg" <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
  <rect width="640" height="360" fill="#203040"/>
  <text x="320" y="195" font-size="48" font-family="sans-serif" fill="white"
    text-anchor="middle">A day</text>
</svg>
END
cat >"$out/trip.list" <<END
--size 640x360 --fps 25 --duration 1s --hold 2s
title.svg
day.mp4      --from 0.5s --to 0:03
"$examples/night.svg"  --pan-zoom in
night.mp4    --transition pagecurl --angle 150deg
black        --hold 1s
END
ffmpeg -y -v error -f lavfi -i sine=220:duration=5 -f lavfi -i sine=277.2:duration=5 \
  -filter_complex amix "$out/tones.wav"
"$dotransition" "@$out/trip.list" --music "$out/tones.wav" -q --output "$out/trip.mp4"
made trip.mp4 "a title, clips and a photograph, with music"
