#!/bin/sh
# Installs libvips with its headers, and pkg-config, where they are missing.
# With the argument "tools" the command line tool of libvips, too.
set -eu

run() {
  echo "+ $*"
  "$@"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then run "$@"; else run sudo "$@"; fi
}

missing=no
pkg-config --exists vips 2>/dev/null || missing=yes
tools=
if [ "${1:-}" = tools ]; then
  tools=libvips-tools
  command -v vips >/dev/null 2>&1 || missing=yes
fi
[ $missing = yes ] || exit 0

echo "Installing libvips, which reads and writes the pictures."
if command -v brew >/dev/null 2>&1; then
  run brew install vips pkg-config
elif command -v apt-get >/dev/null 2>&1; then
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends libvips-dev pkg-config $tools
else
  echo "Please install libvips (library and headers) and pkg-config, then try again." >&2
  exit 1
fi
