import Testing
import TransitionKit

@testable import TransitionCommand

/// The bytes of a stream's frames, in each format.
@Suite struct StreamEncoderTests {
  static func encoder(_ arguments: String...) throws -> StreamEncoder {
    let settings = try Settings(arguments)
    return StreamEncoder(
      format: try FrameStream(settings, rate: settings.rate ?? .standard), width: 2, height: 1,
      matte: Matte(color: Color(0, 0, 1)))
  }

  static let opaque = Bitmap(
    width: 2, height: 1, format: PixelFormat(depth: .eight, hasAlpha: false),
    samples: [1, 2, 3, 253, 254, 255])
  static let clear = Bitmap(
    width: 2, height: 1, format: PixelFormat(depth: .eight, hasAlpha: true),
    samples: [255, 0, 0, 0, 100, 200, 255, 255])
  static let deep = Bitmap(
    width: 2, height: 1, format: PixelFormat(depth: .sixteen, hasAlpha: false),
    samples: [0x0102, 0x8000, 0xffff, 0, 257, 0xfffe])

  static func bytes(_ encoder: StreamEncoder, _ bitmap: Bitmap) -> [UInt8] {
    encoder.encode(Frame(showing: bitmap))
  }

  @Test func `rgb24 is the samples`() throws {
    let encoder = try Self.encoder("--pixel-format", "rgb24")
    #expect(encoder.header.isEmpty)
    #expect(Self.bytes(encoder, Self.opaque) == [1, 2, 3, 253, 254, 255])
    #expect(Self.bytes(encoder, Self.deep) == [1, 128, 255, 0, 1, 255])
    // What is transparent shows the background.
    #expect(Self.bytes(encoder, Self.clear) == [0, 0, 255, 100, 200, 255])
  }

  @Test func `rgba has alpha that is not premultiplied`() throws {
    let encoder = try Self.encoder("--pixel-format", "rgba")
    #expect(Self.bytes(encoder, Self.opaque) == [1, 2, 3, 255, 253, 254, 255, 255])
    #expect(Self.bytes(encoder, Self.clear) == [255, 0, 0, 0, 100, 200, 255, 255])
  }

  @Test func `rgb48 is little-endian`() throws {
    let encoder = try Self.encoder("--pixel-format", "rgb48")
    #expect(
      Self.bytes(encoder, Self.deep) == [2, 1, 0, 0x80, 255, 255, 0, 0, 1, 1, 0xfe, 0xff])
    #expect(Self.bytes(encoder, Self.opaque).prefix(6) == [1, 1, 2, 2, 3, 3])
  }

  @Test func `PPM says its size and depth`() throws {
    let encoder = try Self.encoder("--pixel-format", "ppm")
    #expect(
      Self.bytes(encoder, Self.opaque) == Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 253, 254, 255])
    #expect(
      Self.bytes(encoder, Self.deep)
        == Array("P6\n2 1\n65535\n".utf8) + [1, 2, 0x80, 0, 255, 255, 0, 0, 1, 1, 0xff, 0xfe])
  }

  @Test func `Y4M says its size, rate and colors`() throws {
    #expect(
      try Self.encoder().header
        == Array("YUV4MPEG2 W2 H1 F30:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8))
    let quarter = try Self.encoder("--chroma", "420", "--fps", "30000/1001")
    #expect(
      quarter.header
        == Array("YUV4MPEG2 W2 H1 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8))
    #expect(Self.bytes(quarter, Self.opaque).count == 6 + 2 + 1 + 1)
    #expect(Self.bytes(try Self.encoder(), Self.opaque).count == 6 + 2 + 2 + 2)
  }

  @Test(arguments: [
    ["--fps", "0"], ["--fps", "-1"], ["--fps", "29.97"], ["--fps", "30/0"], ["--fps", "1/2/3"],
    ["--chroma", "422"], ["--pixel-format", "yuv"],
    ["--pixel-format", "rgb24", "--matrix", "bt709"],
  ])
  func `refuses other formats`(_ arguments: [String]) throws {
    #expect(throws: Failure.self) { try FrameStream(Settings(arguments), rate: .standard) }
  }
}
