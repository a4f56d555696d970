import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// HDR, and colors of other primaries, in sRGB.
@Suite struct LightConverterTests {
  // MARK: The formulas

  private static func light(ofPQ value: Double) -> Double {
    let power = pow(value, 32 / 2523.0)
    let light = max(power - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * power)
    return 10_000 * pow(light, 16384 / 2610.0)
  }

  private static func value(ofPQ light: Double) -> Double {
    let power = pow(light / 10_000, 2610 / 16384.0)
    return pow((3424 / 4096.0 + 2413 / 128.0 * power) / (1 + 2392 / 128.0 * power), 2523 / 32.0)
  }

  private static func light(ofHLG values: [Double]) -> [Double] {
    let scene = values.map { value in
      value <= 0.5
        ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    let y = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
    return scene.map { 1000 * pow(max(y, 1e-9), 0.2) * $0 }
  }

  /// BT.2390's curve for the largest of red, green and blue.
  private static func dimmed(_ light: [Double], from peak: Double) -> [Double] {
    let (brightest, white) = (value(ofPQ: peak), value(ofPQ: 203))
    let largest = light.max() ?? 0
    let e = min(value(ofPQ: largest) / brightest, 1)
    let ml = white / brightest
    let ks = 1.5 * ml - 0.5
    guard largest > 0 else { return light }
    // What is brighter than the peak is as bright.
    guard e > ks else { return light.map { $0 * Self.light(ofPQ: e * brightest) / largest } }
    let t = (e - ks) / (1 - ks)
    let (t2, t3) = (t * t, t * t * t)
    let first = (2 * t3 - 3 * t2 + 1) * ks
    let second = (t3 - 2 * t2 + t) * (1 - ks)
    let curved = first + second + (3 * t2 - 2 * t3) * ml
    let gain = Self.light(ofPQ: curved * brightest) / largest
    return light.map { $0 * gain }
  }

  /// The matrices to BT.709 that are published.
  private static let matrices: [VideoPrimaries: [[Double]]] = [
    .bt2020: [
      [1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349],
      [-0.018151, -0.100579, 1.118730],
    ],
    .smpte432: [
      [1.224940, -0.224940, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274],
    ],
    .bt709: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  ]

  /// Codes of 8 bits, not rounded, by light where white is 1.
  private static func codes(
    _ light: [Double], _ primaries: VideoPrimaries, cutsOff: Bool
  ) throws -> [Double] {
    let matrix = try #require(matrices[primaries])
    let rgb = matrix.map { row in zip(row, light).map { $0 * $1 }.reduce(0, +) }
    let y = min(max(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2], 0), 1)
    let shares = rgb.map { value in
      value - y > 1e-9 ? (1 - y) / (value - y) : y - value > 1e-9 ? y / (y - value) : 9
    }
    let share = cutsOff ? 1 : min(shares.min() ?? 1, 1)
    return rgb.map { value in
      let light = min(max(y + (value - y) * share, 0), 1)
      return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
  }

  private static func expected(
    _ values: [Double], _ curve: VideoColors.Curve, _ primaries: VideoPrimaries
  ) throws -> [Double] {
    let light =
      switch curve {
      case .sRGB: values.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      case .hlg: dimmed(light(ofHLG: values), from: 1000).map { $0 / 203 }
      case .pq(let peak):
        dimmed(values.map { Self.light(ofPQ: $0) }, from: peak).map { $0 / 203 }
      }
    return try codes(light, primaries, cutsOff: curve == .sRGB)
  }

  // MARK: Pictures

  /// A picture of 4:4:4 and 10 bits.
  private static func picture(_ codes: [[Int]], _ colors: VideoColors) -> PlanarPicture {
    let samples = (0..<3).flatMap { plane in codes.map { $0[plane] } }
    return PlanarPicture(
      width: codes.count, height: 1, format: PlanarFormat(colors, chroma: .full),
      bytes: samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  /// Red, green and blue of codes of 10 bits of limited range.
  private static func values(_ codes: [Int], _ matrix: VideoMatrix) -> [Double] {
    let y = (Double(codes[0]) - 64) / 876
    let (blue, red) = ((Double(codes[1]) - 512) / 896, (Double(codes[2]) - 512) / 896)
    let (r, b) = (y + 2 * (1 - matrix.kr) * red, y + 2 * (1 - matrix.kb) * blue)
    let g = (y - matrix.kr * r - matrix.kb * b) / matrix.kg
    return [r, g, b].map { min(max($0, 0), 1) }
  }

  private static let curves: [VideoColors.Curve] =
    [.sRGB, .hlg] + [203, 250, 600, 1000, 4000, 10_000].map { .pq(peak: $0) }

  @Test(arguments: Self.curves, [VideoPrimaries.bt2020, .smpte432])
  func `is what the formulas give`(
    _ curve: VideoColors.Curve, _ primaries: VideoPrimaries
  ) throws {
    // BT.2100 weighs luminance by BT.2020 alone.
    guard primaries == .bt2020 || curve != .hlg else { return }
    let colors = VideoColors(matrix: .bt2020, primaries: primaries, curve: curve, bits: 10)
    var random = SplitMix64(seed: 7)
    let codes = (0..<5000).map { _ in
      [64...940, 400...640, 400...640].map { Int.random(in: $0, using: &random) }
    }
    let picture = Self.picture(codes, colors)
    let samples = Frame(showing: picture).bitmap().samples
    var (sum, rounded) = (0.0, 0.0)
    for (index, code) in codes.enumerated() {
      let expected = try Self.expected(Self.values(code, .bt2020), curve, primaries)
      for channel in 0..<3 {
        let found = Double(samples[3 * index + channel]) / 257
        let error = abs(found - expected[channel])
        sum += error
        rounded += abs(found.rounded() - expected[channel])
        #expect(error < 1.5, "\(code) \(channel) \(found) \(expected)")
      }
    }
    let count = Double(3 * codes.count)
    #expect(sum / count < 0.05 && rounded / count < 0.3, "\(sum / count) \(rounded / count)")
  }

  // ITU-R BT.2408 and BT.2100: HLG of 75 % is 203 cd/m², which is white before it is dimmed.
  @Test func `has the published values`() {
    #expect(abs(PerceptualQuantizer.value(ofLight: 203) - 0.5807) < 0.00005)
    #expect(abs(PerceptualQuantizer.light(ofValue: 1) - 10_000) < 1e-6)
    for (value, light) in [(0.75, 203.15), (0.5, 50.70), (0.38, 26.24)] {
      #expect(abs(Self.light(ofHLG: [value, value, value])[0] - light) < 0.006)
    }
    let grays: [(Double, Double)] = [
      (0.10, 16.2), (0.20, 46.3), (0.30, 76.5), (0.38, 100.7), (0.50, 136.9), (0.60, 173.0),
      (0.70, 213.2), (0.75, 229.0), (0.80, 240.9), (0.90, 253.1), (1, 255),
    ]
    let colors = VideoColors(primaries: .bt2020, curve: .hlg)
    let picture = Bitmap(
      width: grays.count, height: 1, format: PixelFormat(depth: .sixteen, hasAlpha: false),
      samples: grays.flatMap { gray in
        Array(repeating: UInt16((gray.0 * 65535).rounded()), count: 3)
      })
    let samples = picture.converted(from: colors).samples
    for (index, gray) in grays.enumerated() {
      for channel in 0..<3 {
        #expect(abs(Double(samples[3 * index + channel]) / 257 - gray.1) < 0.1, "\(gray)")
      }
    }
    #expect(samples.suffix(3).allSatisfy { $0 >= 65534 })
  }

  @Test func `has matrices as they are published`() {
    for (primaries, rows) in Self.matrices {
      let columns = primaries.toBT709.columns
      for (row, column) in [0, 1, 2].flatMap({ row in (0..<3).map { (row, $0) } }) {
        #expect(abs(columns[column][row] - rows[row][column]) < 0.000_02, "\(primaries)")
      }
    }
  }

  @Test(arguments: VideoPrimaries.allCases)
  func `leaves grays as they are, and what is sRGB alone`(_ primaries: VideoPrimaries) {
    let colors = VideoColors(matrix: .bt601, primaries: primaries, range: .full)
    #expect((LightConverter(colors) == nil) == (primaries == .bt709))
    let bytes = (0..<512).map { UInt8($0 % 256) } + Array(repeating: 128, count: 256)
    let picture = PlanarPicture(
      width: 256, height: 2, format: PlanarFormat(colors), bytes: bytes)
    let frame = Frame(showing: picture)
    #expect(frame.format.depth == .eight)
    #expect(frame.bytes() == bytes.prefix(512).flatMap { [$0, $0, $0] })
    let deep = Frame(showing: picture, depth: .sixteen).bitmap().samples
    for (index, sample) in deep.enumerated() {
      #expect(abs(Int(sample) - 257 * (index / 3 % 256)) <= 4)
    }
  }

  @Test(arguments: [false, true]) func `keeps alpha, and is the same in any part of a row`(
    _ isDeep: Bool
  ) {
    let colors = VideoColors(
      matrix: .bt2020, primaries: .bt2020, curve: .hlg, bits: isDeep ? 10 : 8)
    let format = PlanarFormat(colors, chroma: isDeep ? .half : .quarter, hasAlpha: isDeep)
    let (width, height) = (45, 6)
    var random = SplitMix64(seed: 11)
    let bytes = (0..<format.byteCount(width: width, height: height)).map { index in
      UInt8(truncatingIfNeeded: random.next() >> 20) & (isDeep && index % 2 == 1 ? 3 : 255)
    }
    let picture = PlanarPicture(width: width, height: height, format: format, bytes: bytes)
    let frame = Frame(showing: picture)
    #expect(frame.format == PixelFormat(depth: isDeep ? .sixteen : .eight, hasAlpha: isDeep))
    let (whole, size) = (frame.bytes(), frame.format.bytesPerPixel)
    for columns in [0..<1, 3..<20, 44..<45, 7..<45] {
      let part = frame.bytes(columns: columns, row: 4)
      let start = (4 * width + columns.lowerBound) * size
      #expect(part == Array(whole[start..<start + part.count]))
    }
    // As a picture of red, green and blue, too.
    var plain = format
    plain.colors.curve = .sRGB
    plain.colors.primaries = .bt709
    let encoded = PlanarPicture(width: width, height: height, format: plain, bytes: bytes).bitmap()
    let converted = encoded.converted(from: colors)
    #expect(converted.format == frame.format)
    let other = frame.bitmap().samples
    // Of 8 bits the values are rounded before.
    if isDeep {
      #expect(converted.samples == other)
      #expect(
        stride(from: 3, to: other.count, by: 4).allSatisfy { other[$0] == encoded.samples[$0] })
    }
  }

  @Test func `takes a brightest light that can be, or the usual one`() {
    func peak(_ pixels: Double?, _ screen: Double?) -> Double? {
      guard case .pq(let peak) = VideoColors.Curve.pq(brightest: (pixels, screen)) else {
        return nil
      }
      return peak
    }
    #expect(peak(600, 4000) == 600 && peak(nil, 4000) == 4000 && peak(nil, nil) == 1000)
    #expect(peak(0, 4000) == 4000 && peak(10_000_000, nil) == 1000 && peak(.nan, 0) == 1000)
    #expect(peak(-5, .infinity) == 1000 && peak(90, 4000) == 203 && peak(10_000, nil) == 10_000)
  }
}
