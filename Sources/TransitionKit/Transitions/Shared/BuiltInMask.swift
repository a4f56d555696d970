/// A mask that is a function of position, drawn at the size of the frame.
///
/// Values run from 0, where the target appears first, to 1, where it appears last: evenly along each
/// shape, so that what moves moves at an even pace.
public enum BuiltInMask: String, Sendable, CaseIterable {
  case linear, iris, clock, box, diamond, barndoor, blinds, checker, star, heart, spiral, clouds
  case pixels

  /// What a mask can be told of its shape.
  struct Shape {
    /// The direction in which it changes, in radians.
    var angle: Float = 0
    /// Where it begins; unset, in the middle of the frame.
    var center: Point?
    /// How often it repeats; unset, as suits the mask.
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
  private var usualCount: Float {
    switch self {
    case .blinds: 10
    case .checker: 8
    case .spiral: 4
    case .pixels: 32
    default: 1
    }
  }

  /// The values at the centers of a frame's pixels.
  func plane(for inputs: Inputs, _ shape: Shape = Shape()) -> FloatPlane {
    let frame = inputs.frame
    let center = inputs.resolve(shape.center)
    let count = max(1, (shape.count ?? usualCount).rounded())
    let direction = Point(angle: shape.angle)
    let (near, far) = frame.projection(on: direction)
    switch self {
    case .linear:
      return Self.draw(frame) { ($0.neighborsDot(direction) - near) / (far - near) }
    case .iris:
      return Self.grow(frame, from: center) { ($0 * $0 + $1 * $1).squareRoot() }
    case .clock:
      return Self.draw(frame) { point in
        let turns = Self.clockwiseTurns(point.x - center.x + Lanes.neighbors, point.y - center.y)
        return count > 1 ? Self.part(of: turns * count, below: count) : turns
      }
    case .box:
      // As wide and as high as the part of the frame that it has to cover.
      let width = max(center.x, frame.width - center.x, 1)
      let height = max(center.y, frame.height - center.y, 1)
      return Self.grow(frame, from: center) { x, y in
        let (across, along) = (x.magnitudes / width, y.magnitudes / height)
        return across.replacing(with: along, where: along .> across)
      }
    case .diamond:
      return Self.grow(frame, from: center) { $0.magnitudes + $1.magnitudes }
    case .barndoor:
      return Self.grow(frame, from: center) {
        ($0 * direction.x + $1 * direction.y).magnitudes
      }
    case .blinds:
      let slats = count / (far - near)
      return Self.draw(frame) { point in
        Self.part(of: (point.neighborsDot(direction) - near) * slats, below: count)
      }
    case .checker:
      let side = frame.width / count
      return Self.draw(frame) { point in
        let column = (point.x + Lanes.neighbors) / side
        // Rows of squares are counted from the middle, so that both margins are alike.
        let row = ((point.y - frame.height / 2) / side).rounded(.down)
        let part = Self.part(of: column, below: count)
        let place = (column - part).nearestIntegers + row
        let isSecond = (place / 2).roundedDown * 2 .!= place
        return (part / 2).replacing(with: 0.5 + part / 2, where: isSecond)
      }
    case .star:
      return Self.grow(frame, from: center, Self.starSize)
    case .heart:
      return Self.grow(frame, from: center, Self.heartSize)
    case .spiral:
      let pitch = frame.farthestDistance(from: center) / count
      // Much of the last turns lies beyond the frame, where an arm would seem to pause.
      return Self.grow(frame, from: center, evenly: true) { x, y in
        let turns = Self.clockwiseTurns(x, y)
        let radius = (x * x + y * y).squareRoot() / pitch
        // The turns behind the point on the arm that goes through it.
        return (radius - turns).roundedDown + 1 + turns
      }
    case .clouds:
      return CloudNoise.plane(width: inputs.source.width, height: inputs.source.height)
    case .pixels:
      return Self.blocks(frame, across: count)
    }
  }
}

extension BuiltInMask {
  /// Draws a function of the points of four pixels side by side, of which the first is given.
  @inline(__always)
  private static func draw(
    _ frame: Rect, evenly: Bool = false, _ values: (Point) -> Lanes
  ) -> FloatPlane {
    let (width, height) = (Int(frame.width), Int(frame.height))
    func fours(_ column: Int, _ row: Int) -> Lanes {
      values(Point(x: Float(column) + 0.5, y: Float(height - row) - 0.5)).saturated
    }
    return evenly
      ? FloatPlane(width: width, height: height, equalizing: fours)
      : FloatPlane(width: width, height: height, fours: fours)
  }

  /// Draws a shape that grows from a point until it covers the frame: `size` tells how large it is when
  /// its outline goes through a point seen from there. That grows with the distance, so that it is
  /// greatest on the frame's border.
  @inline(__always)
  private static func grow(
    _ frame: Rect, from center: Point, evenly: Bool = false,
    _ size: (_ x: Lanes, _ y: Lanes) -> Lanes
  ) -> FloatPlane {
    func value(at point: Point) -> Lanes {
      size(point.x - center.x + Lanes.neighbors, Lanes(repeating: point.y - center.y))
    }
    let (right, top) = (frame.width - 0.5, frame.height - 0.5)
    var greatest: Float = 0
    for x in stride(from: 0.5, through: right, by: 1) {
      greatest = max(greatest, value(at: Point(x: x, y: 0.5))[0], value(at: Point(x: x, y: top))[0])
    }
    for y in stride(from: 0.5, through: top, by: 1) {
      greatest = max(
        greatest, value(at: Point(x: 0.5, y: y))[0], value(at: Point(x: right, y: y))[0])
    }
    return draw(frame, evenly: evenly) { value(at: $0) / greatest }
  }

  /// The directions of points in turns, 0...1, clockwise from the top.
  @inline(__always)
  private static func clockwiseTurns(_ x: Lanes, _ y: Lanes) -> Lanes {
    let length = (x * x + y * y).squareRoot()
    let divisor = length.replacing(with: 1, where: length .== 0)
    return .turns(y / divisor, x / divisor)
  }

  @inline(__always)
  private static func clockwiseTurns(_ x: Lanes, _ y: Float) -> Lanes {
    clockwiseTurns(x, Lanes(repeating: y))
  }

  /// The parts of positions in 0...count behind the whole numbers below them, of which count is none.
  @inline(__always)
  private static func part(of position: Lanes, below count: Float) -> Lanes {
    let whole = position.roundedDown
    return position - whole.replacing(with: count - 1, where: whole .> count - 1)
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

  /// Square blocks in a random order, some of which are side by side in the frame's width.
  private static func blocks(_ frame: Rect, across count: Float) -> FloatPlane {
    let side = frame.width / count
    let columns = Int(count)
    let rows = Int((frame.height / side).rounded(.up))
    var random = SplitMix64(seed: 0x5EED_B10C)
    let ranks = (0..<columns * rows).shuffled(using: &random)
    let last = Float(max(1, ranks.count - 1))
    return draw(frame) { point in
      let row = min(Int(point.y / side), rows - 1) * columns
      var values = Lanes()
      for place in 0..<4 {
        let column = min(Int((point.x + Float(place)) / side), columns - 1)
        values[place] = Float(ranks[row + column]) / last
      }
      return values
    }
  }
}
