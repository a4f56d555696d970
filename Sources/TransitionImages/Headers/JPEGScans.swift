/// What the scans of a JPEG picture have told of its coefficients: ITU-T T.81, B.2.2 and B.2.3.
struct JPEGScans {
  /// The pixels of the frame.
  private(set) var pixels = 0
  private var isProgressive = false
  /// The lowest bit of each of the 64 coefficients that is known, by components.
  private var lowestBits: [UInt8: [UInt8]] = [:]

  /// Takes the header of the frame: the bits of a sample, in one byte; the height and the width, in
  /// two each; the number of components, in one; and three for each, the first of which names it.
  mutating func begin(isProgressive: Bool, _ header: [UInt8]) {
    guard header.count >= 6 else { return }
    pixels = header[1..<3].number * header[3..<5].number
    self.isProgressive = isProgressive
    lowestBits = [:]
    for index in stride(from: 6, to: header.count, by: 3).prefix(Int(header[5])) {
      lowestBits[header[index]] = Array(repeating: .max, count: 64)
    }
  }

  /// Takes the header of a scan: the number of its components, in one byte; two for each, the first
  /// of which names it; and the first and the last coefficient, and the bits, in one each.
  mutating func add(_ header: [UInt8]) {
    let count = 2 * Int(header.first ?? 0)
    guard header.count >= count + 4 else { return }
    let (first, last) = (Int(header[count + 1]), Int(header[count + 2]))
    // Other scans have all coefficients, whatever they say.
    let coefficients = isProgressive ? first..<max(first, min(last, 63) + 1) : 0..<64
    for index in stride(from: 1, to: count, by: 2) {
      for coefficient in coefficients {
        lowestBits[header[index]]?[coefficient] = isProgressive ? header[count + 3] & 15 : 0
      }
    }
  }

  /// Whether all bits of all coefficients are known.
  var areWhole: Bool { lowestBits.values.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
