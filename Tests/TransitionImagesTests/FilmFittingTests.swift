import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// Frames of films that are brought to the frame's size.
@Suite struct FilmFittingTests {
  /// A frame without fine detail, of which scalings differ little.
  private static func frame(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bitmap {
    Bitmap(width: width, height: height, format: format) { u, v in
      let (x, y) = (u * Double(width) / 20, v * Double(height) / 20)
      func wave(_ phase: Double) -> Double {
        let t = (x * 0.9 + y * 0.4 + phase).truncatingRemainder(dividingBy: 2)
        return 0.15 + 0.7 * abs(t - 1)
      }
      return [wave(0), wave(0.7), 0.2 + 0.6 * u, 0.3 + 0.7 * v]
    }
  }

  private static func canvas(
    _ width: Int, _ height: Int, _ fit: Fit, _ focus: Focus = .center
  ) -> Canvas {
    Canvas(width: width, height: height, fit: fit, focus: focus, background: Color(0.2, 0.4, 0.6))
  }

  /// A frame fitted as those of films are, and as pictures are.
  private static func both(
    _ frame: Bitmap, _ canvas: Canvas, _ format: PixelFormat
  ) throws -> (film: (bitmap: Bitmap, bounds: Rect), still: (bitmap: Bitmap, bounds: Rect)) {
    let image = try DecodedImage(frame, role: "film", path: "a.mp4")
    let film = try FilmFitting(image, in: canvas, format: format, workingSpace: .linear)
    return (
      try film.fitted(frame), try image.fitted(to: canvas, format: format, workingSpace: .linear)
    )
  }

  private static let sizes = [
    (96, 54), (192, 108), (191, 107), (384, 216), (401, 99), (77, 211), (211, 54), (96, 141),
  ]

  @Test(arguments: Fit.allCases, SyntheticPicture.formats)
  func `look as pictures do`(_ fit: Fit, _ format: PixelFormat) throws {
    for (width, height) in Self.sizes {
      let frame = Self.frame(width, height, format)
      let (film, still) = try Self.both(frame, Self.canvas(192, 108, fit), format)
      #expect(film.bounds == still.bounds)
      #expect((film.bitmap.width, film.bitmap.height) == (192, 108))
      #expect(film.bitmap.format == format)
      let difference = film.bitmap.meanDifference(from: still.bitmap)
      #expect(difference < 0.003, "\(width)x\(height): \(difference)")
      let isScaled = fit != .none && (width, height) != (192, 108)
      if !isScaled { #expect(film.bitmap.difference(from: still.bitmap) == nil) }
    }
  }

  @Test(arguments: [
    Focus.center, .point(x: .percent(0), y: .percent(100)),
    .point(x: .percent(70), y: .percent(20)), .point(x: .pixels(30), y: .pixels(400)), .attention,
  ])
  func `keep in sight what pictures keep`(_ focus: Focus) throws {
    for (width, height) in Self.sizes {
      let frame = Self.frame(width, height, .rgb8)
      let (film, still) = try Self.both(frame, Self.canvas(192, 108, .cover, focus), .rgb8)
      let difference = film.bitmap.meanDifference(from: still.bitmap)
      #expect(difference < 0.003, "\(width)x\(height): \(difference)")
    }
  }

  @Test func `keep in sight what draws the eye in the first`() throws {
    func frame(_ start: Double) -> Bitmap {
      Bitmap(width: 200, height: 40) { u, v in
        guard u > start, u < start + 0.2 else { return [0.5, 0.5, 0.5, 1] }
        return [Double(Int(u * 100) % 2), 0.2, Double(Int(v * 20) % 2), 1]
      }
    }
    let (first, second) = (frame(0.75), frame(0.05))
    let film = try FilmFitting(
      DecodedImage(first, role: "film", path: "a.mp4"), in: Self.canvas(30, 30, .cover, .attention),
      format: .rgb8, workingSpace: .linear)
    func isPlain(_ frame: Bitmap) throws -> Bool {
      try film.fitted(frame).bitmap.samples.allSatisfy { abs(Int($0) - 128) < 2 }
    }
    #expect(try !isPlain(first))
    #expect(try isPlain(second))
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen])
  func `become deeper and opaque where others need it`(_ depth: PixelFormat.Depth) throws {
    for old in SyntheticPicture.formats where old.depth <= depth {
      for fit in Fit.allCases {
        for (width, height) in [(192, 108), (230, 64), (50, 70)] {
          let format = PixelFormat(depth: depth, hasAlpha: true, encoding: old.encoding)
          let (film, still) = try Self.both(
            Self.frame(width, height, old), Self.canvas(192, 108, fit), format)
          #expect(film.bitmap.format == format && film.bounds == still.bounds)
          #expect(film.bitmap.meanDifference(from: still.bitmap) < 0.003)
        }
      }
    }
  }

  @Test(arguments: SyntheticPicture.formats)
  func `are not copied where they have the size and the format`(_ format: PixelFormat) throws {
    let frame = Self.frame(192, 108, format)
    for fit in Fit.allCases {
      let (film, still) = try Self.both(frame, Self.canvas(192, 108, fit), format)
      let address = unsafe frame.address(column: 0, row: 0)
      for bitmap in [film.bitmap, still.bitmap] {
        #expect(unsafe bitmap.address(column: 0, row: 0) == address)
      }
    }
  }

  @Test(arguments: Fit.allCases) func `are the same as planes`(_ fit: Fit) throws {
    for (width, height) in Self.sizes {
      let count = PlanarFormat().byteCount(width: width, height: height)
      let planes = PlanarPicture(
        width: width, height: height, format: PlanarFormat(),
        bytes: (0..<count).map { UInt8(truncatingIfNeeded: 50 + $0 / 7 % 120) })
      let frame = planes.bitmap()
      let film = try FilmFitting(
        DecodedImage(frame, role: "film", path: "a.mp4"), in: Self.canvas(192, 108, fit),
        format: .rgb8, workingSpace: .linear)
      let (a, b) = (try film.fitted(planes), try film.fitted(frame))
      #expect(a.bounds == b.bounds && a.bitmap.difference(from: b.bitmap) == nil)
      // Every other part of the picture, too.
      let region = PictureRegion(x: 3.3, y: 5.1, width: 40.2, height: 31)
      for space in WorkingSpace.allCases {
        let part = Frame(showing: planes, depth: .sixteen)
        #expect(
          part.resampled(region, width: 30, height: 20, workingSpace: space).difference(
            from: part.bitmap(workingSpace: space).resampled(region, width: 30, height: 20)) == nil)
      }
    }
  }

