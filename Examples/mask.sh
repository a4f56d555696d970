#!/bin/sh
# Wipes in the order of a mask, dark parts first: own.webp with a mask that is drawn here, spiral.webp
# and heart.webp with built-in ones.
set -eu
. "$(dirname "$0")/set-up.sh"
goes_to "${1:-}" mask

# Three waves, each of which begins dark.
cat >"$out/mask.svg" <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
  <linearGradient id="dark" x2="0" y2="1"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>
  <g fill="url(#dark)">
    <path d="M0 0H640V200H0Z"/>
    <path d="M0 150Q160 90 320 150T640 150V300H0Z"/>
    <path d="M0 260Q160 320 320 260T640 260V360H0Z"/>
  </g>
</svg>
END

for mask in "$out/mask.svg" spiral heart; do
  case $mask in *.svg) name=own ;; *) name=$mask ;; esac
  "$dotransition" "$examples/day.svg" "$examples/night.svg" --transition maskwipe \
    --maskimage "$mask" --softness 0.05 --size 480x270 --fit cover \
    --duration 1.5s --hold 0.5s --fps 20 --output "$out/$name.webp"
  made "$name.webp" "a wipe"
done
