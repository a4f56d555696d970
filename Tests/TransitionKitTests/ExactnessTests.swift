import TestSupport
import Testing

@testable import TransitionKit

/// Samples that go through working values and back.
@Suite struct ExactnessTests {
  @Test(
    arguments: PixelFormat.all, WorkingSpace.allCases)
  func `all survive decoding and encoding`(format: PixelFormat, space: WorkingSpace) {
    // 256 x 256 pixels hold every code of 16 bits, and every pair of an 8-bit code and an alpha.
    let height = format == .rgb8 ? 2 : 256
    let samples = (0..<256 * height).flatMap { i in
      let code = format.depth == .eight ? i & 255 : i
      let alpha = format.depth == .eight ? i >> 8 : 65535 - i / 2
      let color = alpha == 0 ? 0 : UInt16(code)
      return [color, color, color, UInt16(alpha)].prefix(format.channels)
    }
    let picture = Bitmap(
      width: 256, height: height, format: format, workingSpace: space, samples: samples)
    let inputs = Inputs(source: picture, target: picture)
    let frame = Frame(kernel: Untouched(picture: picture), inputs: inputs)
    #expect(frame.bitmap().difference(from: picture) == nil)
  }

  @Test(
    arguments: PixelFormat.all,
    WorkingSpace.allCases)
  func `survive encoded interpolation at the centers of pixels`(
    format: PixelFormat, space: WorkingSpace
  ) {
    // All codes, in rows of 256.
    let height = format.depth == .eight ? 2 : 256
    let samples = (0..<256 * height).flatMap { i in
      let code = UInt16(format.depth == .eight ? i & 255 : i)
      return [code, code, code, UInt16(format.depth.maximum)].prefix(format.channels)
    }
    let picture = Bitmap(
      width: 256, height: height, format: format, workingSpace: space, samples: samples)
    let inputs = Inputs(source: picture, target: picture)
    let frame = Frame(kernel: EncodedSamples(picture: picture, shift: 0), inputs: inputs)
    #expect(frame.bitmap().difference(from: picture) == nil)
  }

  @Test(
    arguments: WorkingSpace.allCases)
  func `are interpolated in their encoded values, premultiplied`(space: WorkingSpace) {
    let picture = Bitmap(
      width: 2, height: 1, format: .rgba8, workingSpace: space,
      samples: [0, 40, 200, 255, 250, 240, 100, 51])
    let inputs = Inputs(source: picture, target: picture)
    let frame = Frame(kernel: EncodedSamples(picture: picture, shift: 0.5), inputs: inputs)
    // Half of one and half of the other, which weighs 51/255; behind it nothing, by half.
    #expect(frame.bitmap().samples == [42, 73, 183, 153, 250, 240, 100, 26])
    let center = Point(x: 1, y: 0.5)
    let encoded = picture.reading(in: .srgb)
    let four = picture.decoded(
      encoded.samples(at: center.x + Lanes.neighbors / 4, Lanes(repeating: 0.5)))
    for lane in 0..<4 {
      let one = encoded.sample(at: Point(x: center.x + Float(lane) / 4, y: 0.5))
      #expect(four.pixel(lane) == picture.decoded(one))
    }
  }

  @Test(
    arguments: PixelFormat.all, [0.25, 1.0 / 3, 0.999])
  func `of a picture dissolved into itself stay as they are`(format: PixelFormat, time: Double) {
    var dissolve = DissolveTransition()
    dissolve.isPaced = time < 0.5
    let samples = (0..<256 * 32).flatMap { i in
      let scale = format.depth == .eight ? 1 : 257
      let color = UInt16(i & 255) * UInt16(scale)
      let alpha = UInt16(((i >> 8) * 8 + 7) * scale)
      return [color, color, color, alpha].prefix(format.channels)
    }
    let picture = Bitmap(width: 256, height: 32, format: format, samples: samples)
    let inputs = Inputs(source: picture, target: picture)
    let frame = dissolve.frame(at: time, of: inputs)
    #expect(frame.bitmap().difference(from: picture) == nil)
  }

