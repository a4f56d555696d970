#!/bin/sh
# Builds dotransition, installing libvips if it is missing, and makes a first sequence of frames:
# a page with a day on it turns, and there is a night behind it.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null 2>&1; then
  echo "Please install Swift 6.2 or later first: https://www.swift.org/install" >&2
  exit 1
fi
sh Examples/install-libvips.sh
swift build --configuration release --product dotransition
tool=$(swift build --configuration release --show-bin-path)/dotransition

case " $("$tool" -l) " in
  *" CIPageCurlTransition "*) filter=pagecurl ;;
  *) filter=barsswipe ;;
esac
frames=${1:-out/quickstart}
"$tool" --transitionfilter $filter -s Examples/day.svg -d Examples/night.svg \
  -o "$frames" -b turn -t png -c 20
case $frames in /*) ;; *) frames=$PWD/$frames ;; esac
echo "20 frames are in $frames: turn000.png to turn019.png"
