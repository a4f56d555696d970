#!/bin/sh
# Builds the tool in a root of Debian sid, with the newest libvips and the oldest Swift that are said to
# work, and has tests run it: frames must have the same bytes there. Where qemu-aarch64 runs programs of
# arm64, Swift compiles for Debian 13 there, too; `make wheel` packs that, and the program of the tarball
# must make the same frames. It needs root and 12 GB.
# usage: sh Tests/portable.sh FOLDER    FOLDER keeps the roots and what is built for the next time, and gets
#                                       the tarball and the wheel for arm64.
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
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# Unpacks packages of sid, without the scripts that would install them.
# usage: unpack PROCESSOR ROOT APT-GET-COMMAND... -- TAR-OPTION...
unpack() {
  root=$2
  apt=$folder/apt
  rm -rf "$apt"
  mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/log" "$apt/etc" "$root"
  : >"$apt/status"
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb [signed-by=$keys] $mirror sid main" >"$apt/sources.list"
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
  shift 2
  command=
  while [ "$1" != -- ]; do
    command="$command $1"
    shift
  done
  shift
  APT_CONFIG=$apt/apt.conf apt-get update -q
  # shellcheck disable=SC2086 # Words.
  (cd "$apt/archives" && APT_CONFIG=$apt/apt.conf apt-get -q $command)
  for package in "$apt"/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink "$@"
  done
  rm -r "$apt/archives"
}

# Makes the root in which Swift compiles.
make_amd64() {
  rm -rf "$folder/amd64"
  for link in bin sbin lib lib64; do
    mkdir -p "$folder/amd64/usr/$link"
    ln -s "usr/$link" "$folder/amd64/$link"
  done
  unpack amd64 "$folder/amd64" install -y --download-only --no-install-recommends \
    swiftlang libvips-dev libdeflate-dev pkg-config bash dash coreutils sed grep findutils \
    diffutils tar gzip make git libc-bin -- --exclude './usr/share/doc/*'
  # A link that a script would make, without which libvips counts as missing.
  for file in "$folder"/amd64/usr/lib/*/pkgconfig/hdf5-serial.pc; do
    [ ! -e "$file" ] || ln -sf hdf5-serial.pc "$(dirname "$file")/hdf5.pc"
  done
  touch "$folder/amd64/ready"
}

# Makes a Debian 13 for arm64, with Swift's runtime.
make_arm64() {
  rm -rf "$folder/arm64"
  debootstrap --arch=arm64 --variant=minbase trixie "$folder/arm64" "$mirror"
  enter arm64 apt-get update -q
  enter arm64 env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    libvips-dev libdeflate-dev libstdc++-14-dev pkg-config make binutils patchelf python3 \
    fonts-noto-core fonts-noto-color-emoji
  unpack arm64 "$folder/arm64" download swiftlang -- \
    ./usr/libexec/swift/lib ./usr/share/doc/swiftlang
  # Where the linker looks.
  ln -s ../libexec/swift/lib/swift_static "$folder/arm64/usr/lib/swift_static"
  touch "$folder/arm64/ready"
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

# Runs a command in a root, in a copy of the sources.
# usage: enter ROOT COMMAND...
enter() {
  FOLDER=$folder unshare --mount sh -c '
    cd "$FOLDER"
    mkdir -p arm64 amd64/arm64 "$0/proc" "$0/dev" "$0/tmp" "$0/sources"
    mount -t proc proc "$0/proc"
    mount --bind /dev "$0/dev"
    mount --bind sources "$0/sources"
    mount --bind arm64 amd64/arm64
    exec env -i PATH=/usr/libexec/swift/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/tmp LANG=C.UTF-8 \
      ${http_proxy:+http_proxy="$http_proxy"} \
      SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" DOTRANSITION_REVISION="$DOTRANSITION_REVISION" \
      /usr/sbin/chroot "$0" sh -c "cd /sources && exec \"\$@\"" sh "$@"' "$@"
}

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
DOTRANSITION_REVISION=$(git describe --always --dirty --abbrev=12 --exclude '*')
export SOURCE_DATE_EPOCH DOTRANSITION_REVISION
[ -e "$folder/amd64/ready" ] || make_amd64
# What is built stays, for files that are as they were.
mkdir -p "$folder/sources"
find "$folder/sources" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -r {} +
git ls-files -z --recurse-submodules | tar -c --null -T - | tar -x -C "$folder/sources"
enter amd64 swift --version
enter amd64 pkg-config --modversion vips
enter amd64 swift build -c release --product dotransition

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

for need in "/proc/sys/fs/binfmt_misc/qemu-aarch64 (package qemu-user-static)" \
  "$(command -v debootstrap || echo debootstrap)" "$(command -v python3 || echo python3)"; do
  [ -e "${need%% *}" ] || { echo "portable.sh: arm64 skipped: needs $need" >&2; exit; }
done
[ -e "$folder/arm64/ready" ] || make_arm64
describe_arm64
build=.build/aarch64-unknown-linux-gnu
enter amd64 env PKG_CONFIG_PATH=/arm64/pkgconfig swift build -c release --static-swift-stdlib \
  --product dotransition --swift-sdks-path /arm64/sdk --swift-sdk aarch64-unknown-linux-gnu
enter arm64 env SWIFT_LICENSE=/usr/share/doc/swiftlang/copyright make -o all wheel \
  build=$build program=$build/release/dotransition

# The tarball's program. It is emulated, and its loader is that of the root.
rm -rf "$folder/packages"
mkdir "$folder/packages"
find "$folder/sources/$build/dist" -maxdepth 1 -type f -exec mv {} "$folder/packages" \;
tar -C "$folder/packages" -xzf "$folder"/packages/*.tar.gz
emulated=$folder/dotransition-arm64
cat >"$emulated" <<END
#!/bin/sh
QEMU_LD_PREFIX=$folder/arm64 exec $(find "$folder/packages" -path '*/bin/dotransition') "\$@"
END
chmod +x "$emulated"
"$emulated" --version
DOTRANSITION=$emulated swift test --skip 'an old processor' --filter FrameSumTests
python3 Tests/compare-frames.py "$tool" "$emulated" Examples/shaders/*.glsl
echo "$folder/packages: $(cd "$folder/packages" && ls -d -- *.tar.gz *.whl | xargs)"
