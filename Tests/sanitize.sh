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
# Sanitizers reserve terabytes of addresses, and cannot where a test limits the memory; what is freed
# they keep for a while, so that memory grows; they take their time where it is limited; and what calls
# itself a thousand times takes more than the stack.
set -- --skip refusesFalseClaimsOfSizeInLittleMemory --skip claimsBeyondMemory \
  --skip tooLittleMemory --skip memoryDoesNotGrowWithTheNumberOfFrames \
  --skip aRecordOfManyFramesIsReadInAMoment --skip endsWhatIsTooDeep "$@"
# ThreadSanitizer itself writes a file, and cannot where a test limits the size of files; and it keeps
# so much of what a process does that tests which run at once, and one by itself, take over 20 GB.
[ "$sanitizer" != thread ] || set -- --no-parallel --skip aLimitOnTheSizeOfFiles \
  --skip aFrameThatFailsDoesNotStopTheOthers --skip endsAProgramThatExplodes \
  --skip tellsOfAProgramThatIsTooLarge "$@"
# The tool that is tested is the one that has the sanitizer, too.
export DOTRANSITION="$PWD/.build-$sanitizer/debug/dotransition"
swift test --sanitize="$sanitizer" --scratch-path ".build-$sanitizer" "$@"
