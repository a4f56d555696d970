import Foundation
import TestSupport
import Testing

@testable import TransitionKit

/// Values on other curves than that of sRGB, and the colors of other primaries.
@Suite struct RGBEncodingTests {
  private static let identity = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]

  /// The encoding of a gamma.
  private static func gamma(_ gamma: Double, _ matrix: [[Double]] = identity) throws -> RGBEncoding
  {
    let light = (0...65535).map { pow(Double($0) / 65535, gamma) }
    return try #require(RGBEncoding(light: light, fromSRGB: matrix))
  }

  private static let gammas: [Double] = [1, 1.8, 2.19921875, 2.6]

  @Test(arguments: PixelFormat.all, gammas)
  func `all codes survive decoding and encoding`(_ format: PixelFormat, gamma: Double) throws {
    let encoding = try Self.gamma(gamma)
    let format = PixelFormat(depth: format.depth, hasAlpha: format.hasAlpha, encoding: encoding)
    let codes = format.depth.maximum + 1
    let alpha = [UInt16](repeating: UInt16(format.depth.maximum), count: format.hasAlpha ? 1 : 0)
    let picture = Bitmap(
      width: 256, height: codes / 256, format: format,
      samples: (0..<codes).flatMap { [UInt16](repeating: UInt16($0), count: 3) + alpha })
    let frame = RippleTransition().frame(at: 0, of: Inputs(source: picture, target: picture))
    #expect(frame.bitmap().samples == picture.samples)
    let half = DissolveTransition().frame(at: 0.5, of: Inputs(source: picture, target: picture))
    #expect(half.bitmap().samples == picture.samples)
    let encoder = PixelEncoder(format: format, workingSpace: .linear)
    for code in 0..<codes {
      let pixel = picture.pixel(column: code % 256, row: code / 256)
      var stored: (UInt64, UInt64) = (0, 0)
      unsafe withUnsafeMutableBytes(of: &stored) { bytes in
        guard let address = bytes.baseAddress else { return }
        unsafe encoder.encode(pixel, to: address)
      }
      let mask = UInt64(format.depth.maximum)
      #expect(Int(stored.0 & mask) == code)
    }
  }

  @Test(arguments: gammas, [PixelFormat.Depth.eight, .sixteen])
  func `dissolve as the formula says`(gamma: Double, depth: PixelFormat.Depth) throws {
    let format = PixelFormat(depth: depth, hasAlpha: false, encoding: try Self.gamma(gamma))
    let maximum = Double(depth.maximum)
    let codes = (0..<256).map { UInt16($0 * depth.maximum / 255) }
    // Small pictures are computed, large ones looked up.
    for height in [1, 256] {
      let a = Bitmap(
        width: 256, height: height, format: format,
        samples: (0..<256 * height).flatMap { [UInt16](repeating: codes[$0 % 256], count: 3) })
      let b = Bitmap(
        width: 256, height: height, format: format,
        samples: (0..<256 * height).flatMap {
          [UInt16](repeating: codes[($0 * 7 + $0 / 256) % 256], count: 3)
        })
      let made = DissolveTransition().frame(at: 0.25, of: Inputs(source: a, target: b))
        .bitmap().samples
      let (source, target) = (a.samples, b.samples)
      for index in stride(from: 0, to: made.count, by: 3) {
        let light =
          0.75 * pow(Double(source[index]) / maximum, gamma)
          + 0.25 * pow(Double(target[index]) / maximum, gamma)
        let expected = pow(light, 1 / gamma) * maximum
        #expect(abs(Double(made[index]) - expected) < 0.51)
        if height > 1, index > 3 * 1024 { break }
      }
    }
  }

  @Test func `in the encoded working space are mixed as they are`() throws {
    let format = PixelFormat(depth: .eight, hasAlpha: false, encoding: try Self.gamma(1.8))
    let black = Bitmap(
      width: 3, height: 2, format: format, workingSpace: .srgb, uniform: [0, 0, 0])
    let white = Bitmap(
      width: 3, height: 2, format: format, workingSpace: .srgb, uniform: [255, 255, 255])
    let frame = DissolveTransition().frame(at: 0.5, of: Inputs(source: black, target: white))
    #expect(frame.bitmap().samples == Array(repeating: 128, count: 18))
  }

  @Test func `hold colors of sRGB, which are cut off if they lie beyond`() throws {
    let matrix = [[0.7, 0.3, 0], [0, 1, 0], [0, -0.25, 1.25]]
    let format = PixelFormat(
      depth: .sixteen, hasAlpha: true, encoding: try Self.gamma(2, matrix))
    for color in [Color(1, 0, 0), Color(0, 1, 0), Color(0.2, 0.5, 0.9, 0.25), .white, .black] {
      let light = [color.red, color.green, color.blue].map {
        WorkingSpace.linear.decode(Double($0))
      }
      let expected = matrix.map { row in
        min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
      }
      let samples = color.samples(in: format).map { Double($0) / 65535 }
      for channel in 0..<3 {
        #expect(abs(samples[channel] - expected[channel].squareRoot()) < 2e-5)
      }
      #expect(abs(samples[3] - Double(color.alpha)) < 1e-5)
      let pixel = color.pixel(in: .linear, of: format.encoding)
      for channel in 0..<3 {
        #expect(abs(Double(pixel[channel]) - expected[channel] * Double(color.alpha)) < 1e-5)
      }
      let plain = PixelFormat(depth: .sixteen, hasAlpha: true)
      let picture = Bitmap(filledWith: color, width: 2, height: 2, format: plain)
      let converted = picture.converted(to: format.encoding).samples(column: 1, row: 1)
      for channel in 0..<4 {
        #expect(abs(Double(converted[channel]) / 65535 - samples[channel]) < 3e-4)
      }
    }
  }

  @Test func `need a curve that never falls`() {
    var light = (0...65535).map { Double($0) / 65535 }
    #expect(RGBEncoding(light: light, fromSRGB: Self.identity) != nil)
    light[5] = .nan
    #expect(RGBEncoding(light: light, fromSRGB: Self.identity) == nil)
    light[5] = 0.9
    #expect(RGBEncoding(light: light, fromSRGB: Self.identity) == nil)
    #expect(RGBEncoding(light: [0, 1], fromSRGB: Self.identity) == nil)
    #expect(RGBEncoding(light: nil, fromSRGB: [[1, 0, 0]]) == nil)
  }
}
