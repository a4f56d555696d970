import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionImages
@testable import TransitionSystem

/// Files of the PNG encoder, read back by libvips' decoder.
@Suite struct PNGEncoderTests {
  static let formats = [PixelFormat.Depth.eight, .sixteen].flatMap { depth in
    [false, true].map { PixelFormat(depth: depth, hasAlpha: $0) }
  }

  private func bitmap(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ content: PictureContent
  ) -> Bitmap {
    content.bitmap(width: width, height: height, format: format)
  }

  /// The bytes of a file that holds a picture.
  private func encoded(
    _ bitmap: Bitmap, saveOptions: String = "", profile: [UInt8]? = nil
  ) throws -> [UInt8] {
    try withFile { path in
      try ImageWriter(type: FileType("png"), saveOptions: saveOptions, profile: profile)
        .write(Frame(showing: bitmap), "frame", to: Path(path))
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  private func decoded(_ file: [UInt8]) throws -> Bitmap {
    try withFile { path in
      try Data(file).write(to: URL(fileURLWithPath: path))
      return try Bitmap(readingFrom: path)
    }
  }

  private func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// The names, contents and checksums of a file's chunks.
  private func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8], crc: UInt32)] {
    func number(_ at: Int) -> UInt32 { file[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    var chunks: [(name: String, data: [UInt8], crc: UInt32)] = []
    var at = 8
    while at + 12 <= file.count {
      let count = Int(number(at))
      let data = Array(file[at + 8..<at + 8 + count])
      let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
      chunks.append((name, data, number(at + 8 + count)))
      at += 12 + count
    }
    #expect(at == file.count)
    return chunks
  }

  @Test(arguments: formats)
  func `holds every sample, whatever its size, depth and content`(format: PixelFormat) throws {
    let sizes = [
      (1, 1), (2, 1), (1, 9), (5, 3), (6, 6), (31, 17), (1, 900), (9_000, 1), (23_000, 3),
    ]
    for (width, height) in sizes + [(400, 300)] {
      for content in PictureContent.allCases {
        let bitmap = bitmap(width, height, format, content)
        let copy = try decoded(encoded(bitmap))
        #expect((copy.width, copy.height) == (width, height))
        #expect(copy.format == format)
        #expect(copy.samples == bitmap.samples, "\(width)x\(height) \(content)")
      }
    }
  }

  @Test func `has the chunks that pixels need, with right checksums`() throws {
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let file = try encoded(bitmap(500, 400, format, .noise))
    #expect(Array(file[..<8]) == [137, 80, 78, 71, 13, 10, 26, 10])
    let chunks = chunks(file)
    let names = chunks.map(\.name)
    #expect(names.first == "IHDR" && names.last == "IEND")
    #expect(names.count > 3 && names.dropFirst().dropLast().allSatisfy { $0 == "IDAT" })
    #expect(chunks[0].data == [0, 0, 1, 244, 0, 0, 1, 144, 8, 2, 0, 0, 0])
    for chunk in chunks {
      var crc = ~UInt32(0)
      for byte in Array(chunk.name.utf8) + chunk.data {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      #expect(chunk.crc == ~crc, "\(chunk.name)")
    }
  }

  @Test(arguments: formats)
  func `has the same bytes each time`(format: PixelFormat) throws {
    let bitmap = bitmap(300, 200, format, .gradient)
    #expect(try encoded(bitmap) == encoded(bitmap))
  }

  @Test func `keeps an ICC profile`() throws {
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let file = try encoded(bitmap(3, 3, format, .noise), profile: Self.profile)
    #expect(chunks(file).map(\.name) == ["IHDR", "iCCP", "IDAT", "IDAT", "IEND"])
    let kept = try withFile { path in
      try Data(file).write(to: URL(fileURLWithPath: path))
      return try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).profile
    }
    #expect(kept == Self.profile)
  }

  /// A header that readers accept, and one tag of 856 bytes.
  private static let profile: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 144) + (0..<856).map { UInt8($0 * $0 / 7 & 255) }
    func put(_ new: [UInt8], at start: Int) {
      bytes.replaceSubrange(start..<start + new.count, with: new)
    }
    put([0, 0, 3, 232], at: 0)
    put([4], at: 8)
    put(Array("mntrRGB XYZ ".utf8), at: 12)
    put(Array("acsp".utf8), at: 36)
    put([0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D], at: 68)
    put([0, 0, 0, 1] + Array("desc".utf8) + [0, 0, 0, 144, 0, 0, 3, 88], at: 128)
    return bytes
  }()

  @Test func `holds runs of every length`() throws {
    var samples: [UInt16] = []
    for length in 1...300 {
      samples += repeatElement(UInt16(length % 2 * 255), count: 3 * length)
    }
    let bitmap = Bitmap(
      width: 300, height: samples.count / 900,
      format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: Array(samples.prefix(samples.count / 900 * 900)))
    #expect(try decoded(encoded(bitmap)).samples == bitmap.samples)
  }

  @Test func `has the same bytes, however many threads work on it`() throws {
    let bitmap = bitmap(100, 15, PixelFormat(depth: .sixteen, hasAlpha: true), .gradient)
    let files = try [1, 2, 3, 16].map { threads in
      try withFile { path in
        try AtomicFile.write("frame", to: Path(path)) { file throws(FileError) in
          // Seven parts of two rows each, and one of one.
          try PNGEncoder(profile: nil, partBytes: 1600)
            .encode(Frame(showing: bitmap), to: file, threads: threads)
        }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    }
    #expect(Set(files).count == 1)
    #expect(chunks(files[0]).count { $0.name == "IDAT" } == 8 + 1)
    #expect(try decoded(files[0]).samples == bitmap.samples)
  }

  @Test(arguments: [0, 1, 5_552, 70_000])
  func `has a checksum that can be made of its parts`(length: Int) {
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
    var whole = Adler32()
    whole.update(bytes.span)
    var (sum, rest) = (Adler32(), Adler32())
    sum.update(bytes.span.extracting(0..<length))
    rest.update(bytes.span.extracting(length..<bytes.count))
    sum.append(rest)
    #expect(sum.value == whole.value)
  }

  @Test(arguments: [PictureContent.flat, .checkers], formats)
  func `a simple picture takes a hundredth of its pixels`(
    content: PictureContent, format: PixelFormat
  ) throws {
    let bitmap = bitmap(400, 400, format, content)
    #expect(try encoded(bitmap).count < 1_600 * format.bytesPerPixel)
  }

  @Test(arguments: [PictureContent.text, .slope, .flat], formats)
  func `is hardly larger than that of libvips`(
    content: PictureContent, format: PixelFormat
  ) throws {
    let bitmap = bitmap(960, 540, format, content)
    let size = try encoded(bitmap).count
    // Its defaults, named: without options the file would be ours.
    let reference = try encoded(bitmap, saveOptions: "compression=6,filter=none").count
    #expect(Double(size) <= 1.25 * Double(reference))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func `a full disk is an error`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let file = File(descriptor: full.fileDescriptor, role: "frame", path: "/dev/full")
    let frame = Frame(
      showing: bitmap(9, 9, PixelFormat(depth: .eight, hasAlpha: false), .noise))
    let error = #expect(throws: FileError.self) {
      try PNGEncoder(profile: nil).encode(frame, to: file)
    }
    #expect(error?.action == .write)
    #expect(error?.reason == "No space left on device")
  }
}

