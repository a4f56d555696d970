#!/bin/sh
# Makes the wheel, checks it with twine and check-wheel-contents, installs it with pip in bare Debian 12
# and 13, which have Python and neither libvips nor a compiler, and compares what it makes there with
# what the program makes here. Takes three minutes, and one more for each Debian that is not kept. Ends
# with 77 where there is no debootstrap.
set -eu
cd "$(dirname "$0")/.."
. Tests/roots.sh

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
quietly make wheel
wheel=$(tail -n 1 "$scratch/log")
sum=$(sha256sum <"$wheel")
quietly python3 Sources/Packaging/wheel.py "$(find .build-static/dist -maxdepth 1 -mindepth 1 -type d)" \
  "$(echo "${wheel##*/}" | cut -d - -f 2)" .build-static/dist
[ "$sum" = "$(sha256sum <"$wheel")" ] || fail "make wheel makes other bytes the second time"
quietly python3 -m venv "$scratch/checks"
quietly "$scratch/checks/bin/pip" install twine check-wheel-contents
quietly "$scratch/checks/bin/twine" check --strict "$wheel"
# Licenses are there for each library, and modules are those of libvips, not of Python.
quietly "$scratch/checks/bin/check-wheel-contents" --ignore W002,W004 "$wheel"

here=$scratch/here
mkdir "$here"
cp Examples/day.svg Examples/night.svg "$here"
# What is run here and there: the argument is the program.
cat >"$here/make.sh" <<'END'
set -eu
mkdir made
"$1" day.svg night.svg --transition pagecurl -c 9 --size 320x200 -o 'made/turn_###.png' -q
"$1" day.svg night.svg --transition burn -c 9 --size 320x200 -o made/turn.webp -q
# Without loss, so that every version of ffmpeg keeps the same frames.
"$1" day.svg night.svg -c 9 --size 320x200 --save-options crf=0 -o film.mp4 -q
ffmpeg -v error -i film.mp4 -f framehash -hash md5 - | sed -n 's/^0,.*, //p' >made/film
END
program=${DOTRANSITION:-$PWD/.build-static/release/dotransition}
(cd "$here" && sh make.sh "$program")
[ "$(find "$here/made" -type f -size +0 | wc -l)" -eq 11 ] || fail "not all files are made here"

for suite in bookworm trixie; do
  make_root $suite
  install_in_root python3 python3-venv ffmpeg
  for name in swift vips cc; do
    enter sh -c "command -v $name" >/dev/null && fail "$suite has $name"
  done
  there=$root/srv/there
  mkdir "$there"
  cp "$here/day.svg" "$here/night.svg" "$here/make.sh" "$wheel" "$there"
  quietly enter sh -c 'cd /srv/there && python3 -m venv /opt/venv && /opt/venv/bin/pip install *.whl'
  enter sh -c 'cd /srv/there && sh make.sh /opt/venv/bin/dotransition'
  diff -r "$here/made" "$there/made" || fail "$suite makes something else"
  [ "$(enter /opt/venv/bin/python -m dotransition --version)" = "$("$program" --version)" ] ||
    fail "$suite: python -m dotransition is another program"
  # The status of the program, and the signal that ends it, are those of the command.
  status=0
  enter /opt/venv/bin/dotransition --no-such-option 2>/dev/null || status=$?
  [ $status -eq 64 ] || fail "$suite: the status of an error is $status"
  [ -f "$root/opt/venv/share/man/man1/dotransition.1" ] || fail "$suite: there is no manual"
  quietly enter /opt/venv/bin/pip uninstall -y dotransition
  enter sh -c 'find /opt/venv -name "*dotransition*"' | grep . >&2 && fail "$suite: files stay"
  echo "$suite: $(find "$there/made" -type f | wc -l) files are the same"
done
