# shellcheck shell=sh disable=SC2034 # Scripts source this.
# What the tests of this folder share: a scratch folder that they work in, the tool, a sequence and
# the frames that a local run makes of it.
root=$(cd "$(dirname "$0")/../.." && pwd)
examples=$root/Examples/distributed
DOTRANSITION=${DOTRANSITION:-$root/.build/release/dotransition}
export DOTRANSITION
export LC_ALL=C

# Ends the test as skipped, status 77, if a program is missing.
needs() {
  for program; do
    command -v "$program" >/dev/null 2>&1 && continue
    echo "skipped: ${0##*/}: no $program; Examples/install-engines.sh installs it on Debian"
    exit 77
  done
}

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Makes the scratch folder, which ends with the test, and goes there.
begin() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/dotransition-farm.XXXXXX") || exit
  trap 'trap "" INT TERM HUP; clean_up; rm -rf "$scratch"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  cd "$scratch" || exit
  # Its name as the system knows it, without links.
  scratch=$(pwd -P)
}

# What a test stops at its end.
clean_up() { :; }

# Runs a command with the options of the sequence after it.
sequence() {
  "$@" --transitionfilter mod -s "$root/Examples/day.svg" -d "$root/Examples/night.svg" \
    --size "${size:-320x180}" --fit cover -b f -t png -c "${count:-24}"
}

# Writes the list of a film, film.list, and makes it in one run, expected.mp4; false without ffmpeg.
expect_film() {
  command -v ffmpeg >/dev/null 2>&1 || {
    echo "skipped: films in parts: no ffmpeg"
    return 1
  }
  {
    echo "--size 160x90 --fit cover --hold 2s --duration 1s --fps 10"
    for picture in day night day night day night day; do echo "$root/Examples/$picture.svg"; done
  } >film.list
  "$DOTRANSITION" @film.list -o expected.mp4 --parts expected-parts -q
}

# Fails unless a film is the one of expect_film, and its folder holds the same parts.
same_film() {
  cmp expected.mp4 "$1" || fail "$1 is not what one run makes"
  diff -r expected-parts "$2" >&2 || fail "$2 does not hold the parts of one run"
}

# Fails unless a folder holds the frames of the local run and, but for the record, nothing else.
same() {
  diff -r -x "${2:-.f*.dotransition}" expected "$1" >&2 || fail "$1 is not what one run makes"
}

# Waits until a command succeeds; false if it does not in about as many seconds.
wait_for() {
  tries=$(($1 * 5))
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.2
  done
}
