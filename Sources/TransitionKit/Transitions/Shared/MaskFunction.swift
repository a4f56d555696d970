/// The values of a mask on both sides of a leap that goes through a pixel.
struct Sides {
  /// The value before the leap, or the value where there is no leap.
  var before: Lanes
  /// The value after the leap; the same where there is none.
  var after: Lanes
  /// The share of the pixel that lies after the leap.
  var share = Lanes(repeating: 0)
  /// The change of the value from pixel to pixel on either side.
  var slope: Lanes
}

/// A mask as a function of position in a frame.
struct MaskFunction {
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
  /// The values of a spiral, which are spread evenly: much of its last turns lies beyond the frame.
  private var distribution: Distribution?

  init(_ mask: BuiltInMask, _ shape: BuiltInMask.Shape, _ layout: FrameLayout) {
    self.mask = mask
    frame = layout.bounds
    center = layout.resolve(shape.center)
    direction = Point(angle: shape.angle)
    (near, far) = frame.projection(on: direction)
    let count = max(1, (shape.count ?? mask.usualCount).rounded())
    // What is repeated is at least a pixel wide.
    let reach = frame.farthestDistance(from: center)
    switch mask {
    case .blinds: self.count = min(count, max(1, far - near))
    case .checker, .pixels: self.count = min(count, frame.width)
    case .spiral: self.count = min(count, max(1, reach))
    default: self.count = count
    }
    pitch = reach / self.count
    let rows =
      mask == .pixels ? Int((frame.height / (frame.width / self.count)).rounded(.up)) : 0
    var random = SplitMix64(seed: 0x5EED_B10C)
    ranks = (0..<Int(self.count) * rows).shuffled(using: &random)
    if mask.grows { greatest = greatestOnBorder() }
    guard mask == .spiral else { return }
    distribution = Distribution(width: layout.width, height: layout.height) { [self] column, row in
      let point = Point(x: Float(column) + 0.5, y: Float(layout.height - row) - 0.5)
      return (sizes(at: point) / greatest).saturated
    }
  }

  /// The size of a growing shape grows with the distance from its center, so that it is greatest on
  /// the frame's border.
  private func greatestOnBorder() -> Float {
    let (right, top) = (frame.width - 0.5, frame.height - 0.5)
    var greatest: Float = 0
    for x in stride(from: 0.5, through: right, by: 1) {
      for y in [0.5, top] { greatest = max(greatest, sizes(at: Point(x: x, y: y))[0]) }
    }
    for y in stride(from: 0.5, through: top, by: 1) {
      for x in [0.5, right] { greatest = max(greatest, sizes(at: Point(x: x, y: y))[0]) }
    }
    return greatest
  }

  /// The values, 0...1, of a mask without leaps at a point and at the points one, two and three
  /// pixels to its right.
  func values(at point: Point) -> Lanes {
    let values = (sizes(at: point) / greatest).saturated
    return distribution?.shares(below: values) ?? values
  }

  /// The same as multiples of ``greatest``. Where a shape grows, they are its sizes when its
  /// outline goes through the points.
  @inline(__always)
  private func sizes(at point: Point) -> Lanes {
    let (x, y) = offsets(of: point)
    switch mask {
    case .linear:
      return (point.neighborsDot(direction) - near) / (far - near)
    case .iris:
      return (x * x + y * y).squareRoot()
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
    case .star:
      return Self.starSize(x, y)
    case .heart:
      return Self.heartSize(x, y)
    case .spiral:
      return spiral(x, y)
    case .clock, .blinds, .checker, .clouds, .pixels:
      return Lanes()
    }
  }

  /// The values, 0...1, of a mask with leaps at a point and at the points one, two and three pixels
  /// to its right.
  func sides(at point: Point) -> Sides {
    let (x, y) = offsets(of: point)
    switch mask {
    case .clock:
      let step = count / (2 * .pi) / (x * x + y * y).squareRoot().atLeast(0.5)
      return Self.sawtooth(Lanes.turns(y, x) * count, step)
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
    case .pixels:
      // The blocks' borders lie between pixels.
      let rank = rank(at: point)
      return Sides(before: rank, after: rank, slope: Lanes(repeating: 0))
    case .linear, .iris, .box, .diamond, .barndoor, .star, .heart, .spiral, .clouds:
      return Sides(before: Lanes(), after: Lanes(), slope: Lanes())
    }
  }

  /// Where a point and its neighbors to the right lie, seen from the center.
  @inline(__always)
  private func offsets(of point: Point) -> (x: Lanes, y: Lanes) {
    (point.x - center.x + Lanes.neighbors, Lanes(repeating: point.y - center.y))
  }

  /// The rank of the square block that a point lies in, among blocks in a random order of which
  /// some are side by side in the frame's width.
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

  /// The sizes of a spiral, whose arm winds outward while it grows to both of its sides.
  @inline(__always)
  private func spiral(_ x: Lanes, _ y: Lanes) -> Lanes {
    let outward = (x * x + y * y).squareRoot() / pitch
    let arm = outward - Lanes.turns(y, x)
    let across = (2 * (arm - arm.roundedDown) - 1).magnitudes
    return outward / count + across
  }

  /// The rests of positions after the whole numbers below them.
  ///
  /// - Parameters:
  ///   - position: the positions.
  ///   - step: the changes of the positions from pixel to pixel.
  /// - Returns: the rests on both sides of where they begin again.
  @inline(__always)
  private static func sawtooth(_ position: Lanes, _ step: Lanes) -> Sides {
    let leap = Leap(in: position, step)
    // The means of a pixel's parts.
    let before = (1 + leap.start - leap.first) / 2
    let after = (leap.end - leap.last) / 2
    let rest = position - leap.first
    let isWhole = leap.first .== leap.last
    return Sides(
      before: before.replacing(with: rest, where: isWhole),
      after: after.replacing(with: rest, where: isWhole), share: leap.share, slope: leap.step)
  }

  /// The whole numbers that positions pass within pixels.
  private struct Leap {
    /// The change of position from pixel to pixel: at most 1, so that there is one leap in a pixel.
    let step: Lanes
    /// The positions where a pixel begins and ends.
    let start, end: Lanes
    /// The whole numbers below these.
    let first, last: Lanes

    @inline(__always)
    init(in position: Lanes, _ change: Lanes) {
      step = change.replacing(with: 1, where: change .> 1)
      (start, end) = (position - step / 2, position + step / 2)
      (first, last) = (start.roundedDown, end.roundedDown)
    }

    /// The share of a pixel after the leap; 0 where there is none.
    @inline(__always)
    var share: Lanes {
      ((end - last) / step).saturated.replacing(with: 0, where: first .== last)
    }
  }

  /// The sizes of pentagrams: a point is in one if it is on the inner side of four of its five
  /// lines, so that the second of its five distances decides.
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
