import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// Pictures with ICC profiles.
@Suite struct ProfileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let adobe = TestProfile.bytes(
    TestProfile.adobePrimaries, TestProfile.gamma(2.19921875))
  private static let (red, green) = ([250, 20, 3], [10, 128, 90])

  /// Writes a picture of one color in a profile.
  private func write(
    _ color: [Int], _ profile: [UInt8], to name: String, depth: PixelFormat.Depth = .eight,
    alpha: Double? = nil
  ) throws {
    let scale = depth == .eight ? 1 : 257
    let format = PixelFormat(depth: depth, hasAlpha: alpha != nil)
    let opacity = alpha.map { [UInt16($0 * Double(depth.maximum))] } ?? []
    let bitmap = Bitmap(
      width: 64, height: 48, format: format, uniform: color.map { UInt16($0 * scale) } + opacity)
    try ImageWriter(type: FileType("png"), profile: profile)
      .write(Frame(showing: bitmap), "picture", to: Path(sandbox.folder.file(name)))
  }

  private func file(_ name: String) throws -> ImageFile {
    try ImageFile(path: Path(sandbox.folder.file(name)), role: "picture", pixelLimit: nil)
  }

  /// The samples of a pixel in the middle, in the file's own profile.
  private func ownSamples(_ name: String) throws -> [Double] {
    let file = try file(name)
    let picture = try file.decode(keeping: file.sharableProfile(isMixedEncoded: false))
      .bitmap(workingSpace: .srgb)
    let scale = Double(picture.format.depth.maximum) / 255
    return picture.samples(column: 32, row: 24).prefix(3).map { Double($0) / scale }
  }

  private func run(_ arguments: String) throws {
    let run = try sandbox.shell("$TOOL -q \(arguments)")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  private func isNear(_ found: [Double], _ expected: [Double], _ tolerance: Double = 1) -> Bool {
    zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
  }

  /// Values of sRGB for values of Adobe RGB (1998), after its specification.
  private static func sRGB(_ color: [Int]) -> [Double] {
    let light = color.map { pow(Double($0) / 255, 2.19921875) }
    let matrix = [[1.39836, -0.39836, 0], [0, 1, 0], [0, -0.04293, 1.04293]]
    return matrix.map { row in
      let own = min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
      return 255 * WorkingSpace.linear.encode(own)
    }
  }

  @Test(
    arguments: [
      ("Adobe RGB", TestProfile.gamma(2.19921875), 2.19921875),
      ("ProPhoto RGB", TestProfile.gamma(1.80078125), 1.80078125),
      ("linear light", TestProfile.linear, 1), ("a table", TestProfile.table(gamma: 2.2), 2.2),
      ("a formula", TestProfile.parametric(0, [2.4]), 2.4),
    ], [PixelFormat.Depth.eight, .sixteen])
  func `are mixed on the curve of the one that they share`(
    _ profile: (name: String, curve: [UInt8], gamma: Double), depth: PixelFormat.Depth
  ) throws {
    let bytes = TestProfile.bytes(TestProfile.adobePrimaries, profile.curve)
    try write(Self.red, bytes, to: "a.png", depth: depth)
    try write(Self.green, bytes, to: "b.png", depth: depth)
    let mean = zip(Self.red, Self.green).map { a, b in
      let light = (pow(Double(a) / 255, profile.gamma) + pow(Double(b) / 255, profile.gamma)) / 2
      return pow(light, 1 / profile.gamma) * 255
    }
    for transition in ["CIDissolve", "modtransition --compression 0.001"] {
      try run("a.png b.png --transition \(transition) --time 0.5 -o f.png")
      #expect(try file("f.png").profile == bytes)
      guard transition == "CIDissolve" else { continue }
      let found = try ownSamples("f.png")
      #expect(isNear(found, mean, depth == .eight ? 0.51 : 0.05), "\(found), \(mean)")
    }
    try run("a.png b.png --transition CIDissolve --time 0.5 -o f.png --size 40x30 --fit stretch")
    #expect(isNear(try ownSamples("f.png"), mean))
    guard profile.name != "linear light" else { return }
    try run("a.png b.png --transition dissolve --time 0.5 -o f.png --working-space srgb")
    let values = zip(Self.red, Self.green).map { Double($0 + $1) / 2 }
    #expect(isNear(try ownSamples("f.png"), values, 0.51))
  }

  @Test func `of linear light are sRGB where values are mixed as they are`() throws {
    let bytes = TestProfile.bytes(TestProfile.adobePrimaries, TestProfile.linear)
    try write(Self.red, bytes, to: "a.png")
    try write(Self.green, bytes, to: "b.png")
    try run("a.png b.png --transition dissolve --time 0.5 -o f.png --working-space srgb")
    #expect(try file("f.png").profile == nil)
  }

  @Test func `are sRGB if they have different ones, or one without a common curve`() throws {
    let other = TestProfile.bytes(TestProfile.adobePrimaries, TestProfile.gamma(1.8))
    let curves = TestProfile.colors(TestProfile.adobePrimaries, TestProfile.gamma(2.19921875))
    let uneven = TestProfile.bytes(
      curves.map { $0.name == "bTRC" ? ("bTRC", TestProfile.gamma(1.8)) : $0 })
    for (a, b) in [(Self.adobe, other), (uneven, uneven)] {
      try write(Self.red, a, to: "a.png")
      try write(Self.green, b, to: "b.png")
      try run("a.png b.png --transition dissolve -c 3 -o f%d.png")
      for name in ["f0.png", "f1.png", "f2.png"] { #expect(try file(name).profile == nil) }
      guard a == Self.adobe else { continue }
      let found = try sandbox.picture("f0.png").samples(column: 9, row: 9).map(Double.init)
      #expect(isNear(found, Self.sRGB(Self.red), 2), "\(found)")
    }
  }

  @Test func `have colors and backs of pages beside them that are the same`() throws {
    try write(Self.red, Self.adobe, to: "a.png")
    try write(Self.green, Self.adobe, to: "b.png")
    let blue = [40.0, 90, 200]
    // The margin, the band of a swipe, and the back of a page, each as sRGB.
    for (options, column) in [
      ("dissolve --size 100x48 --fit contain --background '#285ac8'", 5),
      ("swipe --color '#285ac8' --opacity 1 --angle 0 --width 6400", 32),
    ] {
      try run("a.png b.png --transition \(options) --time 0.5 -o f.png")
      #expect(try file("f.png").profile == Self.adobe)
      let found = try sandbox.picture("f.png").samples(column: column, row: 24).map(Double.init)
      #expect(isNear(found, blue, 3), "\(options): \(found)")
    }
    try Bitmap(width: 64, height: 48, uniform: [40, 90, 200]).write(
      to: sandbox.folder.file("c.png"))
    for (back, expected) in [("c.png", blue), ("a.png", Self.sRGB(Self.red))] {
      try run(
        "b.png b.png --transition CIPageCurlTransition --backsideimage \(back) --time 0.6 "
          + "--radius 4 --angle 0 -o f.png")
      #expect(try file("f.png").profile == Self.adobe)
      let page = try sandbox.picture("f.png")
      let colors = (0..<64).map { page.samples(column: $0, row: 24).map(Double.init) }
      #expect(colors.contains { isNear($0, expected, 3) }, "\(back): \(colors)")
    }
  }

  @Test func `become sRGB in streams, and in types without profiles`() throws {
    try write(Self.red, Self.adobe, to: "a.png")
    try write(Self.green, Self.adobe, to: "b.png")
    try run("a.png b.png --transition dissolve -c 2 --output - --pixel-format rgb24 > s.rgb")
    let bytes = [UInt8](try sandbox.bytes("s.rgb"))
    for (start, color) in [(0, Self.red), (64 * 48 * 3, Self.green)] {
      let found = bytes[start..<start + 3].map(Double.init)
      #expect(isNear(found, Self.sRGB(color), 2), "\(found)")
    }
    try run("a.png b.png --transition dissolve -c 2 -o f%d.ppm")
    let found = try sandbox.picture("f0.ppm").samples(column: 9, row: 9).map(Double.init)
    #expect(isNear(found, Self.sRGB(Self.red), 2), "\(found)")
  }

  @Test(
    arguments: [
      [255, 255, 255], [200, 60, 90], [120, 150, 40], [190, 180, 220],
      // sRGB has less than nothing of its red.
      [106, 231, 156],
    ])
  func `of 16 bits become sRGB as exactly with every libvips`(_ color: [Int]) throws {
    try write(color, Self.adobe, to: "a.png", depth: .sixteen)
    try run("a.png a.png --transition dissolve -c 2 -o f%d.ppm")
    let found = try sandbox.picture("f0.ppm").samples(column: 9, row: 9).map { Double($0) / 257 }
    #expect(isNear(found, Self.sRGB(color), color == [255, 255, 255] ? 0.001 : 0.4), "\(found)")
  }

  @Test(.needs("ffmpeg")) func `become sRGB in films`() throws {
    try write([180, 60, 40], Self.adobe, to: "a.png")
    try write(Self.green, Self.adobe, to: "b.png")
    try run("a.png b.png --transition dissolve -c 3 -o film.mp4 --quality 100")
    let frame = try sandbox.shell(
      "ffmpeg -v error -i film.mp4 -frames:v 1 -vf scale=flags=accurate_rnd,format=rgb24 "
        + "-f rawvideo out.rgb")
    #expect(frame.status == 0, "\(frame.errors)")
    let found = try [UInt8](sandbox.bytes("out.rgb"))[3000..<3003].map(Double.init)
    #expect(isNear(found, Self.sRGB([180, 60, 40]), 4), "\(found)")
  }

  @Test func `are composited over the background as light`() throws {
    try write([255, 255, 255], Self.adobe, to: "a.png", alpha: 0.5)
    try run("a.png a.png --transition dissolve -c 3 -o f%d.jpg --quality 100")
    for name in ["f0.jpg", "f1.jpg", "f2.jpg"] {
      #expect(try file(name).profile == Self.adobe)
      let expected = pow(127.0 / 255, 1 / 2.19921875) * 255
      #expect(isNear(try ownSamples(name), [expected, expected, expected], 1.5))
    }
  }
}
