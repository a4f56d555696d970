#!/bin/sh
# Installs what the tests need, builds and runs all of them. Arguments go to `swift test`.
set -eu
cd "$(dirname "$0")/.."

run() {
  echo "+ $*"
  "$@"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then run "$@"; else run sudo "$@"; fi
}

if ! pkg-config --exists vips 2>/dev/null || ! command -v vips >/dev/null 2>&1; then
  echo "Installing libvips and its command line tools, which the tests need."
  if command -v brew >/dev/null 2>&1; then
    run brew install vips pkg-config
  elif command -v apt-get >/dev/null 2>&1; then
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends libvips-dev libvips-tools pkg-config
  else
    echo "run.sh: install libvips (library, headers, tools) and pkg-config first" >&2
    exit 1
  fi
fi

run swift build --configuration release --product dotransition
run swift test "$@"
