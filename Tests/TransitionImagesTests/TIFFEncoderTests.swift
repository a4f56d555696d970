import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionImages
@testable import TransitionSystem

/// Files of the TIFF encoder, read back by libvips' decoder and field by field.
@Suite struct TIFFEncoderTests {
  static let formats = [PixelFormat.Depth.eight, .sixteen].flatMap { depth in
    [false, true].map { PixelFormat(depth: depth, hasAlpha: $0) }
  }

  private func noise(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bitmap {
    var state: UInt32 = 1
    let samples = (0..<width * height * format.channels).map { i in
      state = state &* 1_664_525 &+ 1_013_904_223
      // The first pixel is transparent, so that no reader drops alpha for being opaque.
      return i == 3 ? 0 : UInt16(Int(state >> 16) & format.depth.maximum)
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }

  /// Encodes a picture, by `threads` in strips of 100 bytes, or as frames are.
  private func withFile<Result>(
    of bitmap: Bitmap, profile: [UInt8]? = nil, threads: Int? = nil,
    _ body: (String) throws -> Result
  ) throws -> Result {
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).tiff"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let frame = Frame(showing: bitmap)
    if let threads {
      try AtomicFile.write("frame", to: Path(path)) { file throws(FileError) in
        try TIFFEncoder(profile: profile, stripBytes: 100).encode(frame, to: file, threads: threads)
      }
    } else {
      try ImageWriter(type: FileType("tiff"), profile: profile)
        .write(frame, "frame", to: Path(path))
    }
    return try body(path)
  }

  @Test(arguments: formats)
  func `holds every sample, whatever its size and depth`(format: PixelFormat) throws {
    let sizes = [(1, 1), (2, 1), (1, 9), (5, 3), (31, 17), (1, 900), (70_000, 2), (400, 300)]
    for (width, height) in sizes {
      let bitmap = noise(width, height, format)
      for threads in [nil, 1, 3] {
        let copy = try withFile(of: bitmap, threads: threads) { try Bitmap(readingFrom: $0) }
        #expect((copy.width, copy.height) == (width, height))
        #expect(copy.format == format)
        #expect(copy.samples == bitmap.samples, "\(width)x\(height)")
      }
    }
  }

  @Test func `has the same bytes, however many threads work on it`() throws {
    let bitmap = noise(20, 31, PixelFormat(depth: .sixteen, hasAlpha: true))
    let files = try [1, 2, 3, 16].map { threads in
      try withFile(of: bitmap, threads: threads) { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }
    #expect(Set(files).count == 1)
  }

  @Test(arguments: formats)
  func `has the fields that pixels need, in rising order and within the file`(
    format: PixelFormat
  ) throws {
    let profile = (0..<131).map(UInt8.init)
    let file = try withFile(of: noise(7, 40, format), profile: profile, threads: 2) {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    func number(_ offset: Int, _ count: Int) -> Int {
      file[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(Array(file[..<8]) == [0x49, 0x49, 42, 0, 8, 0, 0, 0])
    var values: [Int: [Int]] = [:]
    let tags = (0..<number(8, 2)).map { index in
      let entry = 10 + 12 * index
      let size = [1: 1, 3: 2, 4: 4, 5: 8, 7: 1][number(entry + 2, 2)] ?? 0
      let count = number(entry + 4, 4)
      let offset = size * count <= 4 ? entry + 8 : number(entry + 8, 4)
      #expect(offset.isMultiple(of: 2))
      let unit = size == 8 ? 4 : size
      values[number(entry, 2)] = (0..<size * count / unit).map { number(offset + unit * $0, unit) }
      return number(entry, 2)
    }
    #expect(tags == tags.sorted() && Set(tags).count == tags.count)
    #expect(number(10 + 12 * tags.count, 4) == 0)
    let rowBytes = 7 * format.bytesPerPixel
    let rows = max(1, 100 / rowBytes)
    let sizes = stride(from: 0, to: 40, by: rows).map { min(rows, 40 - $0) * rowBytes }
    let depths = Array(repeating: format.depth.rawValue, count: format.channels)
    var expected = [
      256: [7], 257: [40], 258: depths, 259: [1], 262: [2], 277: [format.channels],
      278: [rows], 279: sizes, 282: [10, 1], 283: [10, 1], 296: [3],
      34675: profile.map(Int.init),
    ]
    if format.hasAlpha { expected[338] = [2] }
    #expect(values.filter { $0.key != 273 } == expected)
    let offsets = try #require(values[273])
    #expect(zip(offsets, sizes).map(+).dropLast() == offsets.dropFirst())
    #expect(offsets.last.map { $0 + (sizes.last ?? 0) } == file.count)
  }

  @Test func `refuses a file of more than 4 GB before it draws a pixel`() throws {
    let format = PixelFormat(depth: .sixteen, hasAlpha: true)
    let frame = unsafe Frame(width: 65_536, height: 8192, format: format) { _, _, _ in
      Issue.record("drawn")
    }
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).tiff"
    #expect(throws: ImageFileError.self) {
      try ImageWriter(type: FileType("tiff")).write(frame, "frame", to: Path(path))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
