/// What red, green, blue and white of a film are.
public enum VideoPrimaries: String, Sendable, CaseIterable {
  /// ITU-R BT.709, and sRGB.
  case bt709
  /// ITU-R BT.601 with 525 lines, and SMPTE 240M.
  case smpte170m
  /// ITU-R BT.601 with 625 lines.
  case bt470bg
  /// The FCC's, of 1953.
  case bt470m
  /// Film under illuminant C.
  case film
  /// ITU-R BT.2020.
  case bt2020
  /// DCI P3.
  case smpte431
  /// P3 with the white of D65, Apple's Display P3.
  case smpte432
  /// EBU Tech. 3213-E.
  case ebu3213

  /// The primaries of a number; `nil` for those that are not known.
  package init?(code: Int) {
    let known: [Int: VideoPrimaries] = [
      1: .bt709, 4: .bt470m, 5: .bt470bg, 6: .smpte170m, 7: .smpte170m, 8: .film, 9: .bt2020,
      11: .smpte431, 12: .smpte432, 22: .ebu3213,
    ]
    guard let primaries = known[code] else { return nil }
    self = primaries
  }

  /// The x and y of red, green, blue and white: ITU-T H.273, table 2.
  private var points: [(x: Double, y: Double)] {
    let (d65, c) = ((x: 0.3127, y: 0.3290), (x: 0.310, y: 0.316))
    return switch self {
    case .bt709: [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65]
    case .smpte170m: [(0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65]
    case .bt470bg: [(0.640, 0.330), (0.290, 0.600), (0.150, 0.060), d65]
    case .bt470m: [(0.670, 0.330), (0.210, 0.710), (0.140, 0.080), c]
    case .film: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c]
    case .bt2020: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65]
    case .smpte431: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)]
    case .smpte432: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65]
    case .ebu3213: [(0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65]
    }
  }

  /// The light of red, green and blue in CIE's X, Y and Z, where white has a Y of 1.
  private var toXYZ: Matrix3 {
    let columns = points.map { (x, y) in [x / y, 1, (1 - x - y) / y] }
    let primaries = Matrix3(columns: columns[0], columns[1], columns[2])
    let shares = primaries.inverse * columns[3]
    return primaries.scaled(by: shares)
  }

  /// The light of BT.709 that looks like their own, adapted to its white by Bradford's matrix.
  var toBT709: Matrix3 {
    let whites = [self, .bt709].map { $0.toXYZ * [1, 1, 1] }
    let cones = Matrix3(
      columns: [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])
    let (own, other) = (cones * whites[0], cones * whites[1])
    let adaptation =
      cones.inverse * (cones.transposed.scaled(by: zip(other, own).map { $0 / $1 }).transposed)
    return VideoPrimaries.bt709.toXYZ.inverse * (adaptation * toXYZ)
  }

  /// The shares of red, green and blue in luminance.
  var luminance: [Double] { toXYZ.transposed.columns[1] }
}

/// Three rows of three numbers.
struct Matrix3 {
  let columns: [[Double]]

  init(columns first: [Double], _ second: [Double], _ third: [Double]) {
    columns = [first, second, third]
  }

  static func * (matrix: Matrix3, vector: [Double]) -> [Double] {
    (0..<3).map { row in
      let (a, b) = (matrix.columns[0][row] * vector[0], matrix.columns[1][row] * vector[1])
      return a + b + matrix.columns[2][row] * vector[2]
    }
  }

  static func * (first: Matrix3, second: Matrix3) -> Matrix3 {
    let columns = second.columns.map { first * $0 }
    return Matrix3(columns: columns[0], columns[1], columns[2])
  }

  /// Each column multiplied by a number.
  func scaled(by numbers: [Double]) -> Matrix3 {
    let scaled = zip(columns, numbers).map { column, number in column.map { $0 * number } }
    return Matrix3(columns: scaled[0], scaled[1], scaled[2])
  }

  var transposed: Matrix3 {
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    return Matrix3(columns: rows[0], rows[1], rows[2])
  }

  var inverse: Matrix3 {
    func cross(_ a: [Double], _ b: [Double]) -> [Double] {
      [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    let rows = [
      cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1]),
    ]
    let determinant = zip(columns[0], rows[0]).map { $0 * $1 }.reduce(0, +)
    return Matrix3(columns: rows[0], rows[1], rows[2])
      .scaled(by: [1 / determinant, 1 / determinant, 1 / determinant]).transposed
  }
}
