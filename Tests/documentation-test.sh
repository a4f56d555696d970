#!/bin/sh
# Converts the documentation of the three libraries with DocC, and fails at the first warning. With a
# folder as its argument the archives stay there. Takes the time of a build for development, and some
# seconds. Ends with 77 where the toolchain has no DocC.
set -eu
cd "$(dirname "$0")/.."
command -v docc >/dev/null 2>&1 || { echo "skipped: needs docc, of Swift's toolchain" >&2; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
archives=${1:-$scratch}
mkdir -p "$archives"
platform=$(swiftc -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",/\1/p' | head -n 1)

failed=0
for library in TransitionKit GLTransitions TransitionImages; do
  # shellcheck disable=SC2086 # Options.
  swift build ${BUILD_OPTIONS-} --target $library >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
  mkdir "$scratch/$library"
  # shellcheck disable=SC2046 # Options.
  swift symbolgraph-extract -module-name $library -target "$platform" -I .build/debug/Modules \
    -minimum-access-level public -skip-synthesized-members -output-dir "$scratch/$library" \
    -I Sources/TransitionIntrinsics -I Sources/TransitionVips -I Sources/TransitionDeflate \
    -I Sources/TransitionFontconfig -I Sources/TransitionJPEG -I Sources/TransitionZlib \
    $(pkg-config --cflags-only-I vips | sed 's/-I/-Xcc -I/g')
  catalog=Sources/$library/$library.docc
  # shellcheck disable=SC2046
  docc convert $([ ! -d $catalog ] || echo $catalog) --warnings-as-errors \
    --additional-symbol-graph-dir "$scratch/$library" --output-path "$archives/$library.doccarchive" \
    --fallback-display-name $library --fallback-bundle-identifier $library || failed=1
done
[ $failed -eq 0 ] && echo "the documentation is without a warning"
exit $failed
