import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Profiles, which are made here as the standard has it.
@Suite struct ICCProfileTests {
  private typealias Tag = (name: String, data: [UInt8])

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { big(Int(($0 * 65536).rounded()), 4) }
  }

  private static func type(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, 0] + data
  }

  /// A monitor's profile of version 2.4, or 4.3 if a curve is parametric.
  private static func profile(_ tags: [Tag], space: String = "RGB ") -> [UInt8] {
    let text = Array("The colors of this profile are no sRGB".utf8) + [0]
    let tags =
      tags + [
        (
          "desc",
          type("desc", big(text.count, 4) + text + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67))
        ),
        ("cprt", type("text", Array("sRGB".utf8) + [0])),
        ("wtpt", type("XYZ ", fixed([0.9642, 1, 0.8249]))),
      ]
    var (list, data): ([UInt8], [UInt8]) = (big(tags.count, 4), [])
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      list += Array(tag.name.utf8) + big(start + data.count, 4) + big(tag.data.count, 4)
      data += tag.data
      while data.count % 4 != 0 { data.append(0) }
    }
    let isParametric = tags.contains { $0.data.starts(with: "para".utf8) }
    let version: [UInt8] = isParametric ? [4, 0x30] : [2, 0x40]
    var header = big(start + data.count, 4) + [0, 0, 0, 0] + version + [0, 0]
    header += Array("mntr\(space)XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + fixed([0.9642, 1, 0.8249])
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + list + data
  }

  private static let sRGBPrimaries = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]
  private static let adobePrimaries = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]

  private static func colors(_ primaries: [[Double]], _ curve: [UInt8]) -> [Tag] {
    zip(["r", "g", "b"], primaries).flatMap { channel, primary in
      [(channel + "XYZ", type("XYZ ", fixed(primary))), (channel + "TRC", curve)]
    }
  }

  private static func table(_ count: Int) -> [UInt8] {
    let entries = (0..<count).flatMap { index -> [UInt8] in
      let value = Double(index) / Double(count - 1)
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return big(Int((light * 65535).rounded()), 2)
    }
    return type("curv", big(count, 4) + entries)
  }

  private static let linear = type("curv", big(0, 4))
  private static func gamma(_ gamma: Double) -> [UInt8] {
    type("curv", big(1, 4) + big(Int(gamma * 256), 2))
  }
  private static func parametric(_ function: Int, _ parameters: [Double]) -> [UInt8] {
    type("para", big(function, 2) + [0, 0] + fixed(parameters))
  }

  /// A profile with the primaries of sRGB and a gamma.
  static func gammaProfile(_ exponent: Double) -> [UInt8] {
    profile(colors(sRGBPrimaries, gamma(exponent)))
  }

  /// A profile whose curves do not begin at 0, and one whose primaries are not quite white together.
  static var raisedProfile: [UInt8] {
    profile(colors(adobePrimaries, parametric(2, [2.4, 0.9, 0, 0.1])))
  }
  static var roughProfile: [UInt8] {
    let primaries = adobePrimaries.map { $0.map { $0 - 0.0002 } }
    return profile(colors(primaries, gamma(2.2)))
  }

  /// A profile of the primaries of Adobe RGB and a gamma of 2.2; and its light as that of sRGB.
  static var wideProfile: [UInt8] { profile(colors(adobePrimaries, gamma(2.2))) }
  private static let wideToSRGB = [
    [1.39824, -0.39846, 0.00001],
    [0.00002, 1.00008, 0.00003],
    [0.00001, -0.04295, 1.04266],
  ]

  /// Values of 8 bits in sRGB for values from 0 to 1 in the wide profile.
  static func sRGB(ofWide values: [Double]) -> [Double] {
    let light = values.map { pow($0, 2.2) }
    return wideToSRGB.map { row in
      let value = min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
      return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055)
    }
  }

  @Test(
    arguments: [
      ("a table", table(1024), true), ("a small table", table(64), true),
      ("a formula", parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]), true),
      (
        "a longer one",
        parametric(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0]), true
      ),
      ("linear light", linear, false), ("linear light in a formula", parametric(0, [1]), false),
      ("a gamma of 1", gamma(1), false), ("a gamma of 2.2", gamma(2.2), false),
      ("a gamma of 1.8", parametric(0, [1.8]), false),
      ("a cut curve", parametric(1, [2.4, 1, 0]), false),
      ("a raised curve", parametric(2, [2.4, 0.9, 0, 0.1]), false),
      ("no curve", type("curv", []), false),
    ])
  func `is sRGB if its curves and primaries are, whatever its texts say`(
    name: String, curve: [UInt8], isSRGB: Bool
  ) throws {
    let profile = try #require(
      ICCProfile(Self.profile(Self.colors(Self.sRGBPrimaries, curve))))
    #expect(profile.isSRGB == isSRGB)
    let adobe = try #require(
      ICCProfile(Self.profile(Self.colors(Self.adobePrimaries, curve))))
    #expect(!adobe.isSRGB)
  }

  @Test func `with tables, or of other colors than RGB, is not sRGB`() throws {
    let colors = Self.colors(Self.sRGBPrimaries, Self.table(1024))
    let tables = try #require(
      ICCProfile(Self.profile(colors + [("A2B0", Self.type("mft2", []))])))
    #expect(!tables.isSRGB && tables.isRGB)
    let grey = try #require(ICCProfile(Self.profile(colors, space: "GRAY")))
    #expect(!grey.isSRGB && !grey.isRGB)
  }

  @Test func `lets frames stay in it if filters can mix its values like those of sRGB`() throws {
    for (curve, isUsual) in [
      (Self.gamma(2.2), true), (Self.gamma(1.8), true), (Self.table(1024), true),
      (Self.gamma(1), false), (Self.linear, false),
    ] {
      let profile = try #require(
        ICCProfile(Self.profile(Self.colors(Self.adobePrimaries, curve))))
      #expect(profile.hasUsualCurve == isUsual)
    }
  }

  @Test func `may hold any bytes`() {
    let whole = Self.profile(
      Self.colors(Self.sRGBPrimaries, Self.table(64))
        + Self.colors(Self.sRGBPrimaries, Self.parametric(3, [2.4, 1, 0, 1, 0])))
    func judge(_ bytes: [UInt8]) -> Bool {
      guard let profile = ICCProfile(bytes) else { return false }
      return profile.isSRGB && profile.hasUsualCurve
    }
    for length in 0..<whole.count { _ = judge(Array(whole.prefix(length))) }
    var random = SplitMix64(seed: 1)
    for place in 0..<whole.count {
      for byte in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[place] = byte
        _ = judge(bytes)
        for _ in 0..<4 {
          bytes[Int(truncatingIfNeeded: random.next() % UInt64(whole.count))] =
            UInt8(truncatingIfNeeded: random.next())
        }
        _ = judge(bytes)
      }
    }
    // Numbers of tags, offsets and sizes that no file has.
    for place in stride(from: 128, to: 128 + 4 + 12 * 8, by: 4) {
      var bytes = whole
      bytes.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      _ = judge(bytes)
    }
  }

  @Test func `of linear light is not sRGB because it says so`() throws {
    let folder = try TemporaryFolder()
    let profile = Self.profile(Self.colors(Self.sRGBPrimaries, Self.linear))
    let light = Bitmap(width: 4, height: 4, uniform: [26, 90, 164])
    let path = Path(folder.file("a.png"))
    try ImageWriter(type: FileType("png"), profile: profile)
      .write(Frame(showing: light), "picture", to: path)
    let file = try ImageFile(path: path, role: "picture", pixelLimit: nil)
    #expect(file.profile == profile && !file.canKeepProfile)
    let color = try file.decode().bitmap(workingSpace: .linear).samples(column: 1, row: 1)
    #expect(zip(color, [90, 160, 209]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(color)")
  }
}
