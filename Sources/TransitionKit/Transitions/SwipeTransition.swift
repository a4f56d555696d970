/// Sweeps the target over the source in one direction, behind a soft edge that may glow.
///
/// The front is a line perpendicular to the motion. Behind it, over `width` pixels, the source
/// turns into the target in even steps of light; the color lies over that band like a tent,
/// strongest in its middle. A band narrower than a pixel is drawn as wide as one.
public struct SwipeTransition: KernelTransition {
  /// The direction of movement, in radians.
  public var angle: Float = 0
  /// The width of the soft edge, in pixels.
  public var width: Float = 300
  /// The color laid over the edge.
  public var color = Color.white
  /// The part of the frame that the edge crosses; the whole frame if unset.
  public var extent: Rect?
  /// The strength of the color: 0 none, 1 hides the pictures in the middle of the edge.
  public var opacity: Float = 0
  /// Whether the steps of light begin and end gently, so that the band shows no edge.
  var isSmooth = false

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CISwipeTransition", displayName: "Swipe",
    summary: "Sweeps the target over the source behind a soft edge.", family: .wipes,
    parameters: [
      Parameter(
        .angle, \.angle, "Direction of movement: 0 right, 90deg up; starts at the opposite side.",
        suggested: -Float.pi...Float.pi),
      Parameter(
        .width, \.width,
        "Width of the soft edge, in pixels; small is a hard edge.",
        suggested: 0.1...800, atLeast: 0.1, ours: "40%"),
      Parameter(.color, \.color, "Color laid over the edge; it shows with --opacity above 0."),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the edge crosses; the rest jumps at start or end."),
      Parameter(
        .opacity, \.opacity,
        "Strength of the color: 0 none, 1 hides the pictures in the middle of the edge.",
        suggested: 0...1, atLeast: 0),
    ], adjust: { $0.isSmooth = true })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let direction = Point(angle: angle)
    let (near, far) = inputs.resolve(extent).projection(on: direction)
    // An edge sharper than a pixel would have steps.
    let drawnWidth = max(width, 1)
    let front = near + time * (far - near + width)
    return Kernel(
      source: inputs.source, target: inputs.target, direction: direction,
      front: front + (drawnWidth - width) / 2, width: drawnWidth,
      color: inputs.pixel(color), opacity: opacity, isSmooth: isSmooth)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let direction: Point
    /// Where the band begins, along the direction; it ends `width` behind.
    let front: Float
    let width: Float
    let color: Pixel
    let opacity: Float
    let isSmooth: Bool

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let progress = ((front - point.neighborsDot(direction)) / width).saturated
      let tent = opacity * (1 - (2 * progress - 1).magnitudes)
      let shown = isSmooth ? progress.smoothstep : progress
      let base = mix(source.neighbors(at: point), target.neighbors(at: point), shown)
      return Pixel4 { base[$0] * (1 - tent) + color[$0] * tent }
    }

    public func run(at point: Point) -> Run {
      Run(
        at: point.dot(direction), step: direction.x, computing: (front - width, front),
        low: .target, high: .source)
    }
  }
}
