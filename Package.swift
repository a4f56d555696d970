// swift-tools-version: 6.2
import PackageDescription

// Swift 6.2 warns of an "unsafe" that later versions demand.
#if compiler(>=6.3)
  let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
  let warnings: [SwiftSetting] = []
#endif

let strict: [SwiftSetting] =
  warnings + [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// Tests spend most of their time in the tool and on pixels: with OPTIMIZED set, both are fast when
// built for development, too.
let optimized =
  strict + (Context.environment["OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])])

// Loops over pixels are generic: they are specialized for what other files say only where a module is
// compiled as a whole. In threads, as the index of tests wants an object of each file.
let specialized =
  optimized
  + (Context.environment["OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"])])

// What plans and reports is no hurry: made small, it takes a fifth less time to build.
let small =
  strict
  + (Context.environment["OPTIMIZED"] == nil
    ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [.unsafeFlags(["-Osize"])])

// Tests link Swift's runtime, which they share with Swift's libraries for tests. The tool that is
// built with them holds it all the same, as the released one does.
let runtime: [LinkerSetting] =
  Context.environment["OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-static-stdlib"])]

// The revision of these sources, which whoever builds the tool may know: SwiftPM remembers what it
// has read from Git before.
let revision = Context.environment["DOTRANSITION_REVISION"] ?? ""

let package = Package(
  name: "dotransition",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "dotransition", targets: ["dotransition"]),
    .library(name: "TransitionKit", targets: ["TransitionKit"]),
    .library(name: "GLTransitions", targets: ["GLTransitions"]),
    .library(name: "TransitionImages", targets: ["TransitionImages", "TransitionSystem"]),
  ],
  traits: [
    .default(enabledTraits: ["Libvips"]),
    .trait(
      name: "Libvips",
      description: """
        Decodes and encodes pictures: the tool and TransitionImages. A package that needs only \
        TransitionKit or GLTransitions leaves it out, and SwiftPM does not look for libvips.
        """),
  ],
  targets: [
    .systemLibrary(
      name: "TransitionVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    // For its checksums. libtiff needs it, too, so that Debian installs it with libvips.
    .systemLibrary(
      name: "TransitionDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    // Which libvips uses, too, so that it is installed with it.
    .systemLibrary(
      name: "TransitionJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    // By which libvips finds fonts.
    .systemLibrary(
      name: "TransitionFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    // Which libpng and libtiff use.
    .systemLibrary(
      name: "TransitionZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "TransitionLibC", swiftSettings: strict),
    .target(name: "TransitionLocks", dependencies: ["TransitionLibC"], swiftSettings: strict),
    // Instructions of the processor that Swift has no name for.
    .systemLibrary(name: "TransitionIntrinsics"),
    .target(
      name: "TransitionKit", dependencies: ["TransitionLibC", "TransitionIntrinsics"],
      swiftSettings: specialized),
    .target(
      name: "TransitionSystem", dependencies: ["TransitionLibC", "TransitionLocks"],
      swiftSettings: strict),
    .target(
      name: "GLTransitions",
      dependencies: ["TransitionIntrinsics", "TransitionKit", "TransitionLocks"],
      resources: [.embedInCode("Shaders")], swiftSettings: specialized),
    .target(
      name: "TransitionImages",
      dependencies: [
        .target(name: "TransitionDeflate", condition: .when(traits: ["Libvips"])),
        .target(name: "TransitionFontconfig", condition: .when(traits: ["Libvips"])),
        .target(name: "TransitionJPEG", condition: .when(traits: ["Libvips"])),
        .target(name: "TransitionVips", condition: .when(traits: ["Libvips"])),
        .target(name: "TransitionZlib", condition: .when(traits: ["Libvips"])),
        "TransitionKit", "TransitionLibC", "TransitionLocks", "TransitionSystem",
      ],
      swiftSettings: optimized),
    .target(
      name: "TransitionCommand",
      dependencies: [
        "GLTransitions", "TransitionImages", "TransitionKit", "TransitionLocks", "TransitionSystem",
      ],
      swiftSettings: small),
    .executableTarget(
      name: "dotransition", dependencies: ["TransitionCommand"],
      cSettings: [.define("REVISION", to: "\"\(revision)\"")], linkerSettings: runtime),
    .executableTarget(
      name: "CustomTransition", dependencies: ["TransitionKit"], path: "Examples/CustomTransition"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["GLTransitions", "TransitionImages", "TransitionSystem", "TransitionKit"],
      path: "Tests/Benchmarks", exclude: ["grain.sh"]),
    .target(
      name: "TestSupport", dependencies: ["TransitionImages", "TransitionSystem", "TransitionKit"],
      path: "Tests/TestSupport", swiftSettings: specialized),
    .testTarget(
      name: "TransitionKitTests", dependencies: ["TestSupport", "TransitionKit"],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "GLTransitionsTests", dependencies: ["GLTransitions", "TestSupport", "TransitionKit"],
      swiftSettings: strict),
    .testTarget(
      name: "TransitionSystemTests", dependencies: ["TransitionSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TransitionImagesTests",
      dependencies: ["TransitionImages", "TransitionSystem", "TestSupport", "TransitionKit"],
      swiftSettings: strict),
    .testTarget(
      name: "TransitionCommandTests",
      dependencies: [
        "TransitionCommand", "GLTransitions", "TestSupport", "TransitionImages", "TransitionKit",
        "TransitionLocks", "TransitionSystem",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "GLTransitions", "TransitionImages", "TransitionSystem", "TestSupport", "TransitionKit",
      ],
      exclude: ["FrameSums.txt"], swiftSettings: strict),
  ]
)

// What the fuzzer runs is a test target, too, so that it is built with all others. libFuzzer itself
// comes with the sanitizers of Swift's toolchain: Tests/fuzz.sh builds with them.
let fuzzed: [Target.Dependency] = [
  "GLTransitions", "TransitionCommand", "TransitionImages", "TransitionSystem", "TestSupport",
  "TransitionKit",
]
if Context.environment["FUZZING"] == nil {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Seeds", "seed-images.sh", "main.swift"],
      swiftSettings: [.swiftLanguageMode(.v6)]))
} else {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Seeds", "seed-images.sh", "SeedTests.swift"],
      swiftSettings: [.swiftLanguageMode(.v6)]))
}
