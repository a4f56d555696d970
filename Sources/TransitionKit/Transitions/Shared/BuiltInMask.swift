/// A mask that is a function of position, drawn at the size of the frame.
///
/// Values run from 0, where the target appears first, to 1, where it appears last: evenly along each
/// shape, so that edges move at an even pace.
public enum BuiltInMask: String, Sendable, CaseIterable {
  /// A line moves across.
  case linear
  /// A round hole grows.
  case iris
  /// The hand of a clock turns.
  case clock
  /// A rectangle grows.
  case box
  /// A square that stands on a corner grows.
  case diamond
  /// Two doors open.
  case barndoor
  /// Slats turn.
  case blinds
  /// A chessboard's squares wipe, first the ones, then the others.
  case checker
  /// A star grows.
  case star
  /// A heart grows.
  case heart
  /// A spiral winds from the center outward.
  case spiral
  /// Smooth noise.
  case clouds
  /// Blocks change in a random order.
  case pixels

  /// The shape of a mask.
  struct Shape {
    /// The direction in which it changes, in radians.
    var angle: Float = 0
    /// Where it begins; unset, in the middle of the frame.
    var center: Point?
    /// The number of its repetitions; unset, as suits the mask.
    var count: Float?
  }

  /// The properties of a shape that this mask has.
  var properties: Set<PartialKeyPath<Shape>> {
    switch self {
    case .linear: [\.angle]
    case .iris, .box, .diamond, .star, .heart: [\.center]
    case .clock, .spiral: [\.center, \.count]
    case .barndoor: [\.angle, \.center]
    case .blinds: [\.angle, \.count]
    case .checker, .pixels: [\.count]
    case .clouds: []
    }
  }

  /// The names of the masks whose shape has a property, in a sentence.
  static func names(having property: PartialKeyPath<Shape>) -> String {
    let names = allCases.filter { $0.properties.contains(property) }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// The usual number of blades, slats, squares side by side or turns.
  fileprivate var usualCount: Float {
    switch self {
    case .blinds: 10
    case .checker: 8
    case .spiral: 4
    case .pixels: 32
    default: 1
    }
  }

  /// Whether it grows from its center until it covers the frame.
  fileprivate var grows: Bool {
    [.iris, .box, .diamond, .barndoor, .star, .heart, .spiral].contains(self)
  }

  /// The values at the centers of a frame's pixels.
  func plane(
    for layout: FrameLayout, _ shape: Shape = Shape(), _ parallelFor: ParallelFor? = nil
  ) -> FloatPlane {
    if self == .clouds { return CloudNoise.plane(for: layout, parallelFor) }
    let function = MaskFunction(self, shape, layout)
    let (width, height) = (layout.width, layout.height)
    @Sendable func fours(_ column: Int, _ row: Int) -> Lanes {
      function.values(at: Point(x: Float(column) + 0.5, y: Float(height - row) - 0.5))
    }
    // Much of a spiral's last turns lies beyond the frame, where an arm would seem to pause.
    return self == .spiral
      ? FloatPlane(width: width, height: height, parallelFor, equalizing: fours)
      : FloatPlane(width: width, height: height, parallelFor, fours: fours)
  }
}

/// A mask as a function of position in a frame.
private struct MaskFunction {
  private let mask: BuiltInMask
  private let frame: Rect
  private let center: Point
  private let direction: Point
  /// The frame's ends in this direction.
  private let near: Float
  private let far: Float
  private let count: Float
  /// The distance from a spiral's arm to the same arm, a turn farther out.
  private let pitch: Float
  /// The greatest size of a shape that grows until it covers the frame; 1 for others.
  private var greatest: Float = 1
  /// The order of random blocks, row by row from the bottom.
  private let ranks: [Int]

  init(_ mask: BuiltInMask, _ shape: BuiltInMask.Shape, _ layout: FrameLayout) {
    self.mask = mask
    frame = layout.bounds
    center = layout.resolve(shape.center)
    direction = Point(angle: shape.angle)
    (near, far) = frame.projection(on: direction)
    let count = max(1, (shape.count ?? mask.usualCount).rounded())
    // A block is at least a pixel.
    self.count = mask == .pixels ? min(count, frame.width) : count
    pitch = frame.farthestDistance(from: center) / self.count
    let rows =
      mask == .pixels ? Int((frame.height / (frame.width / self.count)).rounded(.up)) : 0
    var random = SplitMix64(seed: 0x5EED_B10C)
    ranks = (0..<Int(self.count) * rows).shuffled(using: &random)
    if mask.grows { greatest = greatestOnBorder() }
  }

  /// The size of a growing shape grows with the distance from its center, so that it is greatest on
  /// the frame's border.
  private func greatestOnBorder() -> Float {
    let (right, top) = (frame.width - 0.5, frame.height - 0.5)
    var greatest: Float = 0
    for x in stride(from: 0.5, through: right, by: 1) {
      for y in [0.5, top] { greatest = max(greatest, numbers(at: Point(x: x, y: y))[0]) }
    }
    for y in stride(from: 0.5, through: top, by: 1) {
      for x in [0.5, right] { greatest = max(greatest, numbers(at: Point(x: x, y: y))[0]) }
    }
    return greatest
  }

