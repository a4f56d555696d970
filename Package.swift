// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "dotransition",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "dotransition", targets: ["dotransition"]),
    .library(name: "TransitionKit", targets: ["TransitionKit"]),
  ],
  targets: [
    .systemLibrary(
      name: "CVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    // For its checksums. libtiff needs it, too, so that Debian installs it with libvips.
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .target(name: "CLibrary", swiftSettings: strict),
    // One instruction of the processor, for which Swift has no name.
    .systemLibrary(name: "CPrefetch"),
    .target(name: "TransitionKit", dependencies: ["CLibrary", "CPrefetch"], swiftSettings: strict),
    .target(name: "System", dependencies: ["CLibrary"], swiftSettings: strict),
    // Where a root may set `errno`, as C has it, Swift takes roots one by one: 1.1 ns instead of 0.2.
    .target(
      name: "GLTransitions", dependencies: ["TransitionKit"],
      swiftSettings: strict + [.unsafeFlags(["-Xcc", "-fno-math-errno"])]),
    .target(
      name: "ImageFiles",
      dependencies: ["CDeflate", "CLibrary", "CVips", "System", "TransitionKit"],
      swiftSettings: strict),
    .target(
      name: "TransitionCommand",
      dependencies: [
        "GLTransitions", "ImageFiles", "System", "TransitionKit",
      ],
      swiftSettings: strict),
    .executableTarget(name: "dotransition", dependencies: ["TransitionCommand"]),
    .executableTarget(
      name: "CustomTransition", dependencies: ["TransitionKit"], path: "Examples/CustomTransition"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["GLTransitions", "ImageFiles", "System", "TransitionKit"],
      path: "Tests/Benchmarks"),
    .target(
      name: "TestSupport", dependencies: ["ImageFiles", "System", "TransitionKit"],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "TransitionKitTests", dependencies: ["TestSupport", "TransitionKit"],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "GLTransitionsTests", dependencies: ["GLTransitions", "TestSupport", "TransitionKit"],
      swiftSettings: strict),
    .testTarget(
      name: "SystemTests", dependencies: ["System", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ImageFilesTests",
      dependencies: ["ImageFiles", "System", "TestSupport", "TransitionKit"],
      swiftSettings: strict),
    .testTarget(
      name: "TransitionCommandTests",
      dependencies: [
        "TransitionCommand", "TestSupport", "ImageFiles", "System", "TransitionKit",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["ImageFiles", "System", "TestSupport", "TransitionCommand", "TransitionKit"],
      swiftSettings: strict),
  ]
)

// What the fuzzer runs is a test target, too, so that it is built with all others. libFuzzer itself
// comes with the sanitizers of Swift's toolchain: Tests/fuzz.sh builds with them.
let fuzzed: [Target.Dependency] = [
  "GLTransitions", "TransitionCommand", "ImageFiles", "System", "TestSupport", "TransitionKit",
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
