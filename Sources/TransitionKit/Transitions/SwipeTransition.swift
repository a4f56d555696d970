/// Sweeps the target over the source in one direction, behind a soft edge that may glow.
///
/// The front is a line perpendicular to the motion. Behind it, over `width` pixels, the source
/// turns into the target in even steps of light; the color lies over that band like a tent,
/// strongest in its middle.
public struct SwipeTransition: KernelTransition {
  var angle: Float = 0
  var width: Float = 300
  var color = Color.white
  var extent: Rect?
  var opacity: Float = 0

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CISwipeTransition", displayName: "Swipe",
    summary: "Sweeps the target over the source, behind a soft edge that may glow.",
    parameters: [
      Parameter(
        .angle, \.angle,
        "Direction in which the edge moves: 0 is to the right, pi/2 up.",
        suggested: -Float.pi...Float.pi),
      Parameter(
        .width, \.width,
        "Width of the soft edge.", suggested: 0.1...800, atLeast: 0.1),
      Parameter(
        .color, \.color,
        "Color laid over the edge."),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the edge crosses."),
      Parameter(
        .opacity, \.opacity,
        "Strength of the color; 0 shows none.", suggested: 0...1, atLeast: 0),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let direction = Point(angle: angle)
    let (near, far) = inputs.resolve(extent).projection(on: direction)
    return Kernel(
      source: inputs.source, target: inputs.target, direction: direction,
      front: near + time * (far - near + width), width: width,
      color: color.pixel(in: inputs.workingSpace), opacity: opacity)
  }

  /// One frame of a swipe.
  public struct Kernel: QuadKernel {
    let source: Bitmap
    let target: Bitmap
    let direction: Point
    /// Where the band begins, along the direction; it ends `width` behind.
    let front: Float
    let width: Float
    let color: Pixel
    let opacity: Float

    /// The colors at four neighbors.
    @inline(__always)
    public func colors(at point: Point) -> Quad {
      let progress = ((front - point.neighborsDot(direction)) / width).saturated
      let tent = opacity * (1 - (2 * progress - 1).magnitudes)
      let base = mix(source.neighbors(at: point), target.neighbors(at: point), progress)
      return Quad { base[$0] * (1 - tent) + color[$0] * tent }
    }

    /// Target behind the band, source before it.
    public func runs(of row: Row, into runs: inout Runs) {
      runs.append(
        computing: (front - width, front), from: row.start.dot(direction), step: direction.x,
        low: .target, high: .source)
    }
  }
}
