import TestSupport
import Testing

@testable import TransitionKit

/// Frames of films as luma and color differences, in red, green and blue.
@Suite struct PlanarPictureTests {
  /// The samples of a picture by definition, of 8-bit codes, not rounded.
  private static func reference(_ picture: PlanarPicture) -> [Double] {
    let (width, height, format) = (picture.width, picture.height, picture.format)
    let (across, down) = (format.chromaWidth(width), format.chromaHeight(height))
    func code(_ index: Int) -> Double {
      guard format.colors.bits > 8 else { return Double(picture.bytes[index]) }
      return Double(Int(picture.bytes[2 * index]) + 256 * Int(picture.bytes[2 * index + 1]))
    }
    func chroma(_ plane: Int, _ column: Int, _ row: Int) -> Double {
      let first = width * height + plane * across * down
      let isCentered = format.colors.siting == .center
      let x = format.chroma == .full ? Double(column) : Double(column) / 2 - (isCentered ? 0.25 : 0)
      let y =
        format.chroma != .quarter
        ? Double(row) : Double(row) / 2 - (format.colors.siting == .topLeft ? 0 : 0.25)
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      func sample(_ column: Double, _ row: Double) -> Double {
        let column = min(max(Int(column), 0), across - 1)
        let row = min(max(Int(row), 0), down - 1)
        return code(first + row * across + column)
      }
      let (u, v) = (x - left, y - top)
      return (1 - v) * ((1 - u) * sample(left, top) + u * sample(left + 1, top))
        + v * ((1 - u) * sample(left, top + 1) + u * sample(left + 1, top + 1))
    }
    let isFull = format.colors.range == .full
    let (unit, most) = (Double(1 << (format.colors.bits - 8)), Double(1 << format.colors.bits - 1))
    let (kr, kb) = (format.colors.matrix.kr, format.colors.matrix.kb)
    return (0..<width * height).flatMap { index in
      let y = isFull ? code(index) / most : (code(index) - 16 * unit) / (219 * unit)
      let scale = isFull ? most : 224 * unit
      let blue = (chroma(0, index % width, index / width) - 128 * unit) / scale
      let red = (chroma(1, index % width, index / width) - 128 * unit) / scale
      let (r, b) = (y + 2 * (1 - kr) * red, y + 2 * (1 - kb) * blue)
      let g = (y - kr * r - kb * b) / (1 - kr - kb)
      let last = width * height + 2 * across * down + index
      return ([r, g, b] + (format.hasAlpha ? [code(last) / most] : []))
        .map { min(max($0, 0), 1) * 255 }
    }
  }

  private static func picture(
    _ width: Int, _ height: Int, _ matrix: VideoMatrix, _ range: VideoColors.Range,
    _ siting: VideoColors.Siting, byte: (Int) -> UInt8
  ) -> PlanarPicture {
    let count = PlanarFormat().byteCount(width: width, height: height)
    return PlanarPicture(
      width: width, height: height,
      format: PlanarFormat(VideoColors(matrix: matrix, range: range, siting: siting)),
      bytes: (0..<count).map(byte))
  }

  private static func noise(
    _ width: Int, _ height: Int, _ matrix: VideoMatrix = .bt709,
    _ range: VideoColors.Range = .limited, _ siting: VideoColors.Siting = .left
  ) -> PlanarPicture {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    return picture(width, height, matrix, range, siting) { _ in
      UInt8(truncatingIfNeeded: random.next() >> 20)
    }
  }

  /// The samples of frames of 8 or 16 bits.
  private static func samples(_ frame: Frame) -> [Int] { frame.bitmap().samples.map(Int.init) }

