# Bare Debian systems in folders, for the tests of packages, which source this file from the top
# folder of the project. $scratch is a folder that goes with the script. ROOTS=DIR keeps what
# debootstrap makes for the next time, and DEBIAN_MIRROR is where it takes that from.

for program in debootstrap unshare chroot; do
  command -v $program >/dev/null 2>&1 || { echo "skipped: needs $program" >&2; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: needs root, to enter other systems" >&2; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP
fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

# Runs something quietly, and shows what it said if it fails.
quietly() {
  "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "$*"; }
}

# Makes a bare system, and sets $root to its folder.
make_root() { # SUITE
  root=$scratch/$1
  kept=${ROOTS:-$scratch/kept}/$1
  if [ ! -e "$kept.tar" ]; then
    rm -rf "$kept"
    mkdir -p "$kept"
    quietly debootstrap --variant=minbase "$1" "$kept" \
      "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
    tar -C "$kept" -cf "$kept.new" .
    mv "$kept.new" "$kept.tar"
    rm -rf "$kept"
  fi
  rm -rf "$root"
  mkdir "$root"
  tar -C "$root" -xf "$kept.tar"
}

# Runs a program in $root as chroot does, whose options may come first. /proc is there meanwhile, and
# nothing of this system in the environment but its proxy.
enter() {
  options=
  while [ "${1#--}" != "$1" ]; do
    options="$options $1"
    shift
  done
  # shellcheck disable=SC2016,SC2086 # For the other shell; options.
  unshare --mount sh -c '
    mount -t proc proc "$0/proc"
    exec env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/tmp TERM=dumb \
      ${http_proxy:+http_proxy="$http_proxy"} chroot "$@"' "$root" $options "$root" "$@"
}

# Installs packages in $root, or files of packages.
install_in_root() {
  quietly enter apt-get update
  quietly enter env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}
