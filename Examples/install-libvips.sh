#!/bin/sh
# Installs libvips and libdeflate with their headers, and pkg-config, where they are missing.
# With the argument "tools" the command line tool of libvips, too.
set -eu
. "$(dirname "$0")/packages.sh"

missing=no
pkg-config --exists vips libdeflate 2>/dev/null || missing=yes
tools=
if [ "${1:-}" = tools ]; then
  tools=libvips-tools
  command -v vips >/dev/null 2>&1 || missing=yes
fi
[ $missing = yes ] || exit 0

echo "Installing libvips, which reads and writes the pictures."
if command -v brew >/dev/null 2>&1; then
  run brew install vips libdeflate pkg-config
elif command -v apt-get >/dev/null 2>&1; then
  # shellcheck disable=SC2086 # Nothing or one name.
  apt_install libvips-dev libdeflate-dev pkg-config $tools
else
  echo "Please install libvips and libdeflate (libraries and headers) and pkg-config, then try again." >&2
  exit 1
fi
