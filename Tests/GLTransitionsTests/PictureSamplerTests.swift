import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

@Suite struct PictureSamplerTests {
  struct Situation: CustomStringConvertible, Sendable {
    let format: PixelFormat
    let space: WorkingSpace
    var description: String { "\(format.channels) x \(format.depth.rawValue), \(space)" }
  }

  static let situations = PixelFormat.all.flatMap { format in
    WorkingSpace.allCases.map { Situation(format: format, space: $0) }
  }

  static let sizes = [(1, 1), (2, 1), (1, 2), (1, 7), (9, 1), (2, 2), (3, 2), (5, 4), (37, 23)]

  static func picture(_ situation: Situation, _ width: Int, _ height: Int) -> Bitmap {
    var random = SplitMix(state: UInt64(width * 1000 + height))
    let count = width * height * situation.format.channels
    let samples = (0..<count).map { _ in
      // Alpha 0 and full alpha occur.
      let sample = Int(truncatingIfNeeded: random.next() >> 40) % 80_000 - 7_000
      let part = max(0, min(sample, 65_535))
      return UInt16(part * situation.format.depth.maximum / 65_535)
    }
    return Bitmap(
      width: width, height: height, format: situation.format, workingSpace: situation.space,
      samples: samples)
  }

  struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return z ^ z >> 31
    }
  }

  /// The planes of some points. The eight numbers after each must not be written.
  static func planes(_ count: Int, _ body: (Planes) -> Void) -> [[Float]] {
    var numbers = [Float](repeating: -7, count: 4 * (count + 8))
    unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      guard let base = numbers.baseAddress else { return }
      unsafe body(
        Planes(
          red: base, green: base + (count + 8), blue: base + 2 * (count + 8),
          alpha: base + 3 * (count + 8)))
    }
    for plane in 0..<4 {
      let start = plane * (count + 8)
      #expect(numbers[start + count..<start + count + 8].allSatisfy { $0 == -7 })
    }
    return (0..<4).map { Array(numbers[$0 * (count + 8)..<$0 * (count + 8) + count]) }
  }

  private static func withFootprints(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    let bytes = PictureSampler.bytesPerFootprint * (count + 64)
    unsafe withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 16) { footprints in
      if let base = footprints.baseAddress { unsafe body(base) }
    }
  }

  static func sample(
    _ sampler: PictureSampler, _ u: [Float], _ v: [Float], _ channels: ChannelSet
  ) -> [[Float]] {
    unsafe Self.planes(u.count) { planes in
      unsafe u.withUnsafeBufferPointer { u in
        unsafe v.withUnsafeBufferPointer { v in
          if let first = u.baseAddress, let second = v.baseAddress {
            unsafe withFootprints(u.count) {
              unsafe sampler.sample(
                first, second, channels, into: planes, count: u.count, footprints: $0)
            }
          }
        }
      }
    }
  }

  /// The color at texture coordinates, in Double.
  static func reference(_ picture: Bitmap, _ u: Float, _ v: Float) -> [Double] {
    func located(_ coordinate: Float, _ size: Int) -> (Int, Double) {
      let position = Double(coordinate * Float(size) - 0.5)
      let clamped = position > 0 ? min(position, Double(size - 1)) : 0
      return (Int(clamped), clamped - clamped.rounded(.down))
    }
    let (column, x) = located(u, picture.width)
    let (row, y) = located(v, picture.height)
    func texel(_ right: Int, _ up: Int) -> Pixel {
      picture.pixel(
        column: min(column + right, picture.width - 1),
        row: picture.height - 1 - min(row + up, picture.height - 1))
    }
    return (0..<4).map { channel in
      func value(_ right: Int, _ up: Int) -> Double { Double(texel(right, up)[channel]) }
      let bottom = value(0, 0) * (1 - x) + value(1, 0) * x
      let top = value(0, 1) * (1 - x) + value(1, 1) * x
      return bottom * (1 - y) + top * y
    }
  }

  static func coordinates(_ picture: Bitmap) -> (u: [Float], v: [Float]) {
    let special: [Float] = [
      0, -0, 1, Float(1).nextDown, 0.5, -1, 2, .infinity, -.infinity, .nan, 1e30, -1e30,
      .leastNonzeroMagnitude, 0.5 / Float(picture.width), 0.5 / Float(picture.height),
      1 - 0.5 / Float(picture.width), 1 - 0.5 / Float(picture.height),
    ]
    var random = SplitMix(state: 3)
    var pairs = special.flatMap { u in special.map { (u, $0) } }
    pairs += (0..<2000).map { _ in
      (.random(in: -0.2...1.2, using: &random), .random(in: -0.2...1.2, using: &random))
    }
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        pairs.append(
          (
            (Float(column) + 0.5) / Float(picture.width),
            (Float(row) + 0.5) / Float(picture.height)
          ))
      }
    }
    while pairs.count % 8 != 0 { pairs.append((0.3, 0.7)) }
    return (pairs.map(\.0), pairs.map(\.1))
  }

  @Test(arguments: situations) func `interpolates between four pixels`(_ situation: Situation) {
    for (width, height) in Self.sizes {
      let picture = Self.picture(situation, width, height)
      let (u, v) = Self.coordinates(picture)
      let planes = Self.sample(PictureSampler(picture), u, v, .all)
      for i in u.indices {
        let expected = Self.reference(picture, u[i], v[i])
        for channel in 0..<4 {
          let difference = abs(Double(planes[channel][i]) - expected[channel])
          #expect(difference < 5e-7, "\(width)x\(height) at \(u[i]), \(v[i])")
        }
      }
    }
  }

  @Test(arguments: situations) func `leaves other channels alone`(_ situation: Situation) {
    let picture = Self.picture(situation, 5, 4)
    let (u, v) = Self.coordinates(picture)
    let sampler = PictureSampler(picture)
    let all = Self.sample(sampler, u, v, .all)
    let row = unsafe Self.planes(5) { unsafe sampler.fetch(columns: 0..<5, row: 1, .all, into: $0) }
    for bits in UInt8(0)..<16 {
      let channels = ChannelSet(rawValue: bits)
      let sampled = Self.sample(sampler, u, v, channels)
      let fetched = unsafe Self.planes(5) {
        unsafe sampler.fetch(columns: 0..<5, row: 1, channels, into: $0)
      }
      for channel in 0..<4 {
        let isWanted = bits >> channel & 1 == 1
        #expect(sampled[channel] == (isWanted ? all[channel] : all[channel].map { _ in -7 }))
        #expect(fetched[channel] == (isWanted ? row[channel] : row[channel].map { _ in -7 }))
      }
    }
  }

  @Test(arguments: situations) func `coordinates may be where the colors go`(_ situation: Situation)
  {
    let picture = Self.picture(situation, 5, 4)
    let sampler = PictureSampler(picture)
    let (u, v) = Self.coordinates(picture)
    let expected = Self.sample(sampler, u, v, .all)
    let planes = unsafe Self.planes(u.count) { planes in
      for i in u.indices { unsafe (planes.red[i], planes.alpha[i]) = (u[i], v[i]) }
      unsafe Self.withFootprints(u.count) {
        unsafe sampler.sample(
          planes.red, planes.alpha, .all, into: planes, count: u.count, footprints: $0)
      }
    }
    #expect(planes == expected)
  }

  @Test(arguments: situations) func `fetches the pixels of a row`(_ situation: Situation) {
    for (width, height) in Self.sizes {
      let picture = Self.picture(situation, width, height)
      let sampler = PictureSampler(picture)
      for row in 0..<height {
        for columns in [0..<width, width / 3..<width, 0..<width - width / 4, width - 1..<width] {
          let planes = unsafe Self.planes(columns.count) {
            unsafe sampler.fetch(columns: columns, row: row, .all, into: $0)
          }
          for (i, column) in columns.enumerated() {
            let pixel = picture.pixel(column: column, row: row)
            for channel in 0..<4 {
              #expect(abs(planes[channel][i] - pixel[channel]) < 2e-7)
            }
          }
        }
      }
    }
  }

  @Test(arguments: situations) func `encodes the samples that it fetched`(_ situation: Situation) {
    // All codes, and every alpha where they are few.
    let maximum = situation.format.depth.maximum
    let width = situation.format.depth == .eight ? 257 : 4099
    let height = situation.format.hasAlpha ? 31 : 16
    var samples: [UInt16] = []
    for i in 0..<width * height {
      samples += [i, maximum - i % (maximum + 1), i * 7].map { UInt16($0 % (maximum + 1)) }
      if situation.format.hasAlpha { samples.append(UInt16(1 + (i * 13) % maximum)) }
    }
    let picture = Bitmap(
      width: width, height: height, format: situation.format, workingSpace: situation.space,
      samples: samples)
    let sampler = PictureSampler(picture)
    let encoder = PlaneEncoder(format: situation.format, workingSpace: situation.space)
    let padded = (width + 7) / 8 * 8
    var stored: [UInt16] = []
    for row in 0..<height {
      _ = unsafe Self.planes(padded) { planes in
        unsafe sampler.fetch(columns: 0..<width, row: row, .all, into: planes)
        stored += unsafe Self.encoded(planes, width, encoder, situation.format)
        // What lies behind the row is none of the test's business.
      }
    }
    // Premultiplied by a small alpha, 16 bits do not survive in a float's 24.
    let tolerance = situation.format.depth == .sixteen && situation.format.hasAlpha ? 1 : 0
    let differences = zip(stored, samples).map { abs(Int($0) - Int($1)) }
    #expect(stored.count == samples.count && differences.max() ?? 0 <= tolerance)
  }

  static func encoded(
    _ planes: Planes, _ count: Int, _ encoder: PlaneEncoder, _ format: PixelFormat
  ) -> [UInt16] {
    var bytes = [UInt8](repeating: 0xa5, count: count * format.bytesPerPixel + 16)
    unsafe bytes.withUnsafeMutableBytes {
      if let base = $0.baseAddress { unsafe encoder.encode(planes, count: count, into: base) }
    }
    #expect(bytes.suffix(16).allSatisfy { $0 == 0xa5 })
    return Self.samples(bytes.dropLast(16), format)
  }

  static func samples(_ bytes: ArraySlice<UInt8>, _ format: PixelFormat) -> [UInt16] {
    guard format.depth == .sixteen else { return bytes.map { UInt16($0) } }
    return unsafe bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        unsafe bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)
      }
    }
  }

  @Test(arguments: situations) func `encodes as the kernels do`(_ situation: Situation) {
    let maximum = Double(situation.format.depth.maximum)
    var values: [Float] = [
      .nan, .infinity, -.infinity, -0, 0, 1, Float(1).nextUp, Float(1).nextDown, -1, 2, 1e30,
      .leastNonzeroMagnitude, 0.5,
    ]
    // Both sides of the boundaries between codes.
    for code in stride(
      from: 1, through: Int(maximum), by: situation.format.depth == .eight ? 1 : 97)
    {
      let boundary = Float(situation.space.decode((Double(code) - 0.5) / maximum))
      values += [boundary.nextDown, boundary, boundary.nextUp]
    }
    let reference = PixelEncoder(format: situation.format, workingSpace: situation.space)
    let encoder = PlaneEncoder(format: situation.format, workingSpace: situation.space)
    let alphas: [Float] = [1, 0.7, 0.003, 0, .nan, 1.5, -1]
    for alpha in situation.format.hasAlpha ? alphas : [1] {
      let count = values.count
      let pixels = (0..<count).map { i in
        Pixel(values[i], values[(i * 5 + 1) % count], values[(i * 3 + 2) % count], alpha)
      }
      let padded = (count + 7) / 8 * 8
      var stored: [UInt16] = []
      _ = unsafe Self.planes(padded) { planes in
        for (i, pixel) in pixels.enumerated() {
          unsafe planes.red[i] = pixel.red
          unsafe planes.green[i] = pixel.green
          unsafe planes.blue[i] = pixel.blue
          unsafe planes.alpha[i] = pixel.alpha
        }
        stored = unsafe Self.encoded(planes, count, encoder, situation.format)
      }
      var bytes = [UInt8](repeating: 0, count: count * situation.format.bytesPerPixel)
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for (i, pixel) in pixels.enumerated() {
          func clamped(_ x: Float) -> Float { x > 0 ? min(x, 1) : 0 }
          let clean = Pixel(
            clamped(pixel.red), clamped(pixel.green), clamped(pixel.blue), clamped(pixel.alpha))
          unsafe reference.encode(clean, to: base + i * situation.format.bytesPerPixel)
        }
      }
      #expect(stored == Self.samples(bytes[...], situation.format))
    }
  }
}
