/// Moves a copier's lamp across the source and leaves the target behind it; then the lamp returns
/// over the finished target, ever faster, as in a real copier.
///
/// The lamp has a short sharp front and a long soft tail, and at the usual settings a middle that
/// is burnt out to white.
public struct CopyMachineTransition: KernelTransition {
  /// The direction of the lamp, in radians.
  public var angle: Float = 0
  /// The width of the band of light, in pixels.
  public var width: Float = 200
  /// The color of the light, which is added to the pictures.
  public var color = Color(0.6, 1, 0.8, 1)
  /// The part of the frame that the lamp crosses; the whole frame if unset.
  public var extent: Rect?
  /// The brightness of the light: 0 none, 1 the color itself.
  public var opacity: Float = 1.3

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CICopyMachineTransition", displayName: "Copy Machine",
    summary: "Moves a copier's lamp across, which leaves the target.", family: .wipes,
    parameters: [
      Parameter(
        .angle, \.angle,
        "Direction of the lamp: 0 right, 90deg up; it starts at the opposite side.",
        suggested: 0...2 * Float.pi),
      Parameter(
        .width, \.width,
        "Width of the band of light, in pixels.", suggested: 0.1...500, atLeast: 0.1,
        ours: "25%"),
      Parameter(.color, \.color, "Color of the light, which is added to the pictures."),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the lamp crosses; the rest jumps at start or end."),
      Parameter(
        .opacity, \.opacity,
        "Brightness of the light: 0 none, 1 the color itself, more burns out to white.",
        suggested: 0...3, atLeast: 0),
    ])

  /// The share of time in which the lamp moves forward.
  private static let forwardShare: Float = 0.65

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let direction = Point(angle: angle)
    let (near, far) = inputs.resolve(extent).projection(on: direction)
    let travel = far - near + width
    let isForward = time < Self.forwardShare
    let back = max(0, (time - Self.forwardShare) / (1 - Self.forwardShare))
    return Kernel(
      source: inputs.source, target: inputs.target, direction: direction, width: width,
      density: 1 / width, isForward: isForward,
      left: isForward
        ? near + time / Self.forwardShare * travel - width : far - back * back * travel,
      light: inputs.raw(color) * opacity)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let direction: Point
    let width: Float
    /// The lamp's share that a pixel covers.
    let density: Float
    let isForward: Bool
    /// Where the lamp begins along the direction; it ends `width` farther.
    let left: Float
    /// The light where the lamp is brightest, in Core Image's raw components.
    let light: Pixel

    /// The alpha of the colors exceeds 1 where the lamp shines.
    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let across = (point.neighborsDot(direction) - left) * density
      // 0 behind the lamp, 1 at its leading side.
      let s = (isForward ? across : 1 - across).saturated
      let (rise, fall) = (s * (1 / 0.83), (1 - s) * (1 / 0.17))
      let brightness = rise.replacing(with: fall, where: fall .< rise)
      let target = target.neighbors(at: point)
      let base = isForward ? mix(target, source.neighbors(at: point), s) : target
      return Pixel4 { base[$0] + light[$0] * brightness }
    }

    public func run(at point: Point) -> Run {
      Run(
        at: point.dot(direction), step: direction.x, computing: (left, left + width),
        low: .target, high: isForward ? .source : .target)
    }
  }
}
