#!/bin/sh
# Installs what some examples use, ffmpeg and jq, and what only tests and packages use, zsh, fish, groff,
# ImageMagick, fonts and the sources of locales, where they are missing.
set -eu
. "$(dirname "$0")/packages.sh"

missing=
for tool in ffmpeg jq zsh fish groff; do
  command -v $tool >/dev/null 2>&1 || missing="$missing $tool"
done

# shellcheck disable=SC2086 # A list of names.
# Its own programs have names that others have, too.
command -v identify >/dev/null 2>&1 || missing="$missing imagemagick"

if command -v brew >/dev/null 2>&1; then
  [ -z "$missing" ] || run brew install $missing
elif command -v apt-get >/dev/null 2>&1; then
  [ -e /usr/share/i18n/locales/de_DE ] || missing="$missing locales"
  noto=/usr/share/fonts/truetype/noto
  [ -e $noto/NotoSans-Bold.ttf ] || missing="$missing fonts-noto-core"
  [ -e $noto/NotoColorEmoji.ttf ] || missing="$missing fonts-noto-color-emoji"
  [ -z "$missing" ] || apt_install $missing
elif [ -n "$missing" ]; then
  echo "Please install$missing, then try again." >&2
  exit 1
fi
