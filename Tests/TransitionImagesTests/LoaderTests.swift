import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Pictures whose decoders need to be watched, and files that none of them gets.
@Suite struct LoaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func error(_ name: String) -> ImageFileError? {
    do {
      _ = try ImageFile(path: Path(folder.file(name)), role: "picture", pixelLimit: nil).decode()
      return nil
    } catch { return error }
  }

  /// An OpenEXR file of one color, with a channel of 32-bit numbers each, uncompressed. The first
  /// pixel is at `origin`; the picture begins at 0 and is of the size of `display`.
  private func exr(
    _ colors: [(channel: String, value: Float)], width: Int, height: Int,
    origin: (x: Int, y: Int) = (0, 0), display: (width: Int, height: Int)? = nil, comment: Int = 0
  ) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0] + Array(type.utf8) + [0] + little(value.count) + value
    }
    let one = little(Int(Float(1).bitPattern))
    let channel: [UInt8] = [0] + little(2) + [0, 0, 0, 0] + little(1) + little(1)
    func window(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt8] {
      little(x) + little(y) + little(x + width - 1) + little(y + height - 1)
    }
    let colors = colors.sorted { $0.channel < $1.channel }
    var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    file += attribute(
      "channels", "chlist", colors.flatMap { Array($0.channel.utf8) + channel } + [0])
    file += attribute("comments", "string", [UInt8](repeating: 65, count: comment))
    file += attribute("compression", "compression", [0])
    file += attribute("dataWindow", "box2i", window(origin.x, origin.y, width, height))
    file += attribute(
      "displayWindow", "box2i", window(0, 0, display?.width ?? width, display?.height ?? height))
    file += attribute("lineOrder", "lineOrder", [0])
    file += attribute("pixelAspectRatio", "float", one)
    file += attribute("screenWindowCenter", "v2f", little(0) + little(0))
    file += attribute("screenWindowWidth", "float", one) + [0]
    let row = colors.flatMap { color in
      (0..<width).flatMap { _ in little(Int(color.value.bitPattern)) }
    }
    let first = file.count + 8 * height
    for y in 0..<height { file += little(first + y * (8 + row.count)) + little(0) }
    for y in 0..<height { file += little(origin.y + y) + little(row.count) + row }
    return file
  }

  @Test func `a GIF has its whole screen, of which frames may leave parts free`() throws {
    // Two pixels, red and green, at 3,2 of a screen that libvips takes for a mistake.
    let screen: [UInt8] = [0x80, 2, 0xE0, 1, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    let frame: [UInt8] = [0x2C, 3, 0, 2, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
    try Data(Array("GIF89a".utf8) + screen + frame).write(
      to: URL(fileURLWithPath: folder.file("screen.gif")))
    let picture = try Bitmap(readingFrom: folder.file("screen.gif"))
    #expect((picture.width, picture.height) == (640, 480) && picture.format.hasAlpha)
    #expect(picture.samples(column: 3, row: 2) == [255, 0, 0, 255])
    #expect(picture.samples(column: 4, row: 2) == [0, 255, 0, 255])
    for (column, row) in [(0, 0), (2, 2), (5, 2), (639, 479)] {
      #expect(picture.samples(column: column, row: row).last == 0)
    }
  }

  @Test(.enabled(if: VipsTool.has("openexrload"), "needs the vips tool, and libvips with OpenEXR"))
  func `OpenEXR is linear light, and half a file is none`() throws {
    let file = exr([("R", 0.2140411), ("G", 1), ("B", 0)], width: 20, height: 10)
    try write(file, to: "a.exr")
    let color = try Bitmap(readingFrom: folder.file("a.exr")).samples(column: 19, row: 9)
    #expect(abs(Int(color[0]) - 32768) < 200 && color[1] == 65535 && color[2] == 0, "\(color)")
    // libvips takes brackets in most names for options.
    try write(file, to: "a[1]")
    #expect(error("a[1]") == nil)
    // Behind the header: before its end libvips refuses the file, too, but leaks its name.
    for tenth in 2..<10 {
      try write(Array(file.prefix(file.count * tenth / 10)), to: "part.exr")
      #expect(error("part.exr")?.kind == .undecodable, "\(tenth)/10")
    }
  }

  @Test(.enabled(if: VipsTool.has("openexrload"), "needs the vips tool, and libvips with OpenEXR"))
  func `OpenEXR is what its display window shows`() throws {
    // 2x1 pixels: the first is left of the picture, the other its first.
    let white = [("R", 1), ("G", 1), ("B", 1)] as [(String, Float)]
    try write(
      exr(white, width: 2, height: 1, origin: (-1, 0), display: (3, 2)), to: "a.exr")
    let picture = try Bitmap(readingFrom: folder.file("a.exr"))
    #expect((picture.width, picture.height) == (3, 2))
    #expect(picture.samples == Array(repeating: 65535, count: 4) + Array(repeating: 0, count: 20))
    // A long attribute before them does not hide the windows; half a header is none.
    let comment = exr(white, width: 2, height: 1, display: (3, 2), comment: 2_000_000)
    try write(comment, to: "long.exr")
    #expect(try Bitmap(readingFrom: folder.file("long.exr")).width == 3)
    try write(exr(white, width: 2, height: 1, display: (0, 2)), to: "none.exr")
    #expect(error("none.exr")?.detail.contains("display window") == true)
  }

  @Test(.enabled(if: VipsTool.has("openexrload"), "needs the vips tool, and libvips with OpenEXR"))
  func `OpenEXR without colors is refused`() throws {
    try write(exr([("Y", 1)], width: 2, height: 2), to: "grey.exr")
    #expect(try Bitmap(readingFrom: folder.file("grey.exr")).samples.allSatisfy { $0 == 65535 })
    for channels in [["Z"], ["diffuse.R", "diffuse.G", "diffuse.B"], ["R", "G", "B", "Y"]] {
      try write(exr(channels.map { ($0, 1) }, width: 2, height: 2), to: "none.exr")
      #expect(error("none.exr")?.detail.contains("channels named R, G and B") == true)
    }
  }

  @Test func `Radiance is read rightly or not at all`() throws {
    func radiance(_ header: String) -> [UInt8] {
      Array(header.utf8) + [128, 128, 128, 129, 0, 0, 0, 0]
    }
    let start = "#?RADIANCE\n"
    let format = "FORMAT=32-bit_rle_rgbe\n"
    try write(radiance(start + format + "\n-Y 2 +X 1\n"), to: "a.hdr")
    let samples = try Bitmap(readingFrom: folder.file("a.hdr")).samples
    #expect(samples.prefix(3).allSatisfy { $0 > 65000 } && samples.suffix(3).allSatisfy { $0 == 0 })
    for header in [
      start + format + "\n+Y 2 +X 1\n", start + format + "\n-Y 2 -X 1\n",
      start + format + "\n+X 2 -Y 1\n", start + "FORMAT=32-bit_rle_xyze\n\n-Y 2 +X 1\n",
      start + "FORMAT= 32-bit_rle_xyze\n\n-Y 2 +X 1\n",
      start + "FORMAT=32-bit_rle_rgbe\r\n\r\n+Y 2 +X 1\n",
      start + String(repeating: "a comment\n", count: 10_000) + format + "\n+Y 2 +X 1\n",
    ] {
      try write(radiance(header), to: "a.hdr")
      #expect(error("a.hdr")?.kind == .undecodable, "\(header.prefix(99))")
    }
  }

  @Test(.enabled(if: VipsTool.has("jp2kload"), "needs the vips tool, and libvips with OpenJPEG"))
  func `JPEG 2000 of a few bits is as bright as others`() throws {
    // 4x4 samples of 4 bits, each row 0, 5, 10 and 15.
    let codestream = """
      /0//UQApAAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAABAwEB/1IADAAAAAEAAAQEAAH/XAAEQCD/ZAAl\
      AAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAaAAH/k98gkBFqSmCoBvU/P//Z
      """
    let bytes = try Array(#require(Data(base64Encoded: codestream)))
    // The header says the size, one channel of grey, and its depth.
    let header = "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABAAAAAQAAQMH"
    let boxes = try Array(
      #require(Data(base64Encoded: header + "AAAAAAAPY29scgEAAAAAABEAAACManAyYw==")))
    for (name, file) in [("a.j2k", bytes), ("a.jp2", boxes + bytes)] {
      try write(file, to: name)
      let row = try Bitmap(readingFrom: folder.file(name)).samples.prefix(12)
      #expect(row == [0, 85, 170, 255].flatMap { [$0, $0, $0] }[...], "\(name)")
    }
  }

  @Test func `JPEG 2000 is read only if libvips reads it rightly`() throws {
    func big(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      big(content.count + 8, 4) + Array(kind.utf8) + content
    }
    func codestream(_ channels: [[UInt8]] = [[7, 1, 1]], origin: Int = 0) -> [UInt8] {
      let sizes = [4, 4, origin, 0, 4, 4, 0, 0].flatMap { big($0, 4) }
      return [0xFF, 0x4F, 0xFF, 0x51, 0, 0, 0, 0] + sizes + big(channels.count, 2)
        + channels.flatMap(\.self)
    }
    func color(_ method: UInt8, _ rest: [UInt8]) -> [UInt8] { box("colr", [method, 0, 0] + rest) }
    func defect(_ file: [UInt8]) -> String? {
      JPEG2000Header { offset, count in Array(file.dropFirst(offset).prefix(count)) }?.defect
    }
    let start = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    let end = box("jp2c", codestream())
    let many = (0..<500).flatMap { _ in box("free", []) }
    #expect(defect(codestream()) == nil && defect(start + many + end) == nil)
    #expect(defect(start + box("jp2h", color(1, big(16, 4))) + end) == nil)
    #expect(defect(start + box("jp2h", color(2, [1, 2, 3]) + color(1, big(18, 4))) + end) == nil)
    for content in [
      color(1, big(18, 4)), color(1, big(12, 4)), color(3, []), color(1, []), box("pclr", [0, 1]),
      // Too short for its method, before what may look like it.
      box("colr", [2]) + color(1, big(18, 4)) + box("pclr", []),
      box("cdef", [0, 1, 0, 0, 0, 2, 0, 0]),
    ] {
      #expect(defect(start + box("jp2h", content) + end) != nil, "\(content)")
    }
    for file in [
      codestream([[7, 1, 1], [7, 2, 2]]), codestream([[7, 1, 1], [3, 1, 1]]), codestream([]),
      codestream(origin: 1), Array(codestream().dropLast(9)),
      start + big(4, 4) + Array("free".utf8),
      start + many + many + (0..<9999).flatMap { _ in box("free", []) } + end,
    ] {
      #expect(defect(file) != nil)
    }
  }

  @Test func `a portable map is read rightly or not at all`() throws {
    // Black, white, white, black.
    let row: [UInt8] = [0, 255, 255, 0]
    for header in [
      "P5\n# a\n4 1\n255\n", "P5 #a\n4\t1\r\n255\n", "P5\n4#a\n1\n#b\n255\n",
      "P5\u{B}04\u{C}1 0255\n",
    ] {
      try write(Array(header.utf8) + row, to: "a.pnm")
      let picture = try Bitmap(readingFrom: folder.file("a.pnm"))
      #expect(picture.samples == row.flatMap { [UInt16($0), UInt16($0), UInt16($0)] }, "\(header)")
    }
    for header in [
      // Others than libvips takes them for.
      "P5 #a\n#b\n4 1\n255\n", "P5\n-4 1\n255\n", "P5\n+4 1\n255\n", "P5\n4294967300 1\n255\n",
      "P5\n4 1\n0\n", "P5\n4 1\n70000\n", "P5\n4 1\n255\r\n", "P5\n4 1\n255 #a\n", "P5\n4 1\n",
      "P5\n4",
      // Half a file.
      "P6\n4 1\n255\n",
    ] {
      try write(Array(header.utf8) + row, to: "a.pnm")
      #expect(error("a.pnm")?.kind == .undecodable, "\(header)")
    }
  }

  @Test(arguments: [
    "P1\n1 1\n0\n", "P2\n1 1\n9\n5\n", "P3\n1 1\n9\n5 5 5\n", "P4\n8 1\na", "Pf\n1 1\n-1.0\nabcd",
    "PF\n1 1\n-1.0\nabcdefghijkl", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\na",
    "#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd", "SIMPLE  =                    T",
    "8BPS\u{0}\u{1}", "SDPX", "id=ImageMagick", "1 2 3\n4 5 6\n", "BA", "no picture",
  ])
  func `a file of another type is refused`(content: String) throws {
    // The name of the file does not count.
    for name in ["a.png", "a.csv", "a.v", "a.tga", "a"] {
      try write(Array(content.utf8), to: name)
      guard case .unlisted(_, _, let types) = error(name) else {
        Issue.record("\(name): \(error(name).debugDescription)")
        continue
      }
      #expect(types.hasPrefix("JPEG, PNG, TIFF, ") && types.hasSuffix(", BMP"))
    }
  }

  @Test(
    .enabled(if: VipsTool.has("magickload"), "needs the vips tool, and libvips with ImageMagick"))
  func `BMP is read whole, and gray of three colors is opaque`() throws {
    /// Three pixels of 24 bits in one row, which takes a multiple of four bytes.
    let bmp: [UInt8] =
      [0x42, 0x4D, 66, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0]
      + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
      + [10, 10, 10, 128, 128, 128, 255, 255, 255, 0, 0, 0]
    try write(bmp, to: "a.bmp")
    let picture = try Bitmap(readingFrom: folder.file("a.bmp"))
    #expect(picture.format == .rgb8)
    #expect(picture.samples == [10, 10, 10, 128, 128, 128, 255, 255, 255])
    try write(Array(bmp.dropLast(8)), to: "part.bmp")
    #expect(error("part.bmp")?.kind == .undecodable)
  }
}
