/// Gradient noise in octaves, its values spread evenly over 0...1 so that a transition in their
/// order proceeds at an even pace.
///
/// Each octave has cells half as large as the one before and counts half as much. All take their
/// gradients from one lattice, turned and moved so that no cells lie on top of others or along the
/// frame.
enum CloudNoise {
  /// The noise for a frame, the same in shares of its shorter side whatever its size.
  static func plane(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> FloatPlane {
    let (width, height) = (layout.width, layout.height)
    let (side, center) = (Float(min(width, height)), layout.bounds.center)
    let lattice = Lattice()
    // What is finer than two pixels would be dust.
    let octaves = (0..<5).map { Octave($0, side: side, reach: center.length) }
      .filter { $0.number == 0 || $0.cell >= 2 }
    let total = octaves.reduce(0) { $0 + $1.weight }
    @Sendable func noise(_ column: Int, _ row: Int) -> Lanes {
      let point = Point(x: Float(column) + 0.5, y: Float(height - row) - 0.5) - center
      var sum = Lanes(repeating: 0)
      for octave in octaves {
        sum += octave.weight * lattice.noise(octave.positions(from: point))
      }
      return (0.5 + 0.5 * sum / total).saturated
    }
    let distribution = Distribution(width: width, height: height, fours: noise)
    return FloatPlane(
      width: width, height: height, parallelFor,
      fours: { distribution.shares(below: noise($0, $1)) })
  }
}

/// Noise of one size of cells.
private struct Octave {
  let number: Int
  /// The length of a cell's sides in pixels.
  let cell: Float
  let weight: Float
  private let across: Point
  private let up: Point
  private let offset: Point

  /// - Parameters:
  ///   - number: the octave, 0 for the largest cells.
  ///   - side: the shorter side of the frame.
  ///   - reach: the distance of the frame's corners from its center.
  init(_ number: Int, side: Float, reach: Float) {
    self.number = number
    weight = Float(sign: .plus, exponent: -number, significand: 1)
    // Not quite halves: lattices of whole multiples would meet again and again.
    cell = max(1, side * 0.29 * weight * (1 - 0.015 * Float(number)))
    let angle = 0.55 + 1.13 * Float(number)
    across = Point(angle: angle) * (1 / cell)
    up = Point(angle: angle + .pi / 2) * (1 / cell)
    // All positions are above 0, after so many times the lattice as this takes.
    let period = Float(Lattice.period)
    let start = period * (reach / cell / period).rounded(.up)
    offset = Point(x: start + 21.3 + 7.7 * Float(number), y: start + 1.6 + 11.3 * Float(number))
  }

  /// The positions, in cells, of a point and the points one, two and three pixels to its right.
  @inline(__always)
  func positions(from point: Point) -> (x: Lanes, y: Lanes) {
    (point.neighborsDot(across) + offset.x, point.neighborsDot(up) + offset.y)
  }
}

/// Unit vectors in random directions at the points with whole coordinates, repeated.
private struct Lattice {
  /// The count after which they repeat: a power of 2.
  static let period = 64

  /// Rows of pairs of x and y; the first pair of a row again at its end.
  private let vectors: FloatPlane

  init() {
    let period = Self.period
    var random = SplitMix64(seed: 0x5EED_C10D)
    let directions = (0..<period * period).map { _ in Point(angle: 2 * .pi * random.nextUnit()) }
    vectors = FloatPlane(width: 2 * (period + 1), height: period) { row, numbers in
      for column in 0...period {
        let direction = directions[row * period + column % period]
        numbers[2 * column] = direction.x
        numbers[2 * column + 1] = direction.y
      }
    }
  }

  /// The noise, -1...1 and 0 on the lattice, at four positions.
  @inline(__always)
  func noise(_ position: (x: Lanes, y: Lanes)) -> Lanes {
    let ((columns, x), (rows, y)) = (position.x.split, position.y.split)
    let (partX, partY) = (Self.faded(x), Self.faded(y))
    let first = corners(columns.x, rows.x)
    var (second, third, fourth) = (first, first, first)
    // The positions lie on a line: if the first and the last are in one cell, all are.
    if columns.x != columns.w || rows.x != rows.w {
      second = corners(columns.y, rows.y)
      third = corners(columns.z, rows.z)
      fourth = corners(columns.w, rows.w)
    }
    // A number of the corners times the parts on its axis, mixed from the lower to the upper ones.
    @inline(__always) func side(_ number: Int, _ below: Lanes, _ above: Lanes) -> Lanes {
      let low = Lanes(first.low[number], second.low[number], third.low[number], fourth.low[number])
      let high = Lanes(
        first.high[number], second.high[number], third.high[number], fourth.high[number])
      return low * below + (high * above - low * below) * partY
    }
    let start = side(0, x, x) + side(1, y, y - 1)
    let end = side(2, x - 1, x - 1) + side(3, y, y - 1)
    let noise = start + (end - start) * partX
    // A unit vector's product with a cell's half diagonal is at most the root of a half.
    return noise * Float(2).squareRoot()
  }

  /// The vectors at the two lower corners of a cell and at the two upper ones, each as x and y.
  @inline(__always)
  private func corners(_ column: UInt32, _ row: UInt32) -> (low: Lanes, high: Lanes) {
    let column = 2 &* (Int(column) & (Self.period &- 1))
    let row = Int(row) & (Self.period &- 1)
    return (
      vectors.tile(column, row), vectors.tile(column, (row &+ 1) & (Self.period &- 1))
    )
  }

  /// The step of fifth degree, whose first two derivatives are 0 at both ends.
  @inline(__always)
  private static func faded(_ part: Lanes) -> Lanes {
    part * part * part * (10 + part * (6 * part - 15))
  }
}
