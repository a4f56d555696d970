import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Pictures of one color in many kinds of samples: whatever the kind, it is that color that is
/// read.
@Suite struct ColorReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The color, as values of sRGB and as light, and its alpha.
  private static let color: [Double] = [90, 160, 210].map { $0 / 255 }
  private static let light = color.map { pow(($0 + 0.055) / 1.055, 2.4) }
  private static let alpha = 128.0 / 255
  /// Grey of the color's green.
  private static let grey = [160, 160, 160]

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  /// The color of a picture on the scale of 8 bits, with alpha if it has that.
  private func color(_ name: String) throws -> [Double] {
    let picture = try Bitmap(readingFrom: folder.file(name))
    let samples = picture.samples(column: picture.width - 1, row: picture.height - 1)
    return samples.map { Double($0) * 255 / Double(picture.format.depth.maximum) }
  }

  private func expect(_ name: String, _ expected: [Int], tolerance: Double = 0.6) throws {
    let color = try color(name)
    #expect(
      color.count == expected.count
        && zip(color, expected).allSatisfy { abs($0 - Double($1)) <= tolerance },
      "\(name): \(color) for \(expected)")
  }

  private func refusal(_ name: String) -> String? {
    do {
      _ = try ImageFile(path: Path(folder.file(name)), role: "picture", pixelLimit: nil).decode()
      return nil
    } catch {
      guard case .refused(_, _, let detail) = error else { return "\(error)" }
      return detail
    }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private enum Samples: Int { case integer = 1, signed, float }

  /// A TIFF file of 3x2 pixels of one color, uncompressed.
  private static func tiff(
    _ pixel: [Double], _ samples: Samples, bits: Int, photometric: Int, extra: Int? = nil,
    profile: [UInt8] = []
  ) -> [UInt8] {
    let sample = pixel.flatMap { value -> [UInt8] in
      if samples == .float { return little(Int(Float(value).bitPattern), 4) }
      let maximum = Double(1 << (samples == .signed ? bits - 1 : bits)) - 1
      return little(Int((value * maximum).rounded()), bits / 8)
    }
    let pixels = (0..<6).flatMap { _ in sample }
    let (perSample, data) = (8, 8 + 2 * pixel.count * 2)
    var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 3, 1, 3), (257, 3, 1, 2), (258, 3, pixel.count, perSample), (259, 3, 1, 1),
      (262, 3, 1, photometric), (273, 4, 1, data), (277, 3, 1, pixel.count), (278, 3, 1, 2),
      (279, 4, 1, pixels.count), (284, 3, 1, 1), (339, 3, pixel.count, perSample + 2 * pixel.count),
    ]
    // Up to two numbers of 16 bits stand in the entry itself.
    if pixel.count <= 2 {
      entries[2].value = pixel.count == 1 ? bits : bits | bits << 16
      entries[10].value = samples.rawValue * (pixel.count == 1 ? 1 : 0x10001)
    }
    if let extra { entries.append((338, 3, 1, extra)) }
    // Y, Cb and Cr of each pixel.
    if photometric == 6 { entries.append((530, 3, 2, 0x10001)) }
    if !profile.isEmpty { entries.append((34675, 7, profile.count, data + pixels.count)) }
    entries.sort { $0.tag < $1.tag }
    let directory = data + pixels.count + profile.count
    var file: [UInt8] = [0x49, 0x49, 42, 0] + little(directory, 4)
    file +=
      pixel.flatMap { _ in little(bits, 2) } + pixel.flatMap { _ in little(samples.rawValue, 2) }
    file += pixels + profile + little(entries.count, 2)
    for entry in entries {
      file += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
      file += little(entry.value, 4)
    }
    return file + little(0, 4)
  }

  @Test func `in TIFF is read from samples of 8, 16 and 32 bits`() throws {
    let (rgb, grey, alpha) = (Self.color, [Self.color[1]], [Self.alpha])
    for bits in [8, 16, 32] {
      for (name, file, expected) in [
        ("rgb", Self.tiff(rgb, .integer, bits: bits, photometric: 2), [90, 160, 210]),
        ("grey", Self.tiff(grey, .integer, bits: bits, photometric: 1), Self.grey),
        (
          "alpha", Self.tiff(rgb + alpha, .integer, bits: bits, photometric: 2, extra: 2),
          [90, 160, 210, 128]
        ),
        (
          "greyalpha", Self.tiff(grey + alpha, .integer, bits: bits, photometric: 1, extra: 2),
          Self.grey + [128]
        ),
      ] {
        try write(file, "\(name)\(bits).tif")
        try expect("\(name)\(bits).tif", expected)
      }
    }
  }

  @Test func `in TIFF of floating point is light, or values of the file's profile`() throws {
    let (rgb, grey, alpha) = (Self.light, [Self.light[1]], [Self.alpha])
    try write(Self.tiff(rgb, .float, bits: 32, photometric: 2), "rgb.tif")
    try expect("rgb.tif", [90, 160, 210])
    try write(Self.tiff(grey, .float, bits: 32, photometric: 1), "grey.tif")
    try expect("grey.tif", Self.grey)
    try write(Self.tiff(rgb + alpha, .float, bits: 32, photometric: 2, extra: 2), "rgba.tif")
    try expect("rgba.tif", [90, 160, 210, 128])
    try write(Self.tiff(rgb + [1], .float, bits: 32, photometric: 2, extra: 2), "opaque.tif")
    try expect("opaque.tif", [90, 160, 210])
    try write(Self.tiff(grey + alpha, .float, bits: 32, photometric: 1, extra: 2), "greya.tif")
    try expect("greya.tif", Self.grey + [128])
    let beyond = [Double.infinity, .nan, -1]
    try write(Self.tiff(beyond, .float, bits: 32, photometric: 2), "beyond.tif")
    try expect("beyond.tif", [255, 0, 0])
    // The values are those of the profile.
    let values = ICCProfileTests.gammaProfile(2.2)
    let encoded = Self.light.map { pow($0, 1 / 2.2) }
    try write(
      Self.tiff(encoded, .float, bits: 32, photometric: 2, profile: values), "profile.tif")
    try expect("profile.tif", [90, 160, 210], tolerance: 1)
  }

  @Test func `in TIFF of 16 bits is exact where its profile holds more than SRGB`() throws {
    let profile = ICCProfileTests.wideProfile
    try write(
      Self.tiff([1, 1, 1], .integer, bits: 16, photometric: 2, profile: profile), "white.tif")
    try expect("white.tif", [255, 255, 255], tolerance: 0)
    // The red of sRGB is next to nothing, or less.
    for values in [[0.421, 0.75, 0.119], [0.378, 0.669, 0.981], [0.429, 0.756, 0.857]] {
      try write(
        Self.tiff(values, .integer, bits: 16, photometric: 2, profile: profile), "wide.tif")
      let exact = ICCProfileTests.sRGB(ofWide: values)
      let color = try color("wide.tif")
      #expect(zip(color, exact).allSatisfy { abs($0 - $1) < 2 }, "\(color) for \(exact)")
    }
  }

  @Test func `is told if its profile cannot be used`() throws {
    let words = ["has a color profile that cannot be used: it is left out"]
    let (wide, long) = (ICCProfileTests.wideProfile, ICCProfileTests.longProfile)
    let bytes = Array("no profile at all".utf8)
    for (pixel, profile, expected) in [
      (Self.color, wide, []), (Self.color, bytes, words), ([Self.color[1]], bytes, words),
      // Little CMS takes no longer curve.
      (Self.color, long, words),
      // Gray pictures often have a profile for RGB.
      ([Self.color[1]], wide, []),
    ] as [([Double], [UInt8], [String])] {
      let photometric = pixel.count == 1 ? 1 : 2
      try write(
        Self.tiff(pixel, .integer, bits: 8, photometric: photometric, profile: profile), "a.tif")
      let file = try ImageFile(path: Path(folder.file("a.tif")), role: "picture", pixelLimit: nil)
      #expect(try file.decode().warnings == expected, "\(pixel) \(profile.count)")
    }
  }

  @Test(arguments: [true, false])
  func `in TIFF of 16 bits is that of 8 bits, and has exact ends`(isRaised: Bool) throws {
    let profile = isRaised ? ICCProfileTests.raisedProfile : ICCProfileTests.roughProfile
    for (values, exact) in [
      ([0.0, 0, 0], [0, 0, 0]), ([1, 1, 1], [255, 255, 255]), ([0.2, 0.4, 0.6], nil),
    ] as [([Double], [Int]?)] where !isRaised || values != [1, 1, 1] {
      for bits in [8, 16] {
        try write(
          Self.tiff(values, .integer, bits: bits, photometric: 2, profile: profile), "\(bits).tif")
      }
      let rounded = try color("8.tif").map { Int($0) }
      try expect("16.tif", rounded, tolerance: 1.1)
      if let exact { try expect("16.tif", exact, tolerance: 0) }
    }
  }

  @Test func `in TIFF is refused where libvips would not read it rightly`() throws {
    let (rgb, alpha) = (Self.color, [Self.alpha])
    for (name, file) in [
      ("signed8", Self.tiff(rgb, .signed, bits: 8, photometric: 2)),
      ("signed16", Self.tiff(rgb, .signed, bits: 16, photometric: 2)),
      ("signed32", Self.tiff(rgb, .signed, bits: 32, photometric: 2)),
      ("associated", Self.tiff(rgb + alpha, .float, bits: 32, photometric: 2, extra: 1)),
      ("associated32", Self.tiff(rgb + alpha, .integer, bits: 32, photometric: 2, extra: 1)),
      ("whiteiszero", Self.tiff([0.5], .float, bits: 32, photometric: 0)),
      ("icclab", Self.tiff(rgb, .integer, bits: 8, photometric: 9)),
      ("ycbcr", Self.tiff(rgb, .integer, bits: 8, photometric: 6)),
    ] {
      try write(file, name + ".tif")
      let refusal = refusal(name + ".tif")
      #expect(refusal?.hasSuffix("not read") == true, "\(name): \(refusal ?? "read")")
    }
  }

  @Test(arguments: [1, 3, 4, 6, 8, 9, 16, 17])
  func `in TIFF is told by tags of any type of number`(type: Int) throws {
    for isLittle in [true, false] {
      func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        isLittle ? Self.little(value, count) : Self.little(value, count).reversed()
      }
      let sizes = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 16: 8, 17: 8]
      let size = try #require(sizes[type])
      // One entry, with the value behind it if it does not fit into four bytes.
      let value = bytes(9, size) + [UInt8](repeating: 0, count: max(0, 4 - size))
      let entry = bytes(262, 2) + bytes(type, 2) + bytes(1, 4) + (size > 4 ? bytes(26, 4) : value)
      var file: [UInt8] = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
      file += bytes(42, 2) + bytes(8, 4) + bytes(1, 2) + entry + bytes(0, 4)
      if size > 4 { file += value }
      let tags = TIFFTags { offset, count in Array(file.dropFirst(offset).prefix(count)) }
      #expect(tags?.photometricInterpretation == 9, "\(isLittle)")
    }
  }

  @Test func `in TIFF is told by the first tag of a kind, however many follow`() throws {
    let entries = 65_535
    var file: [UInt8] = [0x49, 0x49] + Self.little(42, 2) + Self.little(8, 4)
    file += Self.little(entries, 2)
    for entry in 0..<entries {
      // Two numbers of 32 bits elsewhere, each in a place of its own.
      file += Self.little(262, 2) + Self.little(4, 2) + Self.little(2, 4)
      file += Self.little(entry * 12 + 10, 4)
    }
    var reads = 0
    let tags = TIFFTags { offset, count in
      reads += 1
      return Array(file.dropFirst(offset).prefix(count))
    }
    #expect(tags?.photometricInterpretation == 262 + 4 << 16)
    #expect(reads < 10)
  }

  @Test func `in portable maps is read as their largest sample says`() throws {
    for maximum in [100, 255, 1023, 65535] {
      let samples = Self.color.flatMap { value -> [UInt8] in
        let sample = Int((value * Double(maximum)).rounded())
        return maximum > 255 ? [UInt8(sample >> 8), UInt8(sample & 255)] : [UInt8(sample)]
      }
      try write(Array("P6\n1 1\n\(maximum)\n".utf8) + samples, "\(maximum).ppm")
      try expect("\(maximum).ppm", [90, 160, 210], tolerance: maximum == 100 ? 1.5 : 0.6)
      let width = samples.count / 3
      try write(
        Array("P5\n1 1\n\(maximum)\n".utf8) + samples[width..<2 * width], "\(maximum).pgm")
      try expect("\(maximum).pgm", Self.grey, tolerance: maximum == 100 ? 1.5 : 0.6)
    }
  }

  @Test func `is light from 0 to 1 in PFM, whose lowest row comes first`() throws {
    let (color, black) = ([90, 160, 210], [0, 0, 0] as [UInt16])
    let picture = Bitmap(
      width: 1, height: 2, format: .rgb8, samples: color.map { UInt16($0) } + black)
    try picture.write(to: folder.file("a.pfm"))
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.pfm"))))
    // The sign of the scale in the header is the order of bytes.
    let isLittle = String(decoding: data.prefix(20), as: UTF8.self).contains("-1")
    let bytes = Array(data.suffix(6 * 4))
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
      let number = bytes[start..<start + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      return Double(Float(bitPattern: isLittle ? number : number.byteSwapped))
    }
    #expect(zip(numbers, [0, 0, 0] + Self.light).allSatisfy { abs($0 - $1) < 0.001 }, "\(numbers)")
  }

  @Test(
    .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)),
    arguments: [
      ("lab.tif", ["colourspace", "rgba.png", "lab.tif", "lab"], 128),
      ("labs.tif", ["colourspace", "rgb.png", "labs.tif", "labs"], nil),
      ("radiance.hdr", ["copy", "rgb.png", "radiance.hdr"], nil),
      ("avif8.avif", ["copy", "rgba.png", "avif8.avif[lossless,bitdepth=8]"], 128),
      ("jxl.jxl", ["copy", "rgba.png", "jxl.jxl[lossless]"], 128),
      ("float.jxl", ["colourspace", "rgb.png", "float.jxl[lossless]", "scrgb"], nil),
      ("webp.webp", ["copy", "rgba.png", "webp.webp[lossless]"], 128),
      ("jp2.jp2", ["copy", "rgba.png", "jp2.jp2[lossless]"], 128),
    ] as [(String, [String], Int?)])
  func `is read from every space and depth that libvips writes`(
    name: String, command: [String], alpha: Int?
  )
    throws
  {
    try Bitmap(width: 16, height: 16, uniform: [90, 160, 210]).write(to: folder.file("rgb.png"))
    try Bitmap(width: 16, height: 16, format: .rgba8, uniform: [90, 160, 210, 128])
      .write(to: folder.file("rgba.png"))
    try Bitmap(width: 16, height: 16, format: .rgba8, uniform: [90, 160, 210, 255])
      .write(to: folder.file("opaque.png"))
    try VipsTool.run(command, in: folder)
    try expect(name, [90, 160, 210] + (alpha.map { [$0] } ?? []), tolerance: 1.1)
  }

  @Test func `has its alpha of 16 bits to the bit, whatever its colors are`() throws {
    let samples = (0..<64).flatMap { (pixel: Int) -> [UInt16] in
      [23130, 41120, 53970, UInt16(pixel * 1040 + 7)]
    }
    let picture = Bitmap(width: 8, height: 8, format: .rgba16, samples: samples)
    let profile = ICCProfileTests.gammaProfile(1.8)
    try ImageWriter(type: FileType("png"), profile: profile)
      .write(Frame(showing: picture), "picture", to: Path(folder.file("a.png")))
    let read = try Bitmap(readingFrom: folder.file("a.png"))
    #expect(read.format == .rgba16)
    let alphas = { (samples: [UInt16]) in stride(from: 3, to: 256, by: 4).map { samples[$0] } }
    #expect(alphas(read.samples) == alphas(samples))
  }

  @Test func `is refused if a pipe gives too many bytes for it`() throws {
    try Bitmap(codedWidth: 64, height: 64, blue: 0).write(to: folder.file("a.tif"))
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.tif")))
    for (limit, isRead) in [(whole.count, true), (whole.count - 1, false), (0, false)] {
      let pipe = Pipe()
      let path = Path("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
      // A pipe holds more than that.
      try pipe.fileHandleForWriting.write(contentsOf: whole)
      try pipe.fileHandleForWriting.close()
      do {
        let file = try ImageFile(path: path, role: "picture", pixelLimit: nil, pipeLimit: limit)
        _ = try file.decode()
        #expect(isRead)
      } catch {
        guard case .refused(_, _, let detail) = error else { throw error }
        #expect(!isRead && detail.hasPrefix("more than \(limit) bytes"), "\(detail)")
      }
    }
  }
}
