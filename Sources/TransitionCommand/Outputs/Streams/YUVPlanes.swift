/// A frame as luma and two color differences, of limited range and 8 bits.
struct YUVPlanes {
  private(set) var luma: [UInt8]
  private(set) var blue: [UInt8]
  private(set) var red: [UInt8]

  private let width: Int
  private let height: Int
  private let chroma: StreamFormat.Chroma
  private let matrix: Matrix
  /// The sums of pairs of pixels in an even row that waits for the odd one.
  private var waiting: [Int32]?
  private var rows = 0

  init(
    width: Int, height: Int, chroma: StreamFormat.Chroma, matrix: StreamFormat.Matrix = .bt601
  ) {
    self.matrix = matrix == .bt601 ? .bt601 : .bt709
    self.width = width
    self.height = height
    self.chroma = chroma
    luma = Array(repeating: 0, count: width * height)
    let samples = chroma == .full ? width * height : (width + 1) / 2 * ((height + 1) / 2)
    blue = Array(repeating: 0, count: samples)
    red = blue
  }

  /// Adds the next row, of red, green and blue samples.
  mutating func append(_ row: [UInt8]) {
    let samples = row.map(Int32.init)
    Self.store(matrix.luma, of: samples, in: &luma, from: rows * width)
    rows += 1
    switch chroma {
    case .full:
      storeChroma(of: samples, row: rows - 1, columns: width, shift: 0)
    case .quarter:
      let pairs = pairs(of: samples)
      // The last row of an odd number has no other: it counts twice, as does the last column.
      let other = waiting ?? (rows == height ? pairs : nil)
      waiting = other == nil ? pairs : nil
      guard let other else { return }
      let sums = zip(other, pairs).map { $0 &+ $1 }
      storeChroma(of: sums, row: (rows - 1) / 2, columns: (width + 1) / 2, shift: 2)
    }
  }

  private func pairs(of row: [Int32]) -> [Int32] {
    var pairs: [Int32] = []
    pairs.reserveCapacity((width + 1) / 2 * 3)
    for column in stride(from: 0, to: width, by: 2) {
      let next = min(column + 1, width - 1)
      for channel in 0..<3 {
        pairs.append(row[3 * column + channel] + row[3 * next + channel])
      }
    }
    return pairs
  }

  private mutating func storeChroma(of samples: [Int32], row: Int, columns: Int, shift: Int32) {
    Self.store(matrix.blue, of: samples, in: &blue, from: row * columns, shift: shift)
    Self.store(matrix.red, of: samples, in: &red, from: row * columns, shift: shift)
  }

  /// One component as a sum of red, green and blue, in parts of 2¹⁶.
  private struct Component {
    let red, green, blue, offset: Int32

    init(_ weights: (Double, Double, Double), scale: Double, offset: Int32) {
      func fixed(_ weight: Double) -> Int32 { Int32((weight * scale / 255 * 65536).rounded()) }
      (red, green, blue) = (fixed(weights.0), fixed(weights.1), fixed(weights.2))
      self.offset = offset << 16
    }
  }

  /// The three components of a standard, which says how much of luma is red and how much is blue.
  private struct Matrix {
    let luma: Component
    let blue: Component
    let red: Component

    /// ITU-R BT.601, which readers of y4m assume.
    static let bt601 = Matrix(kr: 0.299, kb: 0.114)
    /// ITU-R BT.709, of high definition.
    static let bt709 = Matrix(kr: 0.2126, kb: 0.0722)

    private init(kr: Double, kb: Double) {
      let kg = 1 - kr - kb
      luma = Component((kr, kg, kb), scale: 219, offset: 16)
      blue = Component(
        (-kr / (2 - 2 * kb), -kg / (2 - 2 * kb), 0.5), scale: 224, offset: 128)
      red = Component((0.5, -kg / (2 - 2 * kr), -kb / (2 - 2 * kr)), scale: 224, offset: 128)
    }
  }

  /// Stores a component of pixels that are sums of `1 << shift` pixels.
  private static func store(
    _ component: Component, of samples: [Int32], in plane: inout [UInt8], from start: Int,
    shift: Int32 = 0
  ) {
    let shift = shift &+ 16
    let offset = (component.offset << (shift &- 16)) &+ (1 << (shift &- 1))
    var output = plane.mutableSpan
    for pixel in 0..<samples.count / 3 {
      let i = 3 &* pixel
      let sum =
        samples[i] &* component.red &+ samples[i &+ 1] &* component.green
        &+ samples[i &+ 2] &* component.blue &+ offset
      output[start &+ pixel] = UInt8(truncatingIfNeeded: sum >> shift)
    }
  }
}
