/// Opens a lattice of round holes that grow, turn and show the target, until only stars of the
/// source are left and vanish.
///
/// Away from the center the holes are stretched along the x axis into eggs and teardrops.
public struct ModTransition: KernelTransition {
  /// The angle of the lattice at the end, in radians.
  public var angle: Float = 2
  /// The distance to both sides of the center, in pixels, at which holes are stretched.
  public var compression: Float = 300
  /// The middle of the lattice; the middle of the frame if unset.
  public var center: Point?
  /// The distance between neighboring holes, in pixels.
  public var radius: Float = 150

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIModTransition", displayName: "Mod",
    summary: "Shows the target through a grid of growing holes.", family: .matter,
    parameters: [
      Parameter(
        .angle, \.angle,
        "Angle of the grid of holes at the end; it begins at 45deg and turns meanwhile.",
        suggested: -2 * Float.pi...2 * Float.pi),
      Parameter(
        .compression, \.compression,
        "Distance to both sides of the center, in pixels, at which holes are stretched.",
        suggested: 100...800, atLeast: 1, ours: "100%"),
      Parameter(.center, \.center, "The middle of the grid, in pixels from the bottom left."),
      Parameter(
        .radius, \.radius,
        "Distance between neighboring holes, in pixels; in the end they meet.",
        suggested: 1...200, atLeast: 1, ours: "10%"),
    ])

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    // At the end a little more than the distance from a hole's center to the middle of four holes.
    let hole = time * radius * (Float(0.5).squareRoot() + 0.03)
    return Kernel(
      source: inputs.source, target: inputs.target, center: inputs.resolve(center),
      compression: compression,
      turn: Point(angle: (1 - time) * .pi / 4 + time * angle), spacing: radius,
      hole: hole, edge: min(0.5, hole))
  }

  /// One frame.
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

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let x = stretched(point.x + Lanes.neighbors)
      let y = point.y - center.y
      let u = (x * turn.x + y * turn.y) / spacing
      let v = (y * turn.x - x * turn.y) / spacing
      let (du, dv) = (u - u.nearestIntegers, v - v.nearestIntegers)
      let distance = spacing * (du * du + dv * dv).squareRoot()
      let fraction = ((hole - distance) / (2 * edge) + 0.5).saturated
      return mix(source.neighbors(at: point), target.neighbors(at: point), fraction)
    }

    /// Inside a hole the target, outside the source, as far as the lattice's cell reaches.
    public func run(at point: Point) -> Run {
      // With holes of a few pixels there are more edges than pixels between them.
      guard spacing >= 16 else { return Run(.computed) }
      let (x, y) = (stretched(Lanes(repeating: point.x)).x, point.y - center.y)
      let u = (x * turn.x + y * turn.y) / spacing
      let v = (y * turn.x - x * turn.y) / spacing
      let (du, dv) = (u - u.nearestInteger, v - v.nearestInteger)
      // The error that rounding of such large numbers may make.
      let doubt = (compression + x.magnitude + y.magnitude) * 0x1p-20
      var run = Run(
        at: Point(x: du * turn.x - dv * turn.y, y: du * turn.y + dv * turn.x) * spacing,
        computing: (hole - edge - doubt, hole + edge + doubt), inside: .target, outside: .source)
      // A row is a straight line through the stretched plane; at the cell's side it meets the next.
      let side = min(
        (0.5 - (turn.x < 0 ? -du : du)) / turn.x.magnitude,
        (0.5 - (turn.y < 0 ? dv : -dv)) / turn.y.magnitude)
      run.length = unstretched(x + min(run.length, side * spacing)) - point.x
      return run
    }

    // The constants of the stretching are a fit to Core Image's pictures.
    private static var bend: Float { 1.402 }
    private static var gain: Float { 2.138 }
    private static var shift: Float { 0.516 }
    /// Where the center lies on the curve of the stretching.
    private static var origin: Float { -shift / (shift + bend) }

    /// Where columns lie in the stretched plane.
    @inline(__always)
    private func stretched(_ x: Lanes) -> Lanes {
      let z = (x - center.x) / compression - Self.shift
      return Self.gain * compression * (z / (z.magnitudes + Self.bend) - Self.origin)
    }

    /// The column at a position in the stretched plane, which ends on both sides.
    private func unstretched(_ x: Float) -> Float {
      let s = x / (Self.gain * compression) + Self.origin
      if s >= 1 { return .infinity }
      return center.x + compression * (Self.bend * s / (1 - s.magnitude) + Self.shift)
    }
  }
}
