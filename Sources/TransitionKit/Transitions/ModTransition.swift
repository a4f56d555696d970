/// Opens a lattice of round holes that grow, turn and show the target, until only stars of the
/// source are left and vanish.
///
/// Away from the center the holes are stretched along the x axis into eggs and teardrops.
public struct ModTransition: Transition {
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
      Parameter(.angle, \.angle, suggested: -2 * Float.pi...2 * Float.pi),
      Parameter(.compression, \.compression, suggested: 100...800, atLeast: 1),
      Parameter(.center, \.center),
      Parameter(.radius, \.radius, suggested: 1...200, atLeast: 1),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let hole = time * (radius * Float(0.5).squareRoot() + 1.5)
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
      let z = (point.x - center.x) / compression - Self.shift
      let x = Self.gain * compression * (Self.squash(z) - Self.squash(-Self.shift))
      let y = point.y - center.y
      let u = (x * turn.x + y * turn.y) / spacing
      let v = (y * turn.x - x * turn.y) / spacing
      let (du, dv) = (u - u.nearestInteger, v - v.nearestInteger)
      return spacing * (du * du + dv * dv).squareRoot()
    }

    // The constants of the stretching are a fit to Core Image's pictures.
    private static let bend: Float = 1.402
    private static let gain: Float = 2.138
    private static let shift: Float = 0.516
    /// No column is stretched more than this.
    private static let steepest = gain / bend

    @inline(__always)
    private static func squash(_ z: Float) -> Float { z / (z.magnitude + bend) }

    /// Inside a hole the target, outside the source. A point far from every edge tells the same of
    /// its neighbors, as many as the distance can shrink by.
    public func runs(of row: Row, into runs: inout Runs) {
      var column = 0
      while column < row.width {
        let point = Point(x: Float(column) + 0.5, y: row.y)
        let depth = hole - distance(from: point)
        let sure = (depth.magnitude - edge) / Self.steepest - 1
        let length = sure > 0 ? Int(min(sure, Float(row.width))) : 0
        let fill: Fill = length < 1 ? .computed : depth > 0 ? .target : .source
        column += max(length, 1)
        runs.append(fill, upTo: column)
      }
    }
  }
}
