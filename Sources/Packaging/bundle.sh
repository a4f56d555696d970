#!/bin/sh
# Adds to a folder that `make install` has filled what the program needs besides glibc: libraries,
# modules of libvips, ImageMagick's coder for BMP, fonts, and the licenses of all of them. Debian and Ubuntu
# only, where dpkg tells the licenses. SWIFT_LICENSE is the file of Swift's, where that is not beside Swift.
set -eu
cd "$(dirname "$0")/../.."
bundle=$1
fail() { echo "bundle: $*" >&2; exit 1; }
for program in dpkg-query ldd patchelf pkg-config readelf strip; do
  command -v $program >/dev/null 2>&1 || fail "needs $program"
done

# People start the launcher.
mkdir -p "$bundle/libexec" "$bundle/lib/ImageMagick" "$bundle/licenses"
mv "$bundle/bin/dotransition" "$bundle/libexec/dotransition"
install -m 755 Sources/Packaging/launcher.sh "$bundle/bin/dotransition"
install -m 644 Sources/Packaging/fonts.conf "$bundle/lib/fonts.conf"
program=$bundle/libexec/dotransition

# What is loaded by name. OpenSlide's module stays out: only --allow-any-type would use it.
system=$(pkg-config --variable=libdir vips)
modules=vips-modules-$(pkg-config --modversion vips | cut -d . -f 1-2)
# libvips keeps the last part of the folder that it was made for.
there=$bundle/lib/$(basename "$system")/$modules
coders=$(echo "$system"/ImageMagick-*/modules-*/coders)
settings=$(basename "${coders%%.*}")
loaded=
install -d "$there"
for module in heif jxl magick poppler; do
  loaded="$loaded $system/$modules/vips-$module.so"
  install -m 644 "$system/$modules/vips-$module.so" "$there"
done
# ImageMagick takes the folder of "magick" for that of all coders.
for coder in bmp magick; do
  loaded="$loaded $coders/$coder.so"
  install -m 644 "$coders/$coder.so" "$bundle/lib/ImageMagick"
  # The description of a module names the folder that it is loaded from: without one, its own.
  sed "s/^libdir=.*/libdir=''/" "$coders/$coder.la" >"$bundle/lib/ImageMagick/$coder.la"
done
# Limits, and the words of messages.
words=/usr/share/$settings/locale.xml
install -m 644 "/etc/$settings/policy.xml" "$words" "/usr/share/$settings/english.xml" \
  "$bundle/lib/ImageMagick"

# shellcheck disable=SC2086 # A list of names.
libraries=$(ldd "$program" $loaded | awk '/not found/ { exit 1 } $2 == "=>" { print $3 }' | sort -u) ||
  fail "the program's libraries are not installed"
# What dpkg has in /lib may be in /usr/lib for ldd, and the other way around.
for file in $libraries $loaded "$words"; do
  printf '%s\n' "$file" "/usr$file" "${file#/usr}"
done | xargs dpkg-query -S 2>/dev/null | sed 's/[:,].* / /' >"$bundle/owners" || true
packages=
for file in $libraries $loaded "$words"; do
  package=$(awk -v file="${file#/usr}" '{ sub("^/usr", "", $2) } $2 == file { print $1; exit }' \
    "$bundle/owners")
  [ -n "$package" ] || fail "$file is of no package, so that its license is not known"
  # glibc belongs to the system, with the kernel and the settings of names and languages.
  [ "$package" != libc6 ] || continue
  packages="$packages $package"
  case " $loaded $words " in *" $file "*) continue ;; esac
  install -m 644 "$file" "$bundle/lib"
done
rm "$bundle/owners"

# Words are as bold as captions. Chinese, Japanese and Korean would be larger than all else.
install -d "$bundle/lib/fonts"
for font in /usr/share/fonts/truetype/noto/NotoSans*-Bold.ttf \
  /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf; do
  [ -e "$font" ] || fail "needs fonts-noto-core and fonts-noto-color-emoji"
  install -m 644 "$font" "$bundle/lib/fonts"
done
packages="$packages fonts-noto-core fonts-noto-color-emoji"

# The path of a program holds for all that it loads, unless a library has another path of its own.
find "$bundle/lib" -name '*.so*' -exec readelf -d {} + | grep -e '(RUNPATH)' -e '(RPATH)' >&2 &&
  fail "a library has its own path"
strip --strip-unneeded "$program"
# shellcheck disable=SC2016 # For the loader.
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$program"

install -m 644 LICENSE "$bundle/licenses/dotransition"
install -m 644 \
  "${SWIFT_LICENSE:-$(dirname "$(readlink -f "$(command -v swift)")")/../share/swift/LICENSE.txt}" \
  "$bundle/licenses/swift"
install -d "$bundle/licenses/common-licenses"
find /usr/share/common-licenses -type f -exec install -m 644 -t "$bundle/licenses/common-licenses" {} +
# shellcheck disable=SC2086
packages=$(printf '%s\n' $packages | sort -u)
for package in $packages; do
  install -m 644 "/usr/share/doc/$package/copyright" "$bundle/licenses/$package"
done
{
  echo "# Files of these packages of $(. /etc/os-release && echo "$PRETTY_NAME") are in lib, as they are there."
  echo "# package version, source version"
  # shellcheck disable=SC2086,SC2016
  dpkg-query -W -f '${Package} ${Version}, ${source:Package} ${source:Version}\n' $packages | sort -u
} >"$bundle/licenses/PACKAGES"
