#!/bin/sh
# Two transitions through three pictures: day, night and day again, without a frame twice.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" chain

"$dotransition" --transitionfilter swipe -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover -o "$out" -b day -t png -c 10 --endpoints start
"$dotransition" --transitionfilter ripple -s "$examples/night.svg" -d "$examples/day.svg" \
  --size 640x360 --fit cover -o "$out" -b day -t png -c 10 --start-number 10
