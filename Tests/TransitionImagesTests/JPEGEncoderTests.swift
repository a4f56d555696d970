import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionImages
@testable import TransitionSystem

/// Files of the JPEG encoder beside those of libvips.
@Suite struct JPEGEncoderTests {
  static let format = PixelFormat(depth: .eight, hasAlpha: false)

  /// A picture of hills with a little noise.
  static func picture(_ width: Int, _ height: Int, _ number: Int) -> Bitmap {
    var state = UInt32(number)
    let samples = (0..<width * height * 3).map { i in
      state = state &* 1_664_525 &+ 1_013_904_223
      let (x, y, channel) = (i / 3 % width, i / 3 / width, i % 3)
      return UInt16((x * (3 + channel) + y * (2 + number) + Int(state >> 29)) & 255)
    }
    return Bitmap(width: width, height: height, format: format, samples: samples)
  }

  /// Frames of a swipe between two pictures, which are shown first and last.
  static func frames(_ width: Int, _ height: Int, count: Int = 5) -> [Frame] {
    let inputs = Inputs(source: picture(width, height, 1), target: picture(width, height, 2))
    return (0..<count).map {
      SwipeTransition().frame(at: Double($0) / Double(count - 1), of: inputs)
    }
  }

  private func file(_ frame: Frame, by writer: ImageWriter) throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).jpg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writer.write(frame, "frame", to: Path(path))
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func samples(_ file: [UInt8]) throws -> [UInt16] {
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).jpg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(file).write(to: URL(fileURLWithPath: path))
    return try Bitmap(readingFrom: path).samples
  }

  /// The kinds and contents of a file's segments up to the scan.
  private func segments(_ file: [UInt8]) -> [[UInt8]] {
    var segments: [[UInt8]] = []
    var offset = 2
    while offset + 4 <= file.count, file[offset + 1] != 0xDA {
      let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
      segments.append(Array(file[offset + 1..<end]))
      offset = end
    }
    return segments
  }

  @Test(arguments: [1, 40, 89, 90, 100])
  func `has the pixels of libvips' file, whatever its size`(quality: Int) throws {
    let sizes = [
      (1, 1), (2, 1), (1, 3), (8, 8), (16, 16), (7, 9), (17, 33), (129, 16), (130, 50), (300, 127),
      (31, 400), (700, 41),
    ]
    for (width, height) in sizes {
      let ours = try ImageWriter(type: FileType("jpg"), quality: quality)
      let libvips = try ImageWriter(type: FileType("jpg"), saveOptions: "Q=\(quality)")
      for (index, frame) in Self.frames(width, height).enumerated() {
        let (file, expected) = (try self.file(frame, by: ours), try self.file(frame, by: libvips))
        #expect(try samples(file) == samples(expected), "\(width)x\(height), frame \(index)")
        // The number of blocks between markers is new.
        #expect(segments(file).filter { $0[0] != 0xDD } == segments(expected))
        #expect(segments(file).contains { $0[0] == 0xDD })
      }
    }
  }

  @Test(arguments: [75, 95])
  func `has the same bytes, whatever was encoded before`(quality: Int) throws {
    let frames = Self.frames(500, 210, count: 9)
    func files(_ order: [Int], afresh: Bool) throws -> [[UInt8]] {
      let writer = try ImageWriter(type: FileType("jpg"), quality: quality)
      var files = frames.map { _ in [UInt8]() }
      for index in order {
        let own = afresh ? try ImageWriter(type: FileType("jpg"), quality: quality) : writer
        files[index] = try file(frames[index], by: own)
      }
      return files
    }
    let expected = try files(Array(0..<9), afresh: true)
    #expect(try files(Array(0..<9), afresh: false) == expected)
    #expect(try files([4, 8, 2, 0, 7, 1, 3, 6, 5, 4], afresh: false) == expected)
    let writer = try ImageWriter(type: FileType("jpg"), quality: quality)
    let together = Threads.results(of: 36, atOnce: 6) { try? self.file(frames[$0 % 9], by: writer) }
    #expect(together == (0..<36).map { expected[$0 % 9] })
  }

  @Test func `keeps the segments of the last three pictures, each its own`() throws {
    let pictures = (1...5).map { Self.picture(200, 90, $0) }
    let writer = try ImageWriter(type: FileType("jpg"))
    for round in 0..<3 {
      for (a, b) in zip(pictures, pictures.dropFirst()) {
        let frame = SwipeTransition().frame(
          at: 0.3 + 0.2 * Double(round), of: Inputs(source: a, target: b))
        let alone = try ImageWriter(type: FileType("jpg"))
        #expect(try file(frame, by: writer) == file(frame, by: alone))
      }
    }
  }

  @Test func `leaves frames without kept pixels, and those with options, to libvips`() throws {
    let inputs = Inputs(source: Self.picture(99, 50, 1), target: Self.picture(99, 50, 2))
    let dissolve = DissolveTransition().frame(at: 0.5, of: inputs)
    let swipe = SwipeTransition().frame(at: 0.5, of: inputs)
    let libvips = try ImageWriter(type: FileType("jpg"), saveOptions: "Q=90")
    let ours = try ImageWriter(type: FileType("jpg"))
    #expect(try file(dissolve, by: ours) == file(dissolve, by: libvips))
    #expect(try file(swipe, by: ours) != file(swipe, by: libvips))
    let progressive = try ImageWriter(type: FileType("jpg"), saveOptions: "interlace")
    #expect(try !segments(file(swipe, by: progressive)).contains { $0[0] == 0xDD })
  }
}
