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

  private static func hevc(layers: Int, chroma: Int) -> [UInt8] {
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
    return unit
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

  @Test func `are found in configurations`() {
    let header = Self.av1(points: 1, hasTimes: false, hasModel: false, hasDelays: false)
    let unit = [0x0A, UInt8(header.count)] + header
    let delimiter: [UInt8] = [0x12, 0]
    #expect(
      CodedUnits.pixels(inConfiguration: "av1C", [0x81, 0, 0, 0] + delimiter + unit) == 6_000_000)
    #expect(CodedUnits.pixels(inConfiguration: "av1C", [0x81, 0, 0, 0]) == 0)
    #expect(CodedUnits.pixels(inConfiguration: "ispe", [0x81, 0, 0, 0] + unit) == 0)
    // A list of a video parameter set, and one of two sets for sequences.
    let set = Self.hevc(layers: 0, chroma: 1)
    let sized = [0, UInt8(set.count)] + set
    let lists = [2, 0x20, 0, 1, 0, 2, 0x40, 1, 0x21, 0, 2, 0, 2, 0x42, 1] + sized
    let start = [UInt8](repeating: 0, count: 22)
    #expect(CodedUnits.pixels(inConfiguration: "hvcC", start + lists) == 6_000_000)
    for count in 0..<lists.count {
      #expect(CodedUnits.pixels(inConfiguration: "hvcC", start + lists.prefix(count)) <= 6_000_000)
    }
    let endless = start + [255, 0x21, 255, 255]
    #expect(CodedUnits.pixels(inConfiguration: "hvcC", endless) == 0)
  }

  @Test func `items may not have many units together`() throws {
    let delimiters = (0..<2000).flatMap { _ in [0x12, 0] as [UInt8] }
    let units = try #require(CodedUnits("av01", lengthSize: 4, pixels: 100))
    var total = 0
    for item in 0...50 {
      let excess = units.excess(of: [0..<delimiters.count], total: &total) {
        Array(delimiters.dropFirst($0).prefix($1))
      }
      #expect((excess == nil) == (item < 50), "\(item): \(excess ?? "")")
    }
  }

  @Test(arguments: 0...6, [1, 3])
  func `of HEVC come after layers, and without bytes between zeros`(_ layers: Int, _ chroma: Int) {
    let unit = Self.hevc(layers: layers, chroma: chroma)
    #expect(unit.count <= CodedPixels.most)
    #expect(CodedPixels.hevc(unit[...]) == 6000 * 1000)
    #expect(CodedPixels.hevc(unit.prefix(12)) == nil)
  }
}
