#!/bin/sh
# Installs ffmpeg and jq, which some examples use, where they are missing.
set -eu

missing=
for tool in ffmpeg jq; do
  command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

run() {
  echo "+ $*"
  "$@"
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then run "$@"; else run sudo "$@"; fi
}

if command -v brew >/dev/null 2>&1; then
  run brew install $missing
elif command -v apt-get >/dev/null 2>&1; then
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
else
  echo "Please install$missing, then try again." >&2
  exit 1
fi
