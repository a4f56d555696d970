#!/bin/sh
# A sign that appears over nothing, with alpha, to lay over a film: sign.mov for editing programs
# and sign.webm for web pages.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" alpha

svg='<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">'
echo "$svg</svg>" >"$out/nothing.svg"
echo "$svg<circle cx='320' cy='180' r='130' fill='#d33' stroke='#fff' stroke-width='16'/>
  <path d='M270 110L420 180L270 250Z' fill='#fff'/></svg>" >"$out/sign.svg"

for type in mov webm; do
  "$dotransition" --transition swipe -s "$out/nothing.svg" -d "$out/sign.svg" \
    --width 30% --duration 1s --hold 0.5s --output "$out/sign.$type"
done
made sign.mov "ProRes 4444 with alpha"
made sign.webm "VP9 with alpha"
