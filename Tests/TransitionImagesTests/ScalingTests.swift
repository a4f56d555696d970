import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// The light, the sharpness and the backdrop of pictures that are scaled.
@Suite struct ScalingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, pixelLimit: Int? = nil) throws -> ImageFile {
    try ImageFile(path: Path(folder.file(name)), role: "picture", pixelLimit: pixelLimit)
  }

  private func fitted(
    _ picture: Bitmap, _ width: Int, _ height: Int, _ fit: Fit = .stretch,
    workingSpace: WorkingSpace = .linear
  ) throws -> Bitmap {
    let name = "\(UUID().uuidString).png"
    try picture.write(to: folder.file(name))
    let image = try file(name).decode()
    return try image.fitted(
      to: Canvas(width: width, height: height, fit: fit, background: .black),
      format: image.format, workingSpace: workingSpace
    ).bitmap
  }

  /// Single pixels, black and white in turn.
  private func checkerboard(_ format: PixelFormat) -> Bitmap {
    let samples = (0..<64 * 64).flatMap { place -> [UInt16] in
      let white = (place / 64 + place) % 2 == 0
      let maximum = UInt16(format.depth.maximum)
      let color = [UInt16](repeating: white ? maximum : 0, count: 3)
      return format.hasAlpha ? color + [maximum / 3] : color
    }
    return Bitmap(width: 64, height: 64, format: format, samples: samples)
  }

  @Test(
    arguments: [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16], [(32, 32), (64, 16), (21, 13)])
  func `keeps the light of what is reduced`(format: PixelFormat, size: (Int, Int)) throws {
    // Every size mixes as many black as white pixels, but not one of 64 by 16 columns by itself.
    let picture = checkerboard(format)
    let samples = try fitted(picture, size.0, size.1).samples(
      column: size.0 / 2, row: size.1 / 2)
    let grey = Double(samples[0]) * 255 / Double(format.depth.maximum)
    #expect(abs(grey - 187.5) < 3, "\(samples)")
    if format.hasAlpha { #expect(abs(Int(samples[3]) - format.depth.maximum / 3) <= 1) }
  }

  @Test func `mixes the values of the files in the working space that asks for them`() throws {
    let samples = try fitted(checkerboard(.rgb8), 32, 32, workingSpace: .srgb)
      .samples(column: 16, row: 16)
    #expect(abs(Int(samples[0]) - 128) <= 1)
  }

  @Test(
    arguments: [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16])
  func `of one color keeps it`(format: PixelFormat) throws {
    let maximum = format.depth.maximum
    for level in [0, 1, 2, 5, maximum / 20, maximum / 2, maximum - 1, maximum] {
      let pixel = [level, level / 2, maximum - level].map(UInt16.init)
      let alpha = format.hasAlpha ? [UInt16(maximum - 2)] : []
      let picture = Bitmap(width: 50, height: 40, format: format, uniform: pixel + alpha)
      let samples = try fitted(picture, 21, 17).samples(column: 10, row: 8)
      for (sample, expected) in zip(samples, pixel + alpha) {
        #expect(abs(Int(sample) - Int(expected)) <= (maximum == 255 ? 0 : 8), "\(samples)")
      }
    }
  }

  @Test func `is as dark beside a bright edge as it was`() throws {
    let picture = Bitmap(width: 200, height: 10) { u, _ in u < 0.5 ? [0, 0, 0, 1] : [1, 1, 1, 1] }
    let reduced = try fitted(picture, 83, 5)
    for column in 0..<40 { #expect(reduced.samples(column: column, row: 2)[0] == 0) }
    for column in 43..<83 { #expect(reduced.samples(column: column, row: 2)[0] == 255) }
  }

  @Test(
    arguments: [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16],
    [
      (38, 23, Fit.stretch), (37, 184, .stretch), (101, 24, .stretch), (148, 161, .stretch),
      // What is cut off, and margins, can be halved.
      (90, 11, .stretch), (17, 90, .stretch), (149, 161, .cover), (321, 94, .containBlur),
      (280, 92, .containBlur),
    ])
  func `is the same in a mirror, scaled before or after`(
    format: PixelFormat, frame: (width: Int, height: Int, fit: Fit)
  ) throws {
    let picture = Bitmap.noise(37, 23, format)
    func fitted(_ picture: Bitmap) throws -> Bitmap {
      try self.fitted(picture, frame.width, frame.height, frame.fit)
    }
    for upsideDown in [false, true] {
      let other = try fitted(picture.mirrored(upsideDown: upsideDown))
        .mirrored(upsideDown: upsideDown)
      #expect(try fitted(picture).meanDifference(from: other) < 1e-4)
    }
  }

  @Test(arguments: [201, 320])
  func `has its edges where they belong when it is enlarged`(size: Int) throws {
    // Half of it is green, half of it blue: so is half of what is made of it.
    let picture = Bitmap(width: 200, height: 200) { u, v in
      [0, u < 0.5 ? 1 : 0, v > 0.5 ? 1 : 0, 1]
    }
    let enlarged = try fitted(picture, size, size)
    func mean(_ channel: Int) -> Double {
      // Light is mixed.
      let sum = enlarged.samples.enumerated().reduce(0) {
        $1.offset % 3 == channel ? $0 + RGBEncoding.sRGB.light(of: Double($1.element) / 255) : $0
      }
      return sum / Double(size * size)
    }
    for channel in [1, 2] {
      // In columns or rows of the enlarged picture.
      let shift = (mean(channel) - 0.5) * Double(size)
      #expect(abs(shift) < 0.05, "\(shift)")
    }
  }

  private func writeDrawing(_ name: String, width: Int, height: Int, _ content: String) throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\(content)</svg>
      """
    try Data(svg.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  @Test(
    arguments: [Fit.cover, .stretch])
  func `a drawing is drawn in the size that is needed`(fit: Fit) throws {
    try writeDrawing(
      "a.svg", width: 40, height: 30,
      "<rect width='40' height='30' fill='#fff'/><rect x='10' width='20' height='30' fill='#000'/>")
    let image = try file("a.svg").decode()
    #expect((image.width, image.height) == (40, 30))
    let canvas = Canvas(width: 400, height: 300, fit: fit, background: .black)
    let bitmap = try image.fitted(to: canvas, format: .rgb8, workingSpace: .linear).bitmap
    #expect((bitmap.width, bitmap.height) == (400, 300))
    // Enlarged, its edges would be ramps of ten pixels.
    for (column, level) in [(99, 255), (100, 0), (299, 0), (300, 255)] {
      #expect(bitmap.samples(column: column, row: 150).allSatisfy { $0 == level })
    }
  }

  @Test(
    arguments: Fit.allCases)
  func `a drawing of any size and fit fills the frame`(fit: Fit) throws {
    try writeDrawing(
      "a.svg", width: 40, height: 30, "<rect width='40' height='30' fill='#c86432'/>")
    for (width, height) in [(1, 1), (33, 77), (401, 299), (7, 500)] {
      let canvas = Canvas(width: width, height: height, fit: fit, background: .black)
      let (bitmap, bounds) = try file("a.svg").decode()
        .fitted(to: canvas, format: .rgb8, workingSpace: .linear)
      for column in Int(bounds.x)..<Int(bounds.x + bounds.width) {
        for row in [height - Int(bounds.y + bounds.height), height - Int(bounds.y) - 1] {
          // Where an edge covers a part of a pixel, its color has been divided by alpha.
          let samples = bitmap.samples(column: column, row: row)
          let isOwn = zip(samples, [200, 100, 50]).allSatisfy { abs(Int($0) - $1) <= 1 }
          #expect(isOwn || fit == .containBlur && isDimmed(samples))
        }
      }
    }
  }

  @Test func `has a limit of pixels also where it is drawn larger`() throws {
    try writeDrawing("a.svg", width: 10, height: 100, "<rect width='10' height='100'/>")
    let image = try file("a.svg", pixelLimit: 50_000).decode()
    func fitted(_ width: Int) throws {
      _ = try image.fitted(
        to: Canvas(width: width, height: 100, fit: .cover, background: .black),
        format: image.format, workingSpace: .linear)
    }
    try fitted(70)
    #expect { try fitted(72) } throws: { error in
      if case .tooLarge? = error as? ImageFileError { true } else { false }
    }
  }

  @Test func `has a dimmed backdrop, to the edges, in every shape`() throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (1, 4000), (4000, 1), (30, 90), (640, 480)] {
      let picture = Bitmap(width: width, height: height, uniform: [200, 100, 50])
      for (across, down) in [(1, 1), (1, 9), (90, 30), (1920, 8), (641, 359)] {
        let bitmap = try fitted(picture, across, down, .containBlur)
        #expect((bitmap.width, bitmap.height) == (across, down))
        let hasMargins = width * down != height * across
        for column in [0, across / 5, across / 2, across - 1] {
          for row in [0, down / 5, down / 2, down - 1] {
            let sample = bitmap.samples(column: column, row: row)
            #expect(
              sample == [200, 100, 50] || hasMargins && isDimmed(sample),
              "\(width)x\(height) in \(across)x\(down): \(sample)")
          }
        }
        #expect(bitmap.samples(column: (across - 1) / 2, row: (down - 1) / 2) == [200, 100, 50])
      }
    }
  }

  /// Whether a color is that of the backdrop of a picture of 200, 100 and 50: 60 % of its light,
  /// and nearer to gray.
  private func isDimmed(_ sample: [UInt16]) -> Bool {
    let factor = 1.055 * pow(0.6, 1 / 2.4) - 0.055
    let luma = 0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50
    return zip(sample, [200.0, 100, 50]).allSatisfy { sample, value in
      abs(Double(sample) - factor * (0.3 * luma + 0.7 * value)) < 1
    }
  }

  @Test func `is brightest in the picture itself with a backdrop`() throws {
    let picture = Bitmap(codedWidth: 60, height: 90, blue: 1)
    let bitmap = try fitted(picture, 160, 90, .containBlur)
    func light(_ columns: Range<Int>) -> Double {
      let lights = columns.flatMap { column in
        (0..<90).map { Double(bitmap.samples(column: column, row: $0).reduce(0, +)) }
      }
      return lights.reduce(0, +) / Double(lights.count)
    }
    let (margin, own) = (light(0..<50), light(50..<110))
    #expect(margin < own * 0.9 && margin > own * 0.5, "\(margin), \(own)")
  }

  @Test func `may be so narrow that its backdrop would have too many rows`() throws {
    let picture = Bitmap(width: 1, height: 100_000, uniform: [200, 100, 50])
    #expect(
      try isDimmed(fitted(picture, 600, 40, .containBlur).samples(column: 5, row: 5)))
  }

  @Test func `covers with contain-blur where that cuts off little`() throws {
    func file(_ height: Int, _ format: PixelFormat = .rgb8) -> Bitmap {
      Bitmap(width: 160, height: height, format: format) { u, v in [u, v, 0.5, 0.5 + 0.5 * u] }
    }
    #expect(
      try fitted(file(101), 160, 90, .containBlur).difference(
        from: fitted(file(101), 160, 90, .cover)) == nil)
    #expect(
      try fitted(file(103), 160, 90, .containBlur).difference(
        from: fitted(file(103), 160, 90, .cover)) != nil)
    // All of a logo is seen.
    #expect(
      try fitted(file(101, .rgba8), 160, 90, .containBlur).difference(
        from: fitted(file(101, .rgba8), 160, 90, .contain)) == nil)
  }

  @Test func `has the background, and no backdrop, if anything is transparent`() throws {
    let picture = Bitmap(width: 20, height: 40, format: .rgba8, uniform: [200, 100, 50, 128])
    let bitmap = try fitted(picture, 80, 40, .containBlur)
    #expect(bitmap.samples(column: 5, row: 20) == [0, 0, 0, 255])
    #expect(bitmap.samples(column: 40, row: 20) == [200, 100, 50, 128])
  }
}
