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

# Each with its defaults. Presets follow after an empty line.
"$dotransition" -l -v | awk '/^$/ { exit } 1' | while read -r name _; do
  pictures="day night"
  options=
  quality=50
  case $name in
    cut) continue ;; # It has no frames.
    accordionfold)
      options="--fit none --background skyblue"
      pictures="strip night" # It unfolds a target that is higher.
      ;;
    disintegratewithmask) quality=30 ;; # Its edges are long.
    mod) quality=24 ;; # Its holes are many.
    pagecurlwithshadow) pictures="night day" ;; # The shadow shows on a bright picture.
  esac
  # shellcheck disable=SC2086 # The options are words.
  "$dotransition" --transition "$name" $options -s "$scratch/${pictures% *}.png" \
    -d "$scratch/${pictures#* }.png" -c 24 --hold 8 --fps 20 --quality "$quality" -q \
    --output "Examples/gallery/$name.webp" </dev/null
done
"$dotransition" --generate gallery >"$scratch/table"

for shader in Examples/shaders/*.glsl; do
  name=$(basename "$shader" .glsl)
  "$dotransition" "$scratch/day.png" "$scratch/night.png" --transition "$shader" -c 24 --hold 8 \
    --fps 20 --quality 50 -q --output "Examples/gallery/shader-$name.webp"
done

# The film with which the README begins. Its clip is a lumafade of these drawings in 5 s.
(
  cd Examples
  sed 's/--music.*//' lake.list |
    "$dotransition" @- --size 320x180 --fps 12 --quality 45 -q --output gallery/lake.webp
)

awk -v table="$scratch/table" '
  /^<!-- gallery ends/ { skip = 0 }
  !skip { print }
  /^<!-- gallery begins/ { skip = 1; while ((getline line < table) > 0) print line }
' README.md >"$scratch/README.md"
cat "$scratch/README.md" >README.md
