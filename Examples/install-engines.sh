#!/bin/sh
# Installs Slurm, GNU parallel and make, which the tests of Examples/distributed use, where they are
# missing. Slurm's daemons are neither started nor enabled: the tests start their own.
set -eu
. "$(dirname "$0")/packages.sh"
PATH=$PATH:/usr/sbin

missing=
services=
for tool in make parallel sbatch:slurm-client munged:munge slurmctld slurmd; do
  command -v "${tool%:*}" >/dev/null 2>&1 && continue
  missing="$missing ${tool#*:}"
  case $tool in *d | *d:*) services="$services ${tool#*:}" ;; esac
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1 ||
  { [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; }; then
  echo "Not installed:$missing; tests that need them are skipped." >&2
  exit 0
fi

# Debian starts a daemon when it installs it, unless this program says no.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'as_root rm -f $policy' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
  as_root chmod 755 $policy
fi
# shellcheck disable=SC2086 # Lists of names.
{
  apt_install $missing
  if [ -n "$services" ] && command -v systemctl >/dev/null 2>&1; then
    as_root systemctl --quiet disable $services
  fi
}
