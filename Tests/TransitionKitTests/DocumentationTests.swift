import Foundation
import TestSupport
import Testing
import TransitionKit

/// The examples of the documentation, and the same lines here, where they are compiled and run.
@Suite struct DocumentationTests {
  private static let catalog = "Sources/TransitionKit/TransitionKit.docc/"

  @Test func `a frame is drawn as the overview says`() throws {
    let day = Bitmap(codedWidth: 9, height: 7, blue: 0)
    let night = Bitmap(codedWidth: 9, height: 7, blue: 1)

    var curl = PageCurlTransition()
    curl.radius = 60
    let inputs = Inputs(source: day, target: night)
    let frame = curl.prepared(for: inputs.layout).frame(at: 0.4, of: inputs)
    let bytes = frame.bytes()

    #expect(bytes.count == 9 * 7 * 3)
    for document in [Self.catalog + "TransitionKit.md", "Documentation/internals.md"] {
      try expectExamples(of: document)
    }
  }

  @Test func `pictures are made of bytes as the article says`() throws {
    // Two pixels, red and green.
    let rgb8 = PixelFormat(depth: .eight, hasAlpha: false)
    let day = Bitmap(width: 2, height: 1, format: rgb8, bytes: [255, 0, 0, 0, 255, 0])

    // Two pixels of 16 bits with alpha, opaque blue and half of white.
    let rgba16 = PixelFormat(depth: .sixteen, hasAlpha: true)
    let samples: [UInt16] = [0, 0, 65535, 65535, 65535, 65535, 65535, 32768]
    let night = Bitmap(width: 2, height: 1, format: rgba16, samples: samples)

    // Bytes in the machine's order, and samples again.
    let bytes = Frame(showing: night).bytes()
    let again = Bitmap(width: 2, height: 1, format: rgba16, bytes: bytes).samples

    // A plane of each channel, and pixels again.
    let pixels = Frame(showing: day).bytes()
    let planes = (0..<3).map { channel in
      stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] }
    }
    let interleaved = (0..<pixels.count).map { planes[$0 % 3][$0 / 3] }

    #expect(again == samples)
    #expect(bytes.suffix(2) == (UInt16(littleEndian: 1) == 1 ? [0, 128] : [128, 0]))
    #expect(planes == [[255, 0], [0, 255], [0, 0]])
    #expect(interleaved == pixels)
    try expectExamples(of: Self.catalog + "PixelsInMemory.md")
  }

  @Test(arguments: PixelFormat.all)
  func `a picture gives the bytes that it is made of`(format: PixelFormat) {
    let bytes = (0..<5 * 3 * format.bytesPerPixel).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let picture = Bitmap(width: 5, height: 3, format: format, bytes: bytes)
    #expect(Frame(showing: picture).bytes() == bytes)
    let samples = Bitmap(width: 5, height: 3, format: format, samples: picture.samples)
    #expect(samples.difference(from: picture) == nil)
  }
}
