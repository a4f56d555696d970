#!/bin/sh
# A run in two parts: first every other frame, then those that are not there yet.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" resume

set -- --transition mod -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover -o "$out" -b frame -t png -c 12
"$dotransition" "$@" --frames 0-11x2 --skip-existing
echo "Still missing: $("$dotransition" "$@" --missing)"
"$dotransition" "$@" --skip-existing
made frame000.png "and so on to frame011.png"
