/// What decides by position whether samples of planes are rounded up or down to 8 bits: a tile of
/// 8x8 in which neighbors differ as much as they can (Bayer's matrix).
struct PlanarDither {
  /// The rows of the tile, repeated as far as a picture is wide.
  private let rows: [[UInt8]]
  private let width: Int

  /// How far the tile is moved for each color difference, so that errors do not add up.
  static let shifts = (blue: 3, red: 5)

  /// Makes the dither of pictures of a width.
  init(width: Int) {
    self.width = width
    rows = (0..<8).map { row in
      (0..<width + Self.shifts.red).map { Self.threshold($0 & 7, row) }
    }
  }

  /// The thresholds of a row of samples, no more than the width, in parts of 1/128 of a code: odd
  /// numbers below 128.
  func thresholds(_ row: Int, shift: Int) -> ArraySlice<UInt8> {
    rows[row & 7][shift..<width + shift]
  }

  private static func threshold(_ column: Int, _ row: Int) -> UInt8 {
    var number = 0
    for bit in 0..<3 {
      let (x, y) = (column >> bit & 1, row >> bit & 1)
      number = number << 2 | (x ^ y) << 1 | y
    }
    return UInt8(2 * number + 1)
  }
}
