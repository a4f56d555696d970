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
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "dotransition", targets: ["dotransition"]),
    .library(name: "TransitionKit", targets: ["TransitionKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    .target(name: "TransitionKit", swiftSettings: strict),
    .target(
      name: "ImageFiles", dependencies: ["CVips", "TransitionKit"], swiftSettings: strict),
    .target(
      name: "TransitionCommand",
      dependencies: [
        "ImageFiles", "TransitionKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "dotransition", dependencies: ["TransitionCommand"], swiftSettings: strict),
    .testTarget(
      name: "TransitionKitTests", dependencies: ["TransitionKit"], swiftSettings: strict),
    .testTarget(
      name: "TransitionCommandTests",
      dependencies: [
        "TransitionCommand", "ImageFiles", "TransitionKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests", dependencies: ["ImageFiles", "TransitionKit"],
      swiftSettings: strict),
  ]
)
