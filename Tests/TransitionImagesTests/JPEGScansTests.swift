import Testing

@testable import TransitionImages

/// Scans of a JPEG that are missing, of which libjpeg says nothing.
@Suite struct JPEGScansTests {
  /// A scan of components, with its coefficients and the bit before and at which it ends.
  private struct Scan {
    var components: [UInt8] = [1, 2, 3]
    var coefficients: ClosedRange<UInt8> = 0...63
    var bits: (UInt8, UInt8) = (0, 0)
  }

  private static func segment(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, kind, 0, UInt8(content.count + 2)] + content
  }

  private func defect(of scans: [Scan], isProgressive: Bool) -> String? {
    let frame: [UInt8] = [8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += Self.segment(0xE0, Array("JFIF\0".utf8))
    bytes += Self.segment(isProgressive ? 0xC2 : 0xC0, frame)
    for scan in scans {
      var header = [UInt8(scan.components.count)]
      for component in scan.components { header += [component, 0] }
      header += [scan.coefficients.lowerBound, scan.coefficients.upperBound]
      header.append(scan.bits.0 << 4 | scan.bits.1)
      bytes += Self.segment(0xDA, header)
      // Code, with what begins no segment.
      bytes += [1, 2, 0xFF, 0, 0xFF, 0xD0, 3]
    }
    bytes += [0xFF, 0xD9]
    return JPEGSegments { Array(bytes.dropFirst($0).prefix($1)) }?.defect
  }

  private func expectEachNeeded(_ scans: [Scan], isProgressive: Bool) {
    #expect(defect(of: scans, isProgressive: isProgressive) == nil)
    for index in scans.indices {
      var rest = scans
      rest.remove(at: index)
      #expect(
        defect(of: rest, isProgressive: isProgressive) == "it lacks a scan of its pixels",
        "without scan \(index)")
    }
  }

  @Test func `one scan is a whole picture, or one for each component`() {
    expectEachNeeded([Scan()], isProgressive: false)
    expectEachNeeded(
      [Scan(components: [1]), Scan(components: [2]), Scan(components: [3])], isProgressive: false)
    // A decoder of such pictures does not look at the coefficients.
    #expect(defect(of: [Scan(coefficients: 0...0)], isProgressive: false) == nil)
  }

  @Test func `each coefficient of a progressive picture comes to its last bit`() {
    var scans = [Scan(coefficients: 0...0, bits: (0, 1))]
    for component in 1...3 as ClosedRange<UInt8> {
      scans.append(Scan(components: [component], coefficients: 1...5))
      scans.append(Scan(components: [component], coefficients: 6...63, bits: (0, 1)))
    }
    scans.append(Scan(coefficients: 0...0, bits: (1, 0)))
    for component in 1...3 as ClosedRange<UInt8> {
      scans.append(Scan(components: [component], coefficients: 6...63, bits: (1, 0)))
    }
    #expect(defect(of: scans, isProgressive: true) == nil)
    for length in 0..<scans.count {
      #expect(
        defect(of: Array(scans.prefix(length)), isProgressive: true)
          == "it lacks a scan of its pixels", "\(length) scans")
    }
  }
}
