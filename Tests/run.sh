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
make dotransition CustomTransition
export DOTRANSITION="$PWD/.build-static/release/dotransition"
sh Examples/quickstart.sh "$scratch/frames"
test "$(find "$scratch/frames" -name 'turn0??.png' | wc -l)" -eq 20
# What draws pixels is optimized, which takes a minute to compile and saves several.
OPTIMIZED=1 swift test "$@"
for test in install distributed/examples distributed/parallel distributed/slurm; do
  # 77: a program is missing, and the test says which.
  sh Tests/$test-test.sh || [ $? -eq 77 ]
done
