/// Opens a lattice of round holes that grow, turn and show the target, until only stars of the
/// source are left and vanish.
///
/// Away from the center the holes are stretched along the x axis into eggs and teardrops.
public struct ModTransition: KernelTransition {
  var angle: Float = 2
  var compression: Float = 300
  var center: Point?
  var radius: Float = 150

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIModTransition", displayName: "Mod",
    summary: "Shows the target through growing holes of irregular shapes.",
    parameters: [
      Parameter(
        .angle, \.angle,
        "Angle of the grid of holes.", suggested: -2 * Float.pi...2 * Float.pi),
      Parameter(
        .compression, \.compression,
        "How far from the center the grid is stretched.", suggested: 100...800, atLeast: 1),
      Parameter(
        .center, \.center,
        "Where the holes are largest."),
      Parameter(
        .radius, \.radius,
        "Radius of the holes.", suggested: 1...200, atLeast: 1),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    // At the end a little more than the distance from a hole's center to the middle of four holes.
    let hole = time * radius * (Float(0.5).squareRoot() + 0.03)
    return Kernel(
      source: inputs.source, target: inputs.target, center: inputs.resolve(center),
      compression: compression,
      turn: Point(angle: (1 - time) * .pi / 4 + time * angle), spacing: radius,
      hole: hole, edge: min(0.5, hole))
  }

  /// One frame of a mod transition.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let center: Point
    let compression: Float
    /// The direction of the lattice's first axis.
    let turn: Point
    /// The distance between holes.
    let spacing: Float
    /// The radius of a hole.
    let hole: Float
    /// Half the width of a hole's soft edge.
    let edge: Float

    /// The color at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let fraction = ((hole - distance(from: point)) / (2 * edge) + 0.5).saturated
      return mix(source[point], target[point], fraction)
    }

    /// The distance, in the stretched plane, from the center of the nearest hole.
    @inline(__always)
    private func distance(from point: Point) -> Float {
      let x = stretched(point.x)
      let y = point.y - center.y
      let u = (x * turn.x + y * turn.y) / spacing
      let v = (y * turn.x - x * turn.y) / spacing
      let (du, dv) = (u - u.nearestInteger, v - v.nearestInteger)
      return spacing * (du * du + dv * dv).squareRoot()
    }

    // The constants of the stretching are a fit to Core Image's pictures.
    private static var bend: Float { 1.402 }
    private static var gain: Float { 2.138 }
    private static var shift: Float { 0.516 }

    @inline(__always)
    private static func squash(_ z: Float) -> Float { z / (z.magnitude + bend) }

    /// Inside a hole the target, outside the source.
    ///
    /// A row is a straight line through the stretched plane: the holes near it are found on the
    /// lattice, and where they begin and end in the row by the inverse of the stretching.
    public func runs(of row: Row, into runs: inout Runs) {
      // With holes of a few pixels there are more edges than pixels between them.
      guard spacing >= 16 else { return }
      let y = row.y - center.y
      let (first, last) = (stretched(0), stretched(Float(row.width)))
      // The lattice is its own image when turned by a right angle; so the first axis can always be
      // the one that lies along the row.
      let steep = turn.x.magnitude < turn.y.magnitude
      let (c, s) = steep ? (-turn.y, turn.x) : (turn.x, turn.y)
      let reach = (hole + edge + 1) / spacing
      let ends = [first, last].map { ($0 * c + y * s) / spacing }
      // So far away places of the lattice can no longer be told apart.
      guard (ends + [reach, y / spacing]).allSatisfy({ $0.magnitude < 1e6 }) else { return }
      var solid: [Range<Int>] = []
      var soft: [Range<Int>] = []
      for i in Int(min(ends[0], ends[1]) - reach) - 1...Int(max(ends[0], ends[1]) + reach) + 1 {
        let middle = (y / spacing - Float(i) * s) / c
        let spread = reach / c.magnitude
        for j in Int(
          (middle - spread).rounded(.up))...max(
            Int((middle + spread).rounded(.down)), Int((middle - spread).rounded(.up)))
        {
          let x = spacing * (Float(i) * c - Float(j) * s)
          let height = y - spacing * (Float(i) * s + Float(j) * c)
          if let range = columns(of: hole + edge + 0.01, x, height, row.width, widening: 1) {
            soft.append(range)
          }
          if let range = columns(of: hole - edge - 0.01, x, height, row.width, widening: -1) {
            solid.append(range)
          }
        }
      }
      solid.sort { $0.lowerBound < $1.lowerBound }
      soft.sort { $0.lowerBound < $1.lowerBound }
      var inner = solid[...]
      for outer in soft {
        runs.append(.source, upTo: outer.lowerBound)
        while let range = inner.first, range.lowerBound < outer.upperBound {
          inner.removeFirst()
          runs.append(.computed, upTo: range.lowerBound)
          runs.append(.target, upTo: range.upperBound)
        }
        runs.append(.computed, upTo: outer.upperBound)
      }
      runs.append(.source)
    }

    /// The columns of the row within a distance of a point at `x` in the stretched plane, `height`
    /// below the row; `nil` if there are none.
    private func columns(
      of radius: Float, _ x: Float, _ height: Float, _ width: Int, widening: Int
    ) -> Range<Int>? {
      guard radius > height.magnitude else { return nil }
      let half = (radius * radius - height * height).squareRoot()
      let low = Int(unstretched(x - half, width).rounded(.down)) - widening
      let high = Int(unstretched(x + half, width).rounded(.up)) + widening
      let range = max(low, 0)..<max(min(high, width), max(low, 0))
      return range.isEmpty ? nil : range
    }

    /// Where a column lies in the stretched plane.
    @inline(__always)
    private func stretched(_ x: Float) -> Float {
      let z = (x - center.x) / compression - Self.shift
      return Self.gain * compression * (Self.squash(z) - Self.squash(-Self.shift))
    }

    /// The column at a place of the stretched plane, within the row and a little beyond.
    private func unstretched(_ x: Float, _ width: Int) -> Float {
      let s = x / (Self.gain * compression) + Self.squash(-Self.shift)
      guard s.magnitude < 1 else { return s < 0 ? -2 : Float(width) + 2 }
      let z = Self.bend * s / (1 - s.magnitude)
      return min(max(center.x + compression * (z + Self.shift), -2), Float(width) + 2)
    }
  }
}
