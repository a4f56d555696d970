#!/bin/sh
# Builds the Debian package and uses what it installs, in a folder, without Swift on the PATH; then
# what "make install" and "make uninstall" do. Ends with 77 where there is no dpkg.
set -eu
cd "$(dirname "$0")/.."
for program in dpkg-deb dpkg-shlibdeps man; do
  command -v $program >/dev/null 2>&1 || { echo "skipped: needs $program" >&2; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "install-test: $*" >&2; exit 1; }

make deb >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "make deb"; }
package=$(tail -n 1 "$scratch/log")
dpkg-deb -f "$package" Depends | grep -q libvips42 || fail "the package depends on no libvips"
dpkg-deb -f "$package" Depends | grep -q swift && fail "the package depends on Swift"
dpkg-deb -x "$package" "$scratch/root"
share=$scratch/root/usr/share

# Only what a system without Swift has.
run() { env -i HOME="$scratch" TERM=dumb PATH="$scratch/root/usr/bin:/usr/bin:/bin" "$@"; }
run sh -c 'command -v swift' >/dev/null && fail "Swift is on the PATH"
run ldd "$scratch/root/usr/bin/dotransition" | grep -i swift && fail "the program needs Swift"
run dotransition --version | grep -q "^dotransition $(dpkg-deb -f "$package" Version) " \
  || fail "the version is not the package's"
make_film() {
  run dotransition --transitionfilter swipe Examples/day.svg Examples/night.svg -c 10 \
    --size 160x100 --fit cover --output "$scratch/$1"
  test -s "$scratch/$1" || fail "no $1"
}
make_film turn.webp
if run sh -c 'command -v ffmpeg' >/dev/null; then make_film film.mp4; fi

test -s "$share/doc/dotransition/write-your-own.md" || fail "no documents"
test -s "$share/doc/dotransition/shaders/push.glsl" || fail "no shaders"
run env MANPATH="$share/man" man -w dotransition >/dev/null || fail "man finds no page"
run env MANPATH="$share/man" man dotransition | grep -q -- --transition || fail "no manual"
# shellcheck disable=SC2016 # For the shells.
run bash -c '
  source "$0" && complete -p dotransition >/dev/null
  COMP_WORDS=(dotransition --transitionfilter = swi) COMP_CWORD=3
  _dotransition && test "${COMPREPLY[*]}" = swipe' "$share/bash-completion/completions/dotransition" \
  || fail "no completion for bash"
if command -v zsh >/dev/null; then
  # shellcheck disable=SC2016
  run zsh -f -c 'fpath=($0 $fpath); autoload -Uz compinit; compinit -D -u
    test "$_comps[dotransition]" = _dotransition' "$share/zsh/vendor-completions" \
    || fail "no completion for zsh"
fi
if command -v fish >/dev/null; then
  run env XDG_DATA_DIRS="$share" fish -c 'complete -C "dotransition --transitionfilter swi"' \
    | grep -q swipe || fail "no completion for fish"
fi

make install PREFIX=/opt/x DESTDIR="$scratch/there" >/dev/null
run ldd "$scratch/there/opt/x/bin/dotransition" | grep -i swift \
  && fail "the program of make install needs Swift"
run "$scratch/there/opt/x/bin/dotransition" -l | grep -q CISwipeTransition || fail "make install"
make uninstall PREFIX=/opt/x DESTDIR="$scratch/there" >/dev/null
test -z "$(find "$scratch/there" -type f)" || fail "make uninstall leaves files"