  @Test(
    arguments: WorkingSpace.allCases, [(0.1, false), (0.5, false), (0.87, false), (0.3, true)])
  func `dissolve as the formula says, each pair of bytes rounded once`(
    space: WorkingSpace, moment: (time: Double, isPaced: Bool)
  ) {
    let (time, isPaced) = moment
    let bytes = 0..<256
    let source = Bitmap(
      width: 256, height: 256, format: .rgb8, workingSpace: space,
      samples: bytes.flatMap { row in bytes.flatMap { _ in [row, row, row].map(UInt16.init) } })
    let target = Bitmap(
      width: 256, height: 256, format: .rgb8, workingSpace: space,
      samples: bytes.flatMap { _ in bytes.flatMap { [$0, $0, $0].map(UInt16.init) } })
    let inputs = Inputs(source: source, target: target)
    var dissolve = DissolveTransition()
    dissolve.isPaced = isPaced
    let kernel = dissolve.kernel(at: Float(time), of: inputs)
    let expected = (0..<65536).map { pair in
      let (s, d) = (pair >> 8, pair & 255)
      return isPaced && space == .linear
        ? Reference.pacedDissolve(s, d, at: time)
        : Reference.dissolve(s, d, at: time, in: space)
    }
    for (isComputed, frame) in [
      (false, Frame(kernel: kernel, inputs: inputs)),
      (true, Frame(kernel: Computed(kernel), inputs: inputs)),
    ] {
      let made = frame.bitmap().samples
      let wrong = (0..<65536).first { i in
        (Double(made[3 * i]) - expected[i]).magnitude > 0.5 + 1e-3
      }
      #expect(
        wrong == nil, "bytes \(wrong.map { ($0 >> 8, $0 & 255) } as Any), computed: \(isComputed)")
    }
  }

  @Test(arguments: WorkingSpace.allCases)
  func `have the nearest of 65536 codes on either side of each boundary`(space: WorkingSpace) {
    let tables = TransferTables.shared(space, PixelFormat(depth: .sixteen, hasAlpha: false))
    var wrong: [Int] = []
    for code in 1...65535 {
      let boundary = unsafe tables.boundaries[code]
      let values = Lanes(
        boundary.nextDown, boundary, boundary.nextUp, unsafe tables.decoding[code])
      let codes = tables.codes16(values)
      let expected = SIMD4(UInt32(code) - 1, UInt32(code), UInt32(code), UInt32(code))
      if codes != expected { wrong.append(code) }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(8))")
  }

  @Test func `mix black and white to 188 in linear light, to 128 in encoded values`() {
    for (space, gray) in [(WorkingSpace.linear, 188), (.srgb, 128)] as [(WorkingSpace, UInt16)] {
      let black = Bitmap(width: 3, height: 2, workingSpace: space, uniform: [0, 0, 0])
      let white = Bitmap(width: 3, height: 2, workingSpace: space, uniform: [255, 255, 255])
      let frame = DissolveTransition().frame(at: 0.5, of: Inputs(source: black, target: white))
      #expect(frame.bitmap().samples == Array(repeating: gray, count: 18))
    }
  }

  @Test(
    arguments: PixelFormat.all)
  func `of white stay white while the rest changes`(format: PixelFormat) {
    let maximum = UInt16(format.depth.maximum)
    let a = Bitmap(width: 2, height: 2, format: format, uniform: [maximum, 0, 0, maximum])
    let b = Bitmap(width: 2, height: 2, format: format, uniform: [maximum, maximum, 0, maximum])
    for time in [0.001, 0.25, 0.5, 0.75, 0.999] {
      let frame = DissolveTransition().frame(at: time, of: Inputs(source: a, target: b)).bitmap()
      let pixel = frame.samples(column: 1, row: 1)
      #expect(pixel[0] == maximum && pixel[2] == 0)
      #expect(pixel.count == 3 || pixel[3] == maximum)
    }
  }

  @Test func `of transparent pixels do not color the mixture`() {
    let red = Bitmap(width: 1, height: 1, format: .rgba8, uniform: [255, 0, 0, 0])
    let blue = Bitmap(width: 1, height: 1, format: .rgba8, uniform: [0, 0, 255, 255])
    for (time, alpha) in [(0.25, 64), (0.5, 128), (0.75, 191)] as [(Double, UInt16)] {
      let frame = DissolveTransition().frame(at: time, of: Inputs(source: red, target: blue))
      #expect(frame.bitmap().samples == [0, 0, 255, alpha])
    }
  }

  @Test func `of a pixel without coverage are all 0`() {
    let clear = Bitmap(width: 1, height: 1, format: .rgba16, uniform: [9, 99, 65535, 0])
    let frame = DissolveTransition().frame(at: 0.5, of: Inputs(source: clear, target: clear))
    #expect(frame.bitmap().samples == [0, 0, 0, 0])
  }

  @Test func `that are out of range are clamped, and what is no number is black`() {
    for format in PixelFormat.all {
      let picture = Bitmap(width: 1, height: 1, format: format, uniform: [7, 7, 7, 7])
      let inputs = Inputs(source: picture, target: picture)
      func code(_ pixel: Pixel) -> [UInt16] {
        Frame(kernel: Uniform(pixel: pixel), inputs: inputs).bitmap().samples
      }
      let maximum = UInt16(format.depth.maximum)
      let (low, high) = (-Float.infinity, Float.infinity)
      #expect(code(Pixel(low, -1, 2, 1)).prefix(3) == [0, 0, maximum])
      #expect(code(Pixel(high, .nan, 1e30, 1)).prefix(3) == [maximum, 0, maximum])
      #expect(code(Pixel(.nan, .nan, .nan, .nan)).allSatisfy { $0 == 0 } || !format.hasAlpha)
      #expect(code(Pixel(1, 1, 1, 3)).last == maximum)
    }
  }

  @Test func `brighter than white by coverage are encoded before they are clamped`() {
    let picture = Bitmap(width: 1, height: 1, uniform: [0, 0, 0])
    let inputs = Inputs(source: picture, target: picture)
    let frame = Frame(kernel: Uniform(pixel: Pixel(0.5, 1, 2, 2)), inputs: inputs)
    // 2 · encode(0.5 / 2) = 1.0746, clamped; 2 · encode(0.05 / 2) = 0.3437 for the second one.
    #expect(frame.bitmap().samples == [255, 255, 255])
    let dim = Frame(kernel: Uniform(pixel: Pixel(0.05, 0, 0, 2)), inputs: inputs)
    #expect(dim.bitmap().samples == [88, 0, 0])
  }
}

/// The source, computed.
private struct Untouched: PixelKernel {
  let picture: Bitmap
  func colors(at point: Point) -> Pixel4 { picture.neighbors(at: point) }
}

/// A picture moved to the left, interpolated in its encoded values.
private struct EncodedSamples: PixelKernel {
  let picture: Bitmap
  let shift: Float
  func colors(at point: Point) -> Pixel4 {
    let encoded = picture.reading(in: .srgb)
    return Pixel4(each: {
      picture.decoded(encoded.sample(at: Point(x: point.x + shift + Float($0), y: point.y)))
    })
  }
}

/// One color everywhere.
private struct Uniform: PixelKernel {
  let pixel: Pixel
  func colors(at point: Point) -> Pixel4 { Pixel4(repeating: pixel) }
}
