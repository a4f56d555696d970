#!/bin/sh
# Renders the animations in Examples/gallery and writes the README's table of transitions.
set -eu
. "$(dirname "$0")/set-up.sh"
cd "$examples/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

shrink() {
  "$dotransition" --transition dissolve -s "Examples/$1.svg" -d "Examples/$1.svg" -q \
    --size "$2" --time 0 --output "$scratch/$3.png"
}
shrink day 320x180 day
shrink night 320x180 night
shrink day 320x72 strip

printf '| | transition |\n|---|---|\n' >"$scratch/table"
# Presets follow after an empty line.
"$dotransition" -l -v | awk '/^$/ { exit } 1' | while read -r name summary; do
  pictures="day night"
  # Lengths are shares of the frame, to look alike at any size.
  options=
  case $name in
    accordionfold)
      options="--fit none --background skyblue --numberoffolds 4 --foldshadowamount 0.4"
      pictures="strip night" # It unfolds a target that is higher.
      ;;
    barsswipe) options="--width 6% --baroffset 3%" ;;
    copymachine) options="--width 25%" ;;
    disintegratewithmask) options="--shadowoffset 0,-4% --shadowradius 3%" ;;
    flash) options="--fadethreshold 0.5" ;;
    maskwipe) options="--maskimage star" ;;
    mod) options="--radius 40% --compression 85%" ;;
    pagecurl) options="--angle 150deg --radius 17%" ;;
    pagecurlwithshadow)
      options="--angle 150deg --radius 17% --shadowsize 1"
      pictures="night day" # The shadow shows on a bright picture.
      ;;
    ripple) options="--width 35% --scale 14%" ;;
    swipe) options="--angle 30deg --width 40%" ;;
  esac
  options="--transition $name${options:+ $options}"
  # shellcheck disable=SC2016 # Backquotes are Markdown's.
  printf '| ![%s](Examples/gallery/%s.webp) | **%s**: %s<br>`%s` |\n' \
    "$name" "$name" "$name" "$summary" "$options" >>"$scratch/table"
  # shellcheck disable=SC2086 # The options are words.
  "$dotransition" $options -s "$scratch/${pictures% *}.png" -d "$scratch/${pictures#* }.png" \
    -c 24 --hold 8 --fps 20 --easing ease-in-out --quality 65 -q \
    --output "Examples/gallery/$name.webp" </dev/null
done

for shader in Examples/shaders/*.glsl; do
  name=$(basename "$shader" .glsl)
  "$dotransition" "$scratch/day.png" "$scratch/night.png" --transition "$shader" -c 24 --hold 8 \
    --fps 20 --easing ease-in-out --quality 60 -q --output "Examples/gallery/shader-$name.webp"
done

awk -v table="$scratch/table" '
  /^<!-- gallery ends/ { skip = 0 }
  !skip { print }
  /^<!-- gallery begins/ { skip = 1; while ((getline line < table) > 0) print line }
' README.md >"$scratch/README.md"
cat "$scratch/README.md" >README.md
