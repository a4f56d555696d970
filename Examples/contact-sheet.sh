#!/bin/sh
# Twelve frames on one picture, sheet.jpg, to see how a transition runs.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" contact-sheet

"$dotransition" --transition barsswipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --angle 2rad -c 12 --columns 4 --contact-sheet "$out/sheet.jpg"
made sheet.jpg "twelve frames"
