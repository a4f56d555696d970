import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Profiles, which are made here as the standard has it.
@Suite struct ICCProfileTests {
  private typealias P = TestProfile

  /// A profile with the primaries of sRGB and a gamma.
  static func gammaProfile(_ exponent: Double) -> [UInt8] {
    P.bytes(P.sRGBPrimaries, P.gamma(exponent))
  }

  /// A profile whose curves do not begin at 0, and one whose primaries are not quite white
  /// together.
  static var raisedProfile: [UInt8] {
    P.bytes(P.adobePrimaries, P.parametric(2, [2.4, 0.9, 0, 0.1]))
  }
  static var roughProfile: [UInt8] {
    let primaries = P.adobePrimaries.map { $0.map { $0 - 0.0002 } }
    return P.bytes(primaries, P.gamma(2.2))
  }

  /// A profile of the primaries of Adobe RGB and a gamma of 2.2; and its light as that of sRGB.
  static var wideProfile: [UInt8] { P.bytes(P.adobePrimaries, P.gamma(2.2)) }
  static var longProfile: [UInt8] { P.bytes(P.adobePrimaries, P.table(40_000)) }
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
      ("a table", P.table(1024), true), ("a small table", P.table(64), true),
      ("a formula", P.parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]), true),
      (
        "a longer one",
        P.parametric(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0]), true
      ),
      ("linear light", P.linear, false), ("linear light in a formula", P.parametric(0, [1]), false),
      ("a gamma of 1", P.gamma(1), false), ("a gamma of 2.2", P.gamma(2.2), false),
      ("a gamma of 1.8", P.parametric(0, [1.8]), false),
      ("a cut curve", P.parametric(1, [2.4, 1, 0]), false),
      ("a raised curve", P.parametric(2, [2.4, 0.9, 0, 0.1]), false),
      ("no curve", P.type("curv", []), false),
    ])
  func `is sRGB if its curves and primaries are, whatever its texts say`(
    name: String, curve: [UInt8], isSRGB: Bool
  ) throws {
    let profile = try #require(
      ICCProfile(P.bytes(P.colors(P.sRGBPrimaries, curve))))
    #expect(profile.isSRGB == isSRGB)
    let adobe = try #require(
      ICCProfile(P.bytes(P.colors(P.adobePrimaries, curve))))
    #expect(!adobe.isSRGB)
  }

  @Test func `with tables, or of other colors than RGB, is not sRGB`() throws {
    let colors = P.colors(P.sRGBPrimaries, P.table(1024))
    let tables = try #require(
      ICCProfile(P.bytes(colors + [("A2B0", P.type("mft2", []))])))
    #expect(!tables.isSRGB && tables.isRGB)
    let grey = try #require(ICCProfile(P.bytes(colors, space: "GRAY")))
    #expect(!grey.isSRGB && !grey.isRGB)
  }

  @Test(
    arguments: [
      (P.gamma(2.2), true), (P.gamma(1.8), true), (P.table(1024), true),
      (P.table(gamma: 2.2), true), (P.parametric(0, [2.6]), true),
      (P.parametric(1, [2.2, 1, 0]), true), (P.gamma(1), false), (P.linear, false),
      (P.parametric(4, [2, 1, 0, 0, 0, 0, 0]), true),
    ])
  func `lets frames stay in it, mixed as values only if these are spaced like those of sRGB`(
    curve: [UInt8], isUsual: Bool
  ) throws {
    let profile = try #require(ICCProfile(P.bytes(P.adobePrimaries, curve)))
    #expect(profile.hasUsualCurve == isUsual)
    #expect(profile.encoding != nil)
  }

  @Test func `gives light by its curve, and colors by its primaries`() throws {
    let exponent = 2 + 51.0 / 256
    let encoding = try #require(
      ICCProfile(P.bytes(P.adobePrimaries, P.gamma(2.19921875)))?.encoding)
    for code in 0...255 {
      let value = Double(code) / 255
      #expect(abs(encoding.light(of: value) - pow(value, exponent)) < 1e-8)
      #expect(abs(encoding.value(of: pow(value, exponent)) - value) < 1e-6)
    }
    let format = PixelFormat(depth: .sixteen, hasAlpha: false, encoding: encoding)
    #expect(Color.white.samples(in: format) == [65535, 65535, 65535])
    #expect(Color.black.samples(in: format) == [0, 0, 0])
    // The red of sRGB in Adobe RGB (1998) is 219, 0, 0.
    let red = Color(1, 0, 0).samples(in: format).map { Double($0) / 257 }
    #expect(abs(red[0] - 218.9) < 0.3 && red[1] < 1 && red[2] < 1, "\(red)")
  }

  @Test(
    arguments: [
      (
        "curves of their own",
        P.colors(P.adobePrimaries, P.gamma(2.2)).map { tag in
          tag.name == "gTRC" ? ("gTRC", P.gamma(1.8)) : tag
        }
      ),
      ("a falling curve", P.colors(P.adobePrimaries, P.table(of: [0, 30000, 20000, 65535]))),
      ("a level curve", P.colors(P.adobePrimaries, P.table(of: [0, 30000, 30000, 65535]))),
      ("a raised curve", P.colors(P.adobePrimaries, P.parametric(2, [2.4, 0.9, 0, 0.1]))),
      ("no number", P.colors(P.adobePrimaries, P.parametric(3, [2.2, -1, -1, 1, 0]))),
      (
        "tables of colors",
        P.colors(P.adobePrimaries, P.gamma(2.2)) + [("A2B1", P.type("mft2", []))]
      ),
      ("one primary thrice", P.colors(Array(repeating: P.adobePrimaries[0], count: 3), P.linear)),
    ] as [(String, [TestProfile.Tag])])
  func `lets no frames stay in it if nothing can be mixed by its curve`(
    name: String, tags: [TestProfile.Tag]
  ) throws {
    #expect(try #require(ICCProfile(P.bytes(tags))).encoding == nil)
  }

  @Test func `may hold any bytes`() {
    let whole = P.bytes(
      P.colors(P.sRGBPrimaries, P.table(64))
        + P.colors(P.sRGBPrimaries, P.parametric(3, [2.4, 1, 0, 1, 0])))
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
    let profile = P.bytes(P.colors(P.sRGBPrimaries, P.linear))
    let light = Bitmap(width: 4, height: 4, uniform: [26, 90, 164])
    let path = Path(folder.file("a.png"))
    try ImageWriter(type: FileType("png"), profile: profile)
      .write(Frame(showing: light), "picture", to: path)
    let file = try ImageFile(path: path, role: "picture", pixelLimit: nil)
    #expect(file.profile == profile)
    #expect(file.sharableProfile(isMixedEncoded: true) == nil)
    #expect(file.sharableProfile(isMixedEncoded: false) != nil)
    let color = try file.decode().bitmap(workingSpace: .linear).samples(column: 1, row: 1)
    #expect(zip(color, [90, 160, 209]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(color)")
  }
}