  /// The values, 0...1, at a point and at the points one, two and three pixels to its right.
  func values(at point: Point) -> Lanes { (numbers(at: point) / greatest).saturated }

  /// The same as multiples of ``greatest``. Where a shape grows, they are its sizes when its outline
  /// goes through the points.
  @inline(__always)
  private func numbers(at point: Point) -> Lanes {
    let (x, y) = (point.x - center.x + Lanes.neighbors, Lanes(repeating: point.y - center.y))
    let distance = (x * x + y * y).squareRoot()
    switch mask {
    case .linear:
      return (point.neighborsDot(direction) - near) / (far - near)
    case .iris:
      return distance
    case .clock:
      let step = count / (2 * .pi) / distance.atLeast(0.5)
      return Self.sawtooth(Lanes.turns(y, x) * count, step)
    case .box:
      // As wide and as high as the part of the frame that it has to cover.
      let width = max(center.x, frame.width - center.x, 1)
      let height = max(center.y, frame.height - center.y, 1)
      let (across, along) = (x.magnitudes / width, y.magnitudes / height)
      return across.replacing(with: along, where: along .> across)
    case .diamond:
      return x.magnitudes + y.magnitudes
    case .barndoor:
      return (x * direction.x + y * direction.y).magnitudes
    case .blinds:
      let slats = count / (far - near)
      return Self.sawtooth(
        (point.neighborsDot(direction) - near) * slats, Lanes(repeating: slats))
    case .checker:
      let side = frame.width / count
      // Rows of squares are counted from the middle, so that both margins are alike.
      let row = ((point.y - frame.height / 2) / side).rounded(.down)
      let column = (point.x + Lanes.neighbors) / side
      return Self.sawtooth((column + row) / 2, Lanes(repeating: 0.5 / side))
    case .star:
      return Self.starSize(x, y)
    case .heart:
      return Self.heartSize(x, y)
    case .spiral:
      // The turns behind the point on the arm that goes through it.
      let radius = distance / pitch
      return radius + 1 - Self.sawtooth(radius - .turns(y, x), Lanes(repeating: 1 / pitch))
    case .clouds:
      return Lanes()
    case .pixels:
      return rank(at: point)
    }
  }

  /// The rank of the square block that a point lies in, among blocks in a random order of which some
  /// are side by side in the frame's width.
  private func rank(at point: Point) -> Lanes {
    let (side, columns) = (frame.width / count, Int(count))
    let row = min(Int(point.y / side), ranks.count / columns - 1) * columns
    var values = Lanes()
    for lane in 0..<4 {
      let column = min(Int((point.x + Float(lane)) / side), columns - 1)
      values[lane] = Float(ranks[row + column]) / Float(max(1, ranks.count - 1))
    }
    return values
  }

  /// The rests of positions after the whole numbers below them, as means over pixels, in each of which
  /// the position grows by a step: where they begin again, an edge is smooth.
  @inline(__always)
  private static func sawtooth(_ position: Lanes, _ step: Lanes) -> Lanes {
    let (start, end) = (position - step / 2, position + step / 2)
    let (first, last) = (start.roundedDown, end.roundedDown)
    let (before, after) = (start - first, end - last)
    let mean = (last - first + after * after - before * before) / (2 * step)
    return mean.replacing(with: position - first, where: first .== last)
  }

  /// The sizes of pentagrams: a point is in one if it is on the inner side of four of its five lines,
  /// so that the second of its five distances decides.
  @inline(__always)
  private static func starSize(_ x: Lanes, _ y: Lanes) -> Lanes {
    var (first, second) = (Lanes(repeating: -.infinity), Lanes(repeating: -.infinity))
    for line in starLines {
      let distance = x * line.x + y * line.y
      let isFirst = distance .> first
      second.replace(with: distance, where: distance .> second)
      second.replace(with: first, where: isFirst)
      first.replace(with: distance, where: isFirst)
    }
    return second
  }

  /// The directions of a pentagram's lines from its middle, one of them upward.
  private static let starLines = (0..<5).map { Point(angle: .pi / 2 + Float($0) * 0.4 * .pi) }

  /// The sizes of hearts: a square that stands on a corner, with a half disk on each of its upper
  /// sides. The circles go through the middle of the square, where they are easy to scale.
  @inline(__always)
  private static func heartSize(_ x: Lanes, _ y: Lanes) -> Lanes {
    let sum = x.magnitudes + y.magnitudes
    let divisor = sum.replacing(with: 1, where: sum .== 0)
    return sum.replacing(with: (x * x + y * y) / divisor, where: y .> 0)
  }
}
