#!/bin/sh
# Builds the tool in a root of Debian sid, with the newest libvips and the oldest Swift that are said to
# work, and has tests run it: frames must have the same bytes there. It does so for arm64, too, and there
# qemu-aarch64-static runs it. It needs root and 9 GB.
# usage: sh Tests/portable.sh FOLDER    FOLDER keeps the roots and what is built for the next time.
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { echo "usage: sh Tests/portable.sh FOLDER" >&2; exit 64; }
for program in apt-get dpkg-deb git unshare chroot; do
  command -v $program >/dev/null || { echo "portable.sh: skipped: needs $program" >&2; exit 77; }
done
[ "$(id -u)-$(uname -m)" = 0-x86_64 ] ||
  { echo "portable.sh: skipped: needs root, and x86-64" >&2; exit 77; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

# Unpacks packages of sid for a kind of processor, without the scripts that would install them.
# usage: make_root PROCESSOR PACKAGE...
make_root() {
  root=$folder/$1
  apt=$folder/apt
  rm -rf "$root" "$apt"
  mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/log" "$apt/etc" "$root"
  : >"$apt/status"
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb [signed-by=$keys] ${MIRROR:-http://deb.debian.org/debian} sid main" >"$apt/sources.list"
  {
    apt-config dump | grep -i '^Acquire::.*proxy' || true
    cat <<END
Dir::Etc "$apt/etc";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
Dir::Cache::archives "$apt/archives";
Dir::Log "$apt/log";
APT::Architecture "$1";
APT::Architectures { "$1"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
END
  } >"$apt/apt.conf"
  shift
  APT_CONFIG=$apt/apt.conf apt-get update -q
  APT_CONFIG=$apt/apt.conf apt-get install -q -y --download-only --no-install-recommends \
    swiftlang libvips-dev libdeflate-dev "$@"
  for link in bin sbin lib lib64; do
    mkdir -p "$root/usr/$link"
    ln -s "usr/$link" "$root/$link"
  done
  for package in "$apt"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" \
      | tar -x -C "$root" --keep-directory-symlink --exclude './usr/share/doc/*'
  done
  # A link that a script would make, without which libvips counts as missing.
  for file in "$root"/usr/lib/*/pkgconfig/hdf5-serial.pc; do
    [ ! -e "$file" ] || ln -sf hdf5-serial.pc "$(dirname "$file")/hdf5.pc"
  done
  rm -r "$apt/archives"
  touch "$root/ready"
}

# Tells Swift in the root of amd64 of that of arm64, which is /arm64 there. SwiftPM reads paths of
# libraries as they are written, so that they name it.
describe_arm64() {
  bundle=$folder/arm64/sdk/debian.artifactbundle
  mkdir -p "$bundle/arm64" "$folder/arm64/pkgconfig"
  cat >"$bundle/info.json" <<END
{"schemaVersion": "1.0", "artifacts": {
  "debian": {"type": "swiftSDK", "version": "1", "variants": [{"path": "arm64"}]}}}
END
  cat >"$bundle/arm64/swift-sdk.json" <<END
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/arm64", "toolsetPaths": ["toolset.json"],
  "swiftResourcesPath": "/arm64/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/arm64/usr/libexec/swift/lib/swift_static"}}}
END
  echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' \
    >"$bundle/arm64/toolset.json"
  for file in "$folder"/arm64/usr/lib/*/pkgconfig/*.pc "$folder"/arm64/usr/share/pkgconfig/*.pc; do
    sed 's#\(^\|[= LI]\)/usr\(/\|$\)#\1/arm64/usr\2#g' "$file" >"$folder/arm64/pkgconfig/${file##*/}"
  done
}

# Runs a command in the root of amd64, in a copy of the sources.
enter() {
  FOLDER=$folder unshare --mount sh -c '
    cd "$FOLDER"
    mkdir -p arm64 amd64/proc amd64/dev amd64/tmp amd64/sources amd64/arm64
    mount -t proc proc amd64/proc
    mount --bind /dev amd64/dev
    mount --bind sources amd64/sources
    mount --bind arm64 amd64/arm64
    exec env -i PATH=/usr/libexec/swift/bin:/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 \
      /usr/sbin/chroot amd64 sh -c "cd /sources && exec \"\$@\"" sh "$@"' sh "$@"
}

[ -e "$folder/amd64/ready" ] || make_root amd64 pkg-config bash dash coreutils sed grep findutils \
  diffutils tar gzip make git libc-bin
# What is built stays, for files that are as they were.
mkdir -p "$folder/sources"
find "$folder/sources" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -r {} +
git ls-files -z --recurse-submodules | tar -c --null -T - | tar -x -C "$folder/sources"
enter swift --version
enter pkg-config --modversion vips
enter swift build -c release --product dotransition

# The tool with the root's own libraries. Swift links to what it has built last.
tool=$folder/dotransition
cat >"$tool" <<END
#!/bin/bash
root=$folder/amd64
libraries=\$root/usr/libexec/swift/lib/swift/linux:\$root/usr/lib/x86_64-linux-gnu
exec -a dotransition \$root/lib64/ld-linux-x86-64.so.2 --library-path "\$libraries" \\
  $(readlink -f "$folder/sources/.build/release")/dotransition "\$@"
END
chmod +x "$tool"
"$tool" --version
# A processor is not emulated for a script.
DOTRANSITION=$tool swift test --skip 'an old processor' \
  --filter 'FrameSumTests|ProfileTests|TIFF|JPEG|InputMatrixTests|PanZoomTests'

for program in qemu-aarch64-static python3; do
  command -v $program >/dev/null || { echo "portable.sh: arm64 skipped: needs $program" >&2; exit; }
done
[ -e "$folder/arm64/ready" ] || make_root arm64
describe_arm64
enter env PKG_CONFIG_PATH=/arm64/pkgconfig swift build -c release --product dotransition \
  --swift-sdks-path /arm64/sdk --swift-sdk aarch64-unknown-linux-gnu

emulated=$folder/dotransition-arm64
cat >"$emulated" <<END
#!/bin/sh
exec qemu-aarch64-static -0 dotransition -L $folder/arm64 \\
  -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux \\
  $(readlink -f "$folder/sources/.build/release")/dotransition "\$@"
END
chmod +x "$emulated"
"$emulated" --version
DOTRANSITION=$emulated swift test --skip 'an old processor' --filter FrameSumTests
python3 Tests/compare-frames.py "$tool" "$emulated" Examples/shaders/*.glsl
