#!/bin/sh
# Installs ffmpeg and jq, which some examples use, where they are missing.
set -eu
. "$(dirname "$0")/packages.sh"

missing=
for tool in ffmpeg jq; do
  command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

# shellcheck disable=SC2086 # A list of names.
if command -v brew >/dev/null 2>&1; then
  run brew install $missing
elif command -v apt-get >/dev/null 2>&1; then
  apt_install $missing
else
  echo "Please install$missing, then try again." >&2
  exit 1
fi
