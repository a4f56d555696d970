#!/bin/sh
# Builds dotransition, unless DOTRANSITION names it, installing libvips if it is missing, and makes a
# first sequence and a first animation: a page with a day on it turns, and there is a night behind it.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${DOTRANSITION:-}" ]; then
  tool=$DOTRANSITION
else
  if ! command -v swift >/dev/null 2>&1; then
    echo "Please install Swift 6.2 or later first: https://www.swift.org/install" >&2
    exit 1
  fi
  sh Examples/install-libvips.sh
  swift build --configuration release --product dotransition -debug-info-format none
  tool=$(swift build --configuration release --show-bin-path)/dotransition
fi

frames=${1:-out/quickstart}
set -- --transition pagecurlwithshadow -s Examples/day.svg -d Examples/night.svg \
  --angle 150deg --radius 17%
"$tool" "$@" -o "$frames" -b turn -t png -c 20
"$tool" "$@" --size 640x360 --fit cover --hold 20 --output "$frames/turn.webp"
case $frames in /*) ;; *) frames=$PWD/$frames ;; esac
echo "20 frames: $frames/turn000.png to turn019.png"
echo "An animation for any web browser: $frames/turn.webp"
