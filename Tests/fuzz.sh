#!/bin/sh
# Feeds the tool mutated command lines, parameters, pictures and shaders for a number of seconds in all
# (300 if not given), on one core. Fails at the first trap, leak, timeout or sanitizer's report;
# the input that caused it is kept in .build-fuzz/findings. What has been learned stays in
# .build-fuzz/corpus for the next run. FUZZ_TARGETS names the targets, if not all are wanted.
set -eu
cd "$(dirname "$0")/.."
targets=${FUZZ_TARGETS:-arguments easing frames parameters images shaders}
seconds=$((${1:-300} / $(echo $targets | wc -w)))
work=$PWD/.build-fuzz
export FUZZING=1 SWIFT_BACKTRACE=enable=no TMPDIR="$work/tmp"
rm -rf "$TMPDIR"
mkdir -p "$TMPDIR"
export LSAN_OPTIONS=suppressions=$PWD/Tests/Sanitizers/leaks.supp:print_suppressions=0
# Deep enough to tell that a leak is of what a global is made of; shaders are checked by many calls.
export ASAN_OPTIONS=malloc_context_size=100

swift build -c release --product Fuzzing --scratch-path "$work" \
  -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

for target in $targets; do
  seeds=$work/seeds/$target
  rm -rf "$seeds"
  mkdir -p "$seeds" "$work/corpus/$target" "$work/findings"
  if [ "$target" = images ]; then
    sh Tests/Fuzzing/seed-images.sh "$seeds"
  elif [ "$target" = shaders ]; then
    cp Examples/shaders/*.glsl Sources/GLTransitions/Shaders/*.glsl "$seeds"
  else
    # One seed a line, whose words become lines; in lists bars do.
    case $target in lists) mark='|' ;; *) mark=' ' ;; esac
    number=0
    while read -r line; do
      number=$((number + 1))
      printf %s "$line" | tr "$mark" '\n' >"$seeds/$number"
    done <"Tests/Fuzzing/Seeds/$target.txt"
  fi
  echo "== $target, $seconds s"
  # What the tool prints is not wanted; what libFuzzer and the sanitizer print is.
  FUZZ_TARGET=$target "$work/release/Fuzzing" "$work/corpus/$target" "$seeds" \
    -artifact_prefix="$work/findings/$target-" -max_total_time="$seconds" -timeout=10 \
    -max_len=8192 -rss_limit_mb=4096 -close_fd_mask=3 -print_final_stats=1 -print_funcs=0 \
    -verbosity=0
done
