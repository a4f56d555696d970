/// A mask that is a function of position, drawn at the size of the frame.
///
/// Values run from 0, where the target appears first, to 1, where it appears last: evenly along
/// each shape, so that edges move at an even pace.
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
  var usualCount: Float {
    switch self {
    case .blinds: 10
    case .checker: 8
    case .spiral: 6
    case .pixels: 32
    default: 1
    }
  }

  /// Whether it grows from its center until it covers the frame.
  var grows: Bool {
    [.iris, .box, .diamond, .barndoor, .star, .heart, .spiral].contains(self)
  }

  /// Whether its values leap from one to the other along lines.
  var leaps: Bool { [.clock, .blinds, .checker, .pixels].contains(self) }

  /// The values at the centers of a frame's pixels.
  func values(
    for layout: FrameLayout, _ shape: Shape = Shape(), _ parallelFor: ParallelFor? = nil
  ) -> MaskValues {
    if self == .clouds { return MaskValues(plane: CloudNoise.plane(for: layout, parallelFor)) }
    let function = MaskFunction(self, shape, layout)
    let (width, height) = (layout.width, layout.height)
    @Sendable func center(_ column: Int, _ row: Int) -> Point {
      Point(x: Float(column) + 0.5, y: Float(height - row) - 0.5)
    }
    guard leaps else {
      return MaskValues(
        plane: FloatPlane(
          width: width, height: height, parallelFor, fours: { function.values(at: center($0, $1)) })
      )
    }
    let (plane, beyond, shares, slopes) = FloatPlane.four(
      width: width, height: height, parallelFor,
      fours: { column, row in
        let sides = function.sides(at: center(column, row))
        return (sides.before, sides.after, sides.share, sides.slope)
      })
    return MaskValues(
      plane: plane, leaps: MaskValues.Leaps(slopes: slopes, beyond: beyond, shares: shares))
  }
}
