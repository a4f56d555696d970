#!/bin/sh
# Makes the tarball, unpacks it in bare Debian 12 and 13, and compares what it makes there of every
# type of picture with what the program makes here: frames, animations, files of every type that is
# written, and films. Takes three minutes, and one more for each Debian that is not kept. Ends with 77
# where there is no debootstrap.
set -eu
cd "$(dirname "$0")/.."
. Tests/roots.sh

quietly make dist
tarball=$(tail -n 1 "$scratch/log")
sum=$(cat "$tarball.sha256")
quietly make dist
[ "$sum" = "$(cat "$tarball.sha256")" ] || fail "make dist makes other bytes the second time"
(cd "$(dirname "$tarball")" && sha256sum --quiet -c -) <"$tarball.sha256"

# A picture of each type, and of each kind within a type.
here=$scratch/here
mkdir -p "$here/pictures"
sh Tests/Fuzzing/seed-images.sh "$here/pictures"
cp Examples/day.svg Examples/night.svg "$here"
picture=$here/pictures/three.8.png
ffmpeg -v error -i "$picture" -pix_fmt gbrpf32le "$here/pictures/three.exr"
cat >"$here/pictures/rectangle.pdf" <<'END'
%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 64 48]/Contents 4 0 R/Resources<<>>>>
endobj
4 0 obj
<</Length 38>>
stream
1 0 0 RG 0 0.5 0 rg 4 w 8 8 48 32 re B
endstream
endobj
xref
0 5
0000000000 65535 f 
0000000009 00000 n 
0000000054 00000 n 
0000000105 00000 n 
0000000197 00000 n 
trailer
<</Size 5/Root 1 0 R>>
startxref
283
%%EOF
END
embedded=$(base64 -w 0 "$picture")
cat >"$here/pictures/embedded.svg" <<END
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">
  <image width="64" height="48" xlink:href="data:image/png;base64,$embedded"/>
</svg>
END
# Debian's ffmpeg brings the font.
cat >"$here/text.svg" <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="320" height="90">
  <rect width="320" height="90" fill="white"/>
  <text x="20" y="60" font-family="DejaVu Sans" font-size="48">Ægir, 1867</text>
</svg>
END
# Every extension that libvips says it saves.
extensions=$(vips -l foreign | sed -n '/save/s/.*(\(\..*\)).*/\1/p' | tr -d ',.' | tr ' ' '\n' | sort -u)
# shellcheck disable=SC2086 # A list.
printf '%s\n' $extensions >"$here/extensions"

# What is run here and there, in a folder with these files; the arguments are the program and whether
# there is a font, and ffmpeg. What fails here may fail there, in the same words.
cat >"$here/make.sh" <<'END'
set -u
tool=$1
parts=$2
mkdir -p "made-$parts/read" "made-$parts/written"
cd "made-$parts"
make() { "$tool" "$@" 2>>errors || echo "status $? of $*" >>errors; }
if [ "$parts" = bare ]; then
  for picture in ../pictures/*; do
    make "$picture" black --time 0 --size 64x48 -o "read/${picture##*/}.png"
  done
  for extension in $(cat ../extensions); do
    make ../day.svg ../night.svg --time 0.5 --size 64x48 -o "written/half.$extension"
  done
  make ../day.svg ../night.svg --transition pagecurl -c 9 --size 320x200 -o 'turn_###.png'
  make ../day.svg ../night.svg --transition burn -c 9 --size 320x200 -o turn.webp
  make ../day.svg ../night.svg --transition ripple -c 9 --size 320x200 -o turn.gif
  # Settings of fonts differ, and so do these pixels: what is missing would be among the errors.
  make ../day.svg ../night.svg --time 1.5s --size 640x400 --caption 'Ægir Ωж שלום नमस्ते 👍🏽' -o words.png
else
  make ../text.svg ../night.svg --time 0 -o text.png
  # Without loss, so that every version of ffmpeg keeps the same frames.
  make ../day.svg ../night.svg --transition swipe -c 9 --size 320x200 --save-options crf=0 -o film.mp4
  ffmpeg -v error -i film.mp4 -f framehash -hash md5 - | sed -n 's/^0,.*, //p' >film.frames
  rm film.mp4
fi
END
run_here() { (cd "$here" && sh make.sh "$DOTRANSITION" "$1"); }
DOTRANSITION=${DOTRANSITION:-$PWD/.build-static/release/dotransition}
run_here bare
run_here full
# Each type that the tool says it reads is among the pictures, and is read.
for type in png jpg tif webp gif heic avif svg pdf pgm ppm jxl jp2 exr hdr bmp; do
  [ -n "$(find "$here/made-bare/read" -name "*.$type.png" -size +0)" ] || fail "no $type is read here"
done
[ "$(find "$here/made-bare/written" -type f | wc -l)" -ge 12 ] || fail "few types are written here"
[ -s "$here/made-full/text.png" ] && [ "$(wc -l <"$here/made-full/film.frames")" -eq 9 ] ||
  fail "no text or no film is made here"

for suite in bookworm trixie; do
  make_root $suite
  for name in swift vips ffmpeg; do
    enter sh -c "command -v $name" >/dev/null && fail "$suite has $name"
  done
  find "$root/usr" "$root/lib"* -name 'libvips*' -o -name 'libswift*' | grep -q . && fail "$suite has libvips"
  tar -C "$root/opt" -xzf "$tarball"
  folder=/opt/$(basename "$tarball" .tar.gz)
  quietly enter sh -c "cd $folder && sha256sum --quiet -c SHA256SUMS"
  # By a link, as from a folder of the PATH.
  ln -s "$folder/bin/dotransition" "$root/usr/local/bin/dotransition"
  there=$root/srv/there
  mkdir "$there"
  (cd "$here" && cp -R day.svg night.svg text.svg extensions make.sh pictures "$there")
  enter sh -c 'cd /srv/there && sh make.sh dotransition bare'
  diff -r -x words.png "$here/made-bare" "$there/made-bare" || fail "$suite makes something else"
  [ -s "$there/made-bare/words.png" ] || fail "$suite makes no words"
  # libvips of the system, whose modules must stay out of the way.
  install_in_root ffmpeg libvips42
  enter sh -c 'cd /srv/there && sh make.sh dotransition full && rm -r made-bare &&
    sh make.sh dotransition bare'
  # Of the system only glibc is loaded, and its loader.
  enter env LD_DEBUG=files dotransition /srv/there/pictures/three.bmp /srv/there/pictures/three.jxl \
    /srv/there/pictures/rectangle.pdf /srv/there/text.svg -o /srv/all -q 2>"$scratch/loaded"
  sed -n 's/.*calling init: //p' "$scratch/loaded" | sort -u >"$scratch/files"
  grep -q "^$folder/.*/vips-poppler.so" "$scratch/files" || fail "$suite loads no module"
  grep -v -e "^$folder/" -e '/ld-linux[^/]*$' -e '/lib\(c\|m\|mvec\|resolv\)\.so[^/]*$' \
    "$scratch/files" >&2 && fail "$suite loads libraries of the system"
  diff -r "$here/made-full" "$there/made-full" || fail "$suite makes another film or text"
  diff -r -x words.png "$here/made-bare" "$there/made-bare" || fail "$suite makes something else beside libvips"
  echo "$suite: $(find "$there/made-bare" "$there/made-full" -type f | wc -l) files are the same"
done
