#!/bin/sh
# Installs what the tests need, builds the tool as it is installed, and runs all tests. Arguments go to
# `swift test`.
set -eu
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sh Examples/install-libvips.sh tools
sh Examples/install-tools.sh
sh Examples/install-engines.sh
# The tool of the package, so that it is built for release only once. CustomTransition is an example.
# Beside it the tests are built: each takes one processor for most of its time. What draws pixels is
# optimized in them, which takes a minute to compile and saves several.
export OPTIMIZED=1
swift build --build-tests &
tests=$!
env -u OPTIMIZED make dotransition CustomTransition
wait "$tests"
export DOTRANSITION="$PWD/.build-static/release/dotransition"
sh Examples/quickstart.sh "$scratch/frames"
test "$(find "$scratch/frames" -name 'turn0??.png' | wc -l)" -eq 20
status=0
swift test --skip-build --event-stream-output-path "$scratch/events" --event-stream-version 0 "$@" \
  || status=$?
if [ -s "$scratch/events" ]; then
  echo "The slowest tests with arguments, in seconds of all their cases together:"
  LC_ALL=C awk -f Tests/slowest.awk "$scratch/events" | LC_ALL=C sort -rn | head -n 10
fi
[ $status -eq 0 ] || exit $status
# Of the libraries that are built for the tests.
sh Tests/documentation-test.sh || [ $? -eq 77 ]
unset OPTIMIZED
for test in install distributed/examples distributed/parallel distributed/slurm; do
  # 77: a program is missing, and the test says which.
  sh Tests/$test-test.sh || [ $? -eq 77 ]
done