  @Test func `are kept while their pixels are read`() throws {
    func picture() throws -> Bitmap {
      let frame = Self.frame(192, 108, .rgb8)
      return try DecodedImage(frame, role: "film", path: "a.mp4").bitmap(workingSpace: .linear)
    }
    let kept = try (0..<20).map { _ in try picture() }
    let frame = Self.frame(192, 108, .rgb8)
    #expect(kept.allSatisfy { $0.difference(from: frame) == nil })
  }

  @Test(
    arguments: SyntheticPicture.formats,
    [
      (23, 14, Fit.stretch), (61, 40, .stretch), (31, 31, .cover), (120, 31, .cover),
      (20, 10, .cover), (68, 20, .containBlur), (58, 20, .contain), (33, 61, .containBlur),
    ])
  func `are the same in a mirror, fitted before or after`(
    format: PixelFormat, frame: (width: Int, height: Int, fit: Fit)
  ) throws {
    let picture = Bitmap.noise(37, 23, format)
    func fitted(_ picture: Bitmap) throws -> Bitmap {
      try Self.both(picture, Self.canvas(frame.width, frame.height, frame.fit), format).film.bitmap
    }
    for upsideDown in [false, true] {
      let other = try fitted(picture.mirrored(upsideDown: upsideDown))
        .mirrored(upsideDown: upsideDown)
      let difference = try fitted(picture).meanDifference(from: other)
      #expect(difference < 1e-4, "\(difference)")
    }
  }

  /// Single pixels, black and white in turn, become one gray of half the light in any smaller size.
  @Test(arguments: PixelFormat.all)
  func `keep the light of fine patterns, which do not come back as coarse ones`(
    _ format: PixelFormat
  ) throws {
    let maximum = UInt16(format.depth.maximum)
    let samples = (0..<128 * 128).flatMap { index -> [UInt16] in
      let white = (index / 128 + index) % 2 == 0
      return [UInt16](repeating: white ? maximum : 0, count: 3) + (format.hasAlpha ? [maximum] : [])
    }
    let picture = Bitmap(width: 128, height: 128, format: format, samples: samples)
    for (width, height) in [(64, 64), (40, 40), (71, 33), (17, 50)] {
      let bitmap = try Self.both(picture, Self.canvas(width, height, .stretch), format).film.bitmap
      for column in stride(from: 4, to: width - 4, by: 3) {
        let gray = Double(bitmap.samples(column: column, row: height / 2)[0]) / Double(maximum)
        #expect(abs(gray * 255 - 187.5) < 4, "\(width)x\(height): \(gray * 255)")
      }
    }
  }

  @Test func `of another size than the first are refused`() throws {
    let first = try DecodedImage(Self.frame(20, 10, .rgb8), role: "film", path: "a.mp4")
    let film = try FilmFitting(
      first, in: Self.canvas(40, 20, .cover), format: .rgba16, workingSpace: .linear)
    for other in [Self.frame(20, 12, .rgb8), Self.frame(20, 10, .rgb16)] {
      #expect { try film.fitted(other) } throws: { error in
        if case .undecodable("film", "a.mp4", _)? = error as? ImageFileError { true } else { false }
      }
    }
  }
}
