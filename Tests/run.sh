#!/bin/sh
# Installs what the tests need, builds them and the tool, and runs all tests. Arguments go to
# `swift test`.
set -eu
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sh Examples/install-libvips.sh tools
sh Examples/install-tools.sh
sh Examples/install-engines.sh
# One build: of the tests, and with them of the tool, which has what takes time optimized. Nobody
# looks at it with a debugger.
export OPTIMIZED=1 BUILD_OPTIONS="-debug-info-format none"
make tests
export DOTRANSITION="$PWD/.build/debug/dotransition"
sh Examples/quickstart.sh "$scratch/frames"
test "$(find "$scratch/frames" -name 'turn0??.png' | wc -l)" -eq 20
status=0
swift test --skip-build --event-stream-output-path "$scratch/events" --event-stream-version 0 "$@" \
  || status=$?
if [ -s "$scratch/events" ]; then
  echo "The slowest tests with arguments, in seconds of all their cases together:"
  LC_ALL=C awk -f Tests/slowest.awk "$scratch/events" | LC_ALL=C sort -rn | head -n 10
fi
if [ $status -ne 0 ]; then
  # Of a long log often only the end is kept.
  echo "What failed:"
  grep -a '"kind":"issueRecorded"' "$scratch/events" | head -n 20
  exit $status
fi
# The first ones wait more than they compute, and need nothing that the others build. 77: a program is
# missing, and the test says which.
(
  for test in examples parallel slurm; do
    sh Tests/distributed/$test-test.sh || [ $? -eq 77 ] || exit
  done
) >"$scratch/distributed" 2>&1 &
distributed=$!
for test in documentation install; do
  sh Tests/$test-test.sh || [ $? -eq 77 ] || status=$?
done
wait "$distributed" || status=$?
cat "$scratch/distributed"
exit $status
