#!/bin/sh
# Pages that turn: a plain one, and one with a shadow and with the night on its back.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" pages

"$dotransition" --transition pagecurl -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 150deg --radius 17% \
  -o "$out" -b pagecurl -t png -c 12
"$dotransition" --transition pagecurlwithshadow \
  -s "$examples/day.svg" -d "$examples/night.svg" \
  --size 640x360 --fit cover --angle 150deg --radius 17% --backsideimage "$examples/night.svg" \
  -o "$out" -b pagecurlwithshadow -t png -c 12
made pagecurl000.png "a page, to pagecurl011.png"
made pagecurlwithshadow000.png "a page with a shadow, to pagecurlwithshadow011.png"
