import Testing

@testable import TransitionImages

/// The pixels that the code of AV1 and HEVC announces, in headers with all that may come before.
@Suite struct CodedPixelsTests {
  /// Bits, the highest one of each number first.
  private struct Bits {
    private var bits: [Bool] = []

    mutating func add(_ value: Int, _ count: Int) {
      bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }

    /// As many zeros as bits follow the first 1.
    mutating func addExponential(_ value: Int) {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      add(0, length - 1)
      add(value + 1, length)
    }

    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].enumerated()
          .reduce(0) { $0 | ($1.element ? 0x80 >> UInt8($1.offset) : 0) }
      }
    }
  }

  private static func av1(points: Int, hasTimes: Bool, hasModel: Bool, hasDelays: Bool) -> [UInt8] {
    var bits = Bits()
    bits.add(1, 3)
    bits.add(0, 1)
    bits.add(0, 1)
    bits.add(hasTimes ? 1 : 0, 1)
    if hasTimes {
      bits.add(1001, 32)
      bits.add(60000, 32)
      bits.add(1, 1)
      bits.addExponential(41)
      bits.add(hasModel ? 1 : 0, 1)
      if hasModel {
        bits.add(6, 5)
        bits.add(9, 32)
        bits.add(31, 5)
        bits.add(3, 5)
      }
    }
    bits.add(hasDelays ? 1 : 0, 1)
    bits.add(points - 1, 5)
    for point in 0..<points {
      bits.add(0x101, 12)
      // Every second one is of a level with tiers.
      bits.add(point % 2 == 0 ? 7 : 8, 5)
      if point % 2 == 1 { bits.add(1, 1) }
      if hasModel {
        bits.add(1, 1)
        bits.add(0x155, 2 * 7)
        bits.add(1, 1)
      }
      if hasDelays {
        bits.add(1, 1)
        bits.add(9, 4)
      }
    }
    bits.add(12, 4)
    bits.add(9, 4)
    bits.add(5999, 13)
    bits.add(999, 10)
    return bits.bytes
  }

  @Test(arguments: [1, 2, 32], [(false, false), (true, false), (true, true)])
  func `of AV1 come after times, models and delays`(
    _ points: Int, _ parts: (hasTimes: Bool, hasModel: Bool)
  ) {
    for hasDelays in [false, true] {
      let header = Self.av1(
        points: points, hasTimes: parts.hasTimes, hasModel: parts.hasModel, hasDelays: hasDelays)
      #expect(header.count <= CodedPixels.most)
      #expect(CodedPixels.av1(header[...]) == 6000 * 1000)
      #expect(CodedPixels.av1(header.dropLast(2)) == nil)
    }
  }

  @Test(arguments: 0...6, [1, 3])
  func `of HEVC come after layers, and without bytes between zeros`(_ layers: Int, _ chroma: Int) {
    var bits = Bits()
    bits.add(0, 4)
    bits.add(layers, 3)
    bits.add(1, 1)
    // A profile, and a level, of nothing but zeros.
    bits.add(0, 88 + 8)
    for layer in 0..<layers {
      bits.add(layer % 2, 1)
      bits.add(1, 1)
    }
    if layers > 0 { bits.add(0, 2 * (8 - layers)) }
    for layer in 0..<layers { bits.add(0, layer % 2 == 1 ? 96 : 8) }
    bits.addExponential(0)
    bits.addExponential(chroma)
    if chroma == 3 { bits.add(0, 1) }
    bits.addExponential(6000)
    bits.addExponential(1000)
    // What follows.
    bits.add(1, 8)
    var unit: [UInt8] = [0x42, 1]
    var zeros = 0
    for byte in bits.bytes {
      if zeros == 2, byte < 4 {
        unit.append(3)
        zeros = 0
      }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    #expect(unit.count <= CodedPixels.most)
    #expect(CodedPixels.hevc(unit[...]) == 6000 * 1000)
    #expect(CodedPixels.hevc(unit.prefix(12)) == nil)
  }
}
