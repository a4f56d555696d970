#!/bin/sh
# Runs the tests, and the tool that they run, with a sanitizer: `address`, which also finds leaks, or
# `thread`; run it after a release build. Further arguments go to `swift test`.
set -eu
cd "$(dirname "$0")/.."
sanitizer=${1:-address}
[ $# -eq 0 ] || shift
export SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS="suppressions=$PWD/Tests/Sanitizers/leaks.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$PWD/Tests/Sanitizers/threads.supp:print_suppressions=0"
# For the tests that a sanitizer keeps from passing, which are skipped and say why.
export SANITIZER="$sanitizer"
# Sanitizers reserve terabytes of addresses, and cannot where a test limits the memory; what is freed
# they keep for a while, so that memory grows; and what calls itself a thousand times takes more than
# the stack. Names may be of one word or of several.
set -- --skip 'refuses.?[Ff]alse.?[Cc]laims' --skip 'claims.?[Bb]eyond.?[Mm]emory' \
  --skip 'memory.?[Dd]oes.?[Nn]ot.?[Gg]row' --skip 'ends.?[Ww]hat.?[Ii]s.?[Tt]oo.?[Dd]eep' "$@"
# ThreadSanitizer keeps so much of what a process does that tests which run at once, and one by
# itself, take over 20 GB.
[ "$sanitizer" != thread ] || set -- --no-parallel --skip 'ends.?[Aa].?[Pp]rogram.?[Tt]hat' \
  --skip 'tells.?[Oo]f.?[Aa].?[Pp]rogram' "$@"
# The tool that is tested is the one that has the sanitizer, too.
export DOTRANSITION="$PWD/.build-$sanitizer/debug/dotransition"
swift test --sanitize="$sanitizer" --scratch-path ".build-$sanitizer" "$@"
