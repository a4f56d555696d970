#!/bin/sh
# Renders the strips in Examples/gallery and writes the README's table of transitions anew.
set -eu
. "$(dirname "$0")/set-up.sh"
cd "$examples/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for name in $("$dotransition" -l); do
  filter=$(echo "$name" | sed 's/^CI//; s/Transition$//' | tr '[:upper:]' '[:lower:]')
  # Lengths are in pixels; here some are chosen for pictures that are seen very small.
  source=Examples/day.svg
  case $filter in
    accordionfold) # It unfolds what the target has more height than the source.
      "$dotransition" --transitionfilter dissolve -s Examples/day.svg -d Examples/night.svg \
        --size 1280x300 --fit cover --time 0 --output "$scratch/low.png"
      source=$scratch/low.png
      set -- --size 1280x720 --fit none --numberoffolds 4 --foldshadowamount 0.4
      ;;
    barsswipe) set -- --width 90 --baroffset 40 ;;
    copymachine) set -- --width 300 --opacity 2 ;;
    disintegratewithmask) set -- --shadowoffset 0,-30 --shadowradius 24 ;;
    flash) set -- --fadethreshold 0.5 ;;
    maskwipe) set -- --maskimage heart --softness 0.05 ;;
    mod) set -- --radius 300 --compression 600 ;;
    pagecurl | pagecurlwithshadow) set -- --angle 2.6 --radius 120 ;;
    ripple) set -- --width 250 --scale 120 ;;
    *) set -- ;;
  esac
  "$dotransition" --transitionfilter "$name" -s "$source" -d Examples/night.svg "$@" \
    -c 5 --endpoints none --columns 5 --background '#ffffff' --quality 60 \
    --contact-sheet "Examples/gallery/$filter.webp"
done

"$dotransition" --generate gallery >"$scratch/table"
awk -v table="$scratch/table" '
  /^<!-- gallery ends/ { skip = 0 }
  !skip { print }
  /^<!-- gallery begins/ { skip = 1; while ((getline line < table) > 0) print line }
' README.md >"$scratch/README.md"
cat "$scratch/README.md" >README.md