  @Test(arguments: VideoMatrix.allCases, VideoColors.Range.allCases)
  func `are what the formula gives, wherever color samples lie`(
    _ matrix: VideoMatrix, _ range: VideoColors.Range
  ) {
    for siting in VideoColors.Siting.allCases {
      for (width, height) in [(1, 1), (2, 2), (3, 5), (5, 3), (16, 1), (17, 33), (70, 41)] {
        let picture = Self.noise(width, height, matrix, range, siting)
        let expected = Self.reference(picture)
        let eight = Self.samples(Frame(showing: picture))
        let sixteen = Self.samples(Frame(showing: picture, depth: .sixteen))
        #expect(eight.count == expected.count && sixteen.count == expected.count)
        for (index, value) in expected.enumerated() {
          #expect(abs(Double(eight[index]) - value) <= 0.52, "\(width)x\(height) \(index)")
          #expect(abs(Double(sixteen[index]) - 257 * value) <= 7, "\(width)x\(height) \(index)")
        }
      }
    }
  }

  @Test(arguments: VideoMatrix.allCases, VideoColors.Range.allCases)
  func `of one color are the nearest codes but for ties`(
    _ matrix: VideoMatrix, _ range: VideoColors.Range
  ) {
    var (others, all) = (0, 0)
    for luma in stride(from: 0, through: 255, by: 15) {
      for blue in stride(from: 0, through: 255, by: 17) {
        for red in stride(from: 1, through: 255, by: 16) {
          let picture = Self.picture(2, 2, matrix, range, .left) {
            UInt8([luma, luma, luma, luma, blue, red][$0])
          }
          let expected = Self.reference(picture).prefix(3)
          for (sample, value) in zip(Self.samples(Frame(showing: picture)), expected) {
            all += 1
            if sample != Int(value.rounded()) { others += 1 }
            #expect(abs(Double(sample) - value) <= 0.52)
          }
        }
      }
    }
    #expect(Double(others) < 0.01 * Double(all))
  }