/// Repetition that Deflate stores as such.
@Suite struct MatchTests {
  @Test(arguments: [1, 2, 3, 7, 8, 100, 259, 32_766, 32_767, 32_768, 32_769, 50_000])
  func `stands for the bytes of a period`(period: Int) {
    let bytes = (0..<120_000).map { i in
      UInt8(truncatingIfNeeded: UInt32(i % period) &* 2_654_435_761 >> 21)
    }
    for matches in [Match.all(in: bytes.span), Match.runs(in: bytes.span)] {
      #expect(isExact(matches, bytes))
    }
    let matched = Match.all(in: bytes.span).reduce(0) { $0 + $1.length }
    #expect(matched > 80_000 || period > 32_767)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 40, 1_000, 70_000])
  func `stands for the bytes of any input`(count: Int) {
    var state: UInt32 = 1
    for (colors, run) in [(255, 1), (2, 1), (3, 1), (2, 9), (4, 100), (1, 1)] as [(UInt8, Int)] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        state = state &* 1_664_525 &+ 1_013_904_223
        let length = Int(state >> 8) % run + 1
        bytes += repeatElement(UInt8(state >> 20 & 255) % colors, count: length)
      }
      for matches in [Match.all(in: bytes.span), Match.runs(in: bytes.span)] {
        #expect(isExact(matches, bytes), "\(colors) colors")
      }
    }
  }

  /// Whether matches are in order, within Deflate's limits and true.
  private func isExact(_ matches: [Match], _ bytes: [UInt8]) -> Bool {
    var end = 0
    return matches.allSatisfy { match in
      let range = match.start..<match.start + match.length
      defer { end = range.upperBound }
      return match.start >= end && range.upperBound <= bytes.count && match.length >= 3
        && 1...min(32_768, match.start) ~= match.distance
        && range.allSatisfy { bytes[$0] == bytes[$0 - match.distance] }
    }
  }
}

/// Codes of Deflate.
@Suite struct HuffmanCodeTests {
  @Test func `gives frequent symbols short codes, in the order of RFC 1951`() {
    let code = HuffmanCode(counts: [3, 0, 20, 1, 6], limit: 7)
    #expect(code.lengths == [3, 0, 1, 3, 2])
    // 110, -, 0, 111, 10, with their first bits lowest.
    #expect(code.codes == [0b011, 0, 0, 0b111, 0b01])
  }

  @Test(arguments: [7, 14])
  func `is complete and within its limit`(limit: Int) {
    // Fibonacci numbers make Huffman's tree as deep as it can be.
    var counts: [UInt32] = [1, 1]
    while counts.count < 40 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    let lengths = HuffmanCode(counts: counts, limit: limit).lengths.map(Int.init)
    #expect(lengths.allSatisfy { 1...limit ~= $0 })
    let codes = lengths.map { length in 1 << (limit - length) }
    #expect(codes.reduce(0, +) == 1 << limit)
  }
}
