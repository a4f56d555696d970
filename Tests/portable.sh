#!/bin/sh
# Builds the tool in a root of Debian sid, with the newest libvips and the oldest Swift that are said to
# work, and has tests run it: frames must have the same bytes there. It needs root and 4 GB.
# usage: sh Tests/portable.sh FOLDER    FOLDER keeps the root and what is built for the next time.
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { echo "usage: sh Tests/portable.sh FOLDER" >&2; exit 64; }
for program in apt-get dpkg-deb git unshare chroot; do
  command -v $program >/dev/null || { echo "portable.sh: skipped: needs $program" >&2; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "portable.sh: skipped: needs root" >&2; exit 77; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root

# Unpacks packages of sid into the root, without the scripts that would install them.
make_root() {
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
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
END
  } >"$apt/apt.conf"
  APT_CONFIG=$apt/apt.conf apt-get update -q
  APT_CONFIG=$apt/apt.conf apt-get install -q -y --download-only --no-install-recommends \
    swiftlang libvips-dev libdeflate-dev pkg-config bash dash coreutils sed grep findutils diffutils \
    tar gzip make git libc-bin
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
  mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/sources"
  rm -r "$apt/archives"
}

# Runs a command in the root, in a copy of the sources.
enter() {
  FOLDER=$folder unshare --mount sh -c '
    mount -t proc proc "$FOLDER/root/proc"
    mount --bind /dev "$FOLDER/root/dev"
    mount --bind "$FOLDER/sources" "$FOLDER/root/sources"
    exec env -i PATH=/usr/libexec/swift/bin:/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 \
      /usr/sbin/chroot "$FOLDER/root" sh -c "cd /sources && exec \"\$@\"" sh "$@"' sh "$@"
}

if [ ! -e "$folder/ready" ]; then
  make_root
  touch "$folder/ready"
fi
# What is built stays, for files that are as they were.
mkdir -p "$folder/sources"
find "$folder/sources" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -r {} +
git ls-files -z --recurse-submodules | tar -c --null -T - | tar -x -C "$folder/sources"
enter swift --version
enter pkg-config --modversion vips
enter swift build -c release --product dotransition

# The tool with the root's own libraries.
tool=$folder/dotransition
cat >"$tool" <<END
#!/bin/sh
libraries=$root/usr/libexec/swift/lib/swift/linux:$root/usr/lib/$(uname -m)-linux-gnu
exec -a dotransition $root/lib64/ld-linux-x86-64.so.2 --library-path "\$libraries" \\
  $folder/sources/.build/release/dotransition "\$@"
END
sed -i '1s/sh$/bash/' "$tool"
chmod +x "$tool"
"$tool" --version
DOTRANSITION=$tool swift test --filter 'FrameSumTests|ProfileTests|TIFF|JPEG|InputMatrixTests|PanZoomTests'
