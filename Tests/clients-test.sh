#!/bin/sh
# Makes a package that uses one library, for each of the three, builds it and compares what it prints.
# The first two do without libvips: pkg-config finds nothing while they are built. Takes three minutes.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "clients-test: $*" >&2; exit 1; }
# SwiftPM names a package after its folder.
ln -s "$top" "$scratch/dotransition"

# Builds the program that is read from standard input, and checks the line that it prints.
check() { # LIBRARY TRAITS EXPECTED
  package=$scratch/Client$1
  mkdir -p "$package/Sources/Client$1"
  cat >"$package/Sources/Client$1/main.swift"
  cat >"$package/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client$1",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../dotransition", traits: [$2])],
  targets: [
    .executableTarget(
      name: "Client$1", dependencies: [.product(name: "$1", package: "dotransition")])
  ])
END
  swift build --package-path "$package" >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    fail "the client of $1 is not built"
  }
  program=$package/.build/debug/Client$1
  case $2 in '') ldd "$program" | grep libvips >&2 && fail "the client of $1 needs libvips" ;; esac
  printed=$(cd "$scratch" && "$program") || fail "the client of $1 ends with status $?"
  [ "$printed" = "$3" ] || fail "the client of $1 prints $printed instead of $3"
  echo "$1: $printed"
}

# Half of white's light is 188, half of its value 128.
found=${PKG_CONFIG_LIBDIR-}
export PKG_CONFIG_LIBDIR="$scratch"
check TransitionKit '' '[188, 188, 188]' <<'END'
import TransitionKit

let rgb = PixelFormat(depth: .eight, hasAlpha: false)
let white = Bitmap(width: 1, height: 1, format: rgb, bytes: [255, 255, 255])
let black = Bitmap(width: 1, height: 1, format: rgb, bytes: [0, 0, 0])
let inputs = Inputs(source: white, target: black)
print(DissolveTransition().prepared(for: inputs.layout).frame(at: 0.5, of: inputs).bytes())
END
check GLTransitions '' '[128, 128, 128] true' <<'END'
import GLTransitions
import TransitionKit

let rgb = PixelFormat(depth: .eight, hasAlpha: false)
let white = Bitmap(width: 1, height: 1, format: rgb, workingSpace: .srgb, bytes: [255, 255, 255])
let black = Bitmap(width: 1, height: 1, format: rgb, workingSpace: .srgb, bytes: [0, 0, 0])
let program = try GLProgram(
  source: """
    vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }
    """)
let inputs = Inputs(source: white, target: black)
let frame = GLTransition(program).prepared(for: inputs.layout).frame(at: 0.5, of: inputs)
print(frame.bytes(), ShippedTransitions.named("push") != nil)
END
unset PKG_CONFIG_LIBDIR
[ -z "$found" ] || export PKG_CONFIG_LIBDIR="$found"
check TransitionImages .defaults '3x2 [10, 20, 30]' <<'END'
import TransitionImages
import TransitionKit

let rgb = PixelFormat(depth: .eight, hasAlpha: false)
let pixels = (0..<6).flatMap { _ in [10, 20, 30] as [UInt8] }
let bitmap = Bitmap(width: 3, height: 2, format: rgb, bytes: pixels)
try ImageWriter(type: FileType("png")).write(Frame(showing: bitmap), "frame", to: "frame.png")
let picture = try ImageFile(path: "frame.png", role: "picture", pixelLimit: 100).decode()
let canvas = Canvas(width: 3, height: 2, fit: .cover, background: .black)
let fitted = try picture.fitted(
  to: canvas, format: picture.fittedFormat(in: canvas), workingSpace: .linear
).bitmap
print("\(fitted.width)x\(fitted.height)", Frame(showing: fitted).bytes().prefix(3).map(\.self))
END
