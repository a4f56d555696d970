#!/bin/sh
# A slideshow, slideshow.mp4: four pictures stand for two seconds each, with three transitions
# between them.
set -eu
. "$(dirname "$0")/set-up.sh"
needs ffmpeg
goes_to "${1:-}" slideshow

# Two more pictures: the day in other colors.
sed 's/#1f7fdc/#3d2a73/; s/#55b3f0/#b5487d/; s/#b5e3f4/#f6915c/; s/#ffe9bf/#ffd28a/
  s/#d8f1ee/#ffcf94/; s/#4dbbe2/#c4607f/; s/#1f8ccc/#4a3478/' "$examples/day.svg" >"$out/evening.svg"
sed 's/#8ccf7c/#e6eef5/; s/#5fb573/#c9d9e8/; s/#b9dd5a/#f7fafc/; s/#74bd4b/#dbe6f0/
  s/#a5d64d/#fdfeff/; s/#5fae45/#dde8f2/; s/#6cbb48/#f2f6fa/; s/#2f8a45/#cbd9e6/' \
  "$examples/day.svg" >"$out/winter.svg"

"$dotransition" "$examples/day.svg" "$out/evening.svg" "$examples/night.svg" "$out/winter.svg" \
  --transition dissolve --transition pagecurlwithshadow --transition flash \
  --hold 2s --duration 1s --easing ease-in-out --angle 150deg --radius 17% \
  --size 1280x720 --fit cover -q --output "$out/slideshow.mp4"
made slideshow.mp4 "a film of 11 seconds"
