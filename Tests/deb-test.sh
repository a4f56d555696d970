#!/bin/sh
# Makes the Debian package, and installs, uses and removes it in a bare Debian of the release on which
# it is made. Asks lintian, too, where that is. Takes a minute, and one more unless that Debian is
# kept. Ends with 77 where there is no debootstrap.
set -eu
cd "$(dirname "$0")/.."
. Tests/roots.sh

quietly make deb
package=$(tail -n 1 "$scratch/log")
if command -v lintian >/dev/null 2>&1; then
  quietly lintian --allow-root --fail-on error,warning "$package"
else
  echo "lintian is not installed: the package is not linted" >&2
fi

make_root "$(. /etc/os-release && echo "$VERSION_CODENAME")"
enter find / -xdev -name '*dotransition*' | grep . && fail "the bare system has dotransition"
cp "$package" "$root/tmp/dotransition.deb"
# dpkg itself tells what is missing, and apt brings just that.
enter dpkg -i /tmp/dotransition.deb >"$scratch/log" 2>&1 && fail "the package needs nothing"
grep -q 'libvips42' "$scratch/log" || { cat "$scratch/log" >&2; fail "dpkg -i"; }
install_in_root --fix-broken
install_in_root bash-completion ffmpeg man-db
quietly enter dpkg -s dotransition
grep -q '^Status: install ok installed' "$scratch/log" || fail "the package is not installed"
enter dpkg -V dotransition | grep . && fail "installed files are not the package's"

version=$(dpkg-deb -f "$package" Version)
enter dotransition --version | grep -q "^dotransition $version " || fail "--version"
cp Examples/day.svg Examples/night.svg "$root/srv"
quietly enter sh -c 'cd /srv && dotransition day.svg night.svg -c 9 --size 320x200 -o film.mp4'
frames=$(enter ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 \
  /srv/film.mp4)
[ "$frames" = 9 ] || fail "a film of $frames frames instead of 9"
dpkg-deb -f "$package" Recommends | grep -q 'fonts-noto-core | fonts-dejavu-core' || fail "no fonts"
quietly enter sh -c 'cd /srv && dotransition day.svg night.svg -c 3 --size 320x200 --caption Words -o w.png --time 0s'
enter man dotransition | grep -q -- --transition || fail "no manual"
# shellcheck disable=SC2016 # For the other shell.
enter bash -c '
  source /usr/share/bash-completion/bash_completion
  _completion_loader dotransition
  complete -p dotransition' >/dev/null || fail "bash finds no completion"
[ -s "$root/usr/share/zsh/vendor-completions/_dotransition" ] || fail "no completion for zsh"
[ -s "$root/usr/share/fish/vendor_completions.d/dotransition.fish" ] || fail "no completion for fish"

quietly enter dpkg -r dotransition
rm "$root/tmp/dotransition.deb"
# man keeps a copy of what it has shown.
left=$(enter find / -xdev \( -path /proc -o -path /var/cache/man \) -prune -o \
  -name '*dotransition*' -print)
[ -z "$left" ] || fail "dpkg -r leaves $left"
echo "the package installs, works and goes"