  @Test(arguments: VideoMatrix.allCases, VideoColors.Range.allCases)
  func `that are gray stay gray and are rounded exactly`(
    _ matrix: VideoMatrix, _ range: VideoColors.Range
  ) {
    let ramp = Self.picture(256, 2, matrix, range, .center) { $0 < 512 ? UInt8($0 % 256) : 128 }
    let (eight, sixteen) = (
      Self.samples(Frame(showing: ramp)), Self.samples(Frame(showing: ramp, depth: .sixteen))
    )
    let expected = Self.reference(ramp)
    for pixel in 0..<512 {
      let (a, b) = (eight[3 * pixel..<3 * pixel + 3], sixteen[3 * pixel..<3 * pixel + 3])
      #expect(Set(a) == [Int(expected[3 * pixel].rounded())])
      #expect(Set(b).count == 1)
      #expect(b.allSatisfy { abs(Double($0) - 257 * expected[3 * pixel]) <= 3 })
    }
    // Black and white are whole codes.
    let (black, white) = range == .full ? (0, 255) : (16, 235)
    #expect(sixteen[3 * black] == 0 && sixteen[3 * white] == 65535)
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen])
  func `have the same pixels in any part of a row`(_ depth: PixelFormat.Depth) {
    for siting in VideoColors.Siting.allCases {
      let picture = Self.noise(83, 7, .bt601, .full, siting)
      let frame = Frame(showing: picture, depth: depth)
      let (whole, bytesPerPixel) = (frame.bytes(), frame.format.bytesPerPixel)
      for start in [0, 1, 2, 15, 16, 17, 40, 81, 82] {
        for end in [start, start + 1, start + 2, start + 15, start + 33, 83]
        where end >= start && end <= 83 {
          for row in 0..<7 {
            // Nothing is stored beyond the pixels.
            let count = (end - start) * bytesPerPixel
            var part = [UInt8](repeating: 77, count: count + 64)
            var span = part.mutableSpan
            var bytes = unsafe span.mutableBytes
            frame.render(columns: start..<end, row: row, into: &bytes)
            let first = (row * 83 + start) * bytesPerPixel
            #expect(part.prefix(count) == whole[first..<first + count])
            #expect(part.suffix(64).allSatisfy { $0 == 77 })
          }
        }
      }
    }
  }

  @Test func `are in the frames that show them, and in no others`() {
    let picture = Self.noise(9, 4)
    let frame = Frame(showing: picture)
    #expect(frame.planes?.bytes == picture.bytes)
    #expect(frame.dithered().planes?.bytes == picture.bytes)
    #expect(Frame(showing: picture.bitmap()).planes == nil)
    #expect(Frame(showing: picture, depth: .sixteen).dithered().planes == nil)
    #expect(picture.bitmap(workingSpace: .srgb).workingSpace == .srgb)
  }

  // MARK: More than 8 bits

  /// All formats of some bits.
  private static func formats(_ bits: Int) -> [PlanarFormat] {
    PlanarFormat.Chroma.allCases.flatMap { chroma in
      VideoColors.Siting.allCases.flatMap { siting in
        VideoColors.Range.allCases.flatMap { range in
          [false, true].map { hasAlpha in
            PlanarFormat(
              VideoColors(
                matrix: VideoMatrix.allCases[(bits + (hasAlpha ? 1 : 0)) % 5], range: range,
                siting: siting, bits: bits), chroma: chroma, hasAlpha: hasAlpha)
          }
        }
      }
    }
  }

  private static func noise(_ width: Int, _ height: Int, _ format: PlanarFormat) -> PlanarPicture {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    let codes = (0..<format.byteCount(width: width, height: height) / 2).map { _ in
      UInt16(truncatingIfNeeded: random.next() >> 20) >> (16 - format.colors.bits)
    }
    return PlanarPicture(
      width: width, height: height, format: format,
      bytes: codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  @Test(arguments: [9, 10, 12, 14, 16]) func `with more bits are what the formula gives`(
    _ bits: Int
  ) {
    for format in Self.formats(bits) {
      for (width, height) in [(1, 1), (2, 2), (3, 5), (5, 3), (16, 1), (17, 33)] {
        let picture = Self.noise(width, height, format)
        let frame = Frame(showing: picture)
        #expect(frame.format == PixelFormat(depth: .sixteen, hasAlpha: format.hasAlpha))
        let (samples, expected) = (Self.samples(frame), Self.reference(picture))
        #expect(samples.count == expected.count)
        let worst = zip(samples, expected).map { abs(Double($0) - 257 * $1) }.max() ?? 0
        #expect(worst <= 0.6, "\(format) \(width)x\(height)")
      }
    }
  }

  @Test(arguments: [10, 12], VideoColors.Range.allCases)
  func `with more bits that are gray are exact`(_ bits: Int, _ range: VideoColors.Range) {
    let (count, unit) = (1 << bits, 1 << (bits - 8))
    let format = PlanarFormat(VideoColors(range: range, bits: bits), chroma: .full)
    let codes = Array(0..<count) + Array(repeating: 128 * unit, count: 2 * count)
    let picture = PlanarPicture(
      width: count, height: 1, format: format,
      bytes: codes.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    let (samples, expected) = (Self.samples(Frame(showing: picture)), Self.reference(picture))
    let (black, white) = range == .full ? (0, count - 1) : (16 * unit, 235 * unit)
    #expect(samples[3 * black] == 0 && samples[3 * white] == 65535)
    for code in 0..<count {
      let pixel = samples[3 * code..<3 * code + 3]
      #expect(Set(pixel).count == 1)
      #expect(abs(Double(samples[3 * code]) - 257 * expected[3 * code]) <= 0.51, "\(code)")
    }
  }

  @Test func `with more bits have the same pixels in any part of a row`() {
    for format in Self.formats(10) {
      let picture = Self.noise(41, 3, format)
      let frame = Frame(showing: picture)
      let (whole, bytesPerPixel) = (frame.bytes(), frame.format.bytesPerPixel)
      for start in [0, 1, 2, 15, 38, 40] {
        for end in [start, start + 1, start + 2, start + 15, 41] where end >= start && end <= 41 {
          for row in 0..<3 {
            let count = (end - start) * bytesPerPixel
            var part = [UInt8](repeating: 77, count: count + 64)
            var span = part.mutableSpan
            var bytes = unsafe span.mutableBytes
            frame.render(columns: start..<end, row: row, into: &bytes)
            let first = (row * 41 + start) * bytesPerPixel
            #expect(part.prefix(count) == whole[first..<first + count])
            #expect(part.suffix(64).allSatisfy { $0 == 77 })
          }
        }
      }
    }
  }
}
