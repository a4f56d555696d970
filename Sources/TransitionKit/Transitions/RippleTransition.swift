/// Sends a circular wave from a center across the source; the target lies in its wake.
///
/// The ring displaces both pictures radially, out and in again, and carries light and shade like
/// a lens. Its two outer thirds show one picture each; in the middle third they cross-fade.
public struct RippleTransition: KernelTransition {
  /// The width of the wave, in pixels.
  public var width: Float = 100
  /// The part of the frame that the wave crosses; the whole frame if unset.
  public var extent: Rect?
  /// The distance, in pixels, by which the wave shifts the picture.
  public var scale: Float = 50
  /// The point where the wave begins; the middle of the frame if unset.
  public var center: Point?
  /// A shaded sphere in a square: the light on the wave; a dark rim if unset.
  public var shadingImage: Bitmap?
  /// Whether light lies on what there is, and none on nothing.
  var lightsCoverage = false

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIRippleTransition", displayName: "Ripple",
    summary: "Sends a round wave across; the target is in its wake.", family: .matter,
    parameters: [
      Parameter(
        .width, \.width,
        "Width of the wave, in pixels; small is a narrow ring.", suggested: 10...300, atLeast: 1,
        ours: "14%"),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the wave crosses; a smaller one makes it slower."),
      Parameter(
        .scale, \.scale,
        "How far the wave shifts the picture, in pixels; below 0 it shifts the other way.",
        suggested: -50...50, ours: "7%"),
      Parameter(.center, \.center, "Where the wave begins, in pixels from the bottom left."),
      Parameter(
        .shadingImage, \.shadingImage, "A shaded sphere in a square: the light on the wave.",
        unset: .rimShading),
    ], adjust: { $0.lightsCoverage = true })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let center = inputs.resolve(center)
    let reach = inputs.resolve(extent).farthestDistance(from: center)
    let halfWidth = 1.125 * width
    let light = SphereMap(shadingImage, in: inputs.workingSpace)
    return Kernel(
      source: inputs.source, target: inputs.target, center: center, halfWidth: halfWidth,
      slope: 1 / halfWidth, radius: -halfWidth + time * (reach + 2 * halfWidth), scale: scale,
      light: light, lightsCoverage: lightsCoverage,
      isClear: light.colors(toward: Lanes(), Lanes(), tilt: Lanes()).pixel(0) == .transparent)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let center: Point
    /// Half the width of the disturbed ring.
    let halfWidth: Float
    /// The ring's share, of half its width, that a pixel covers.
    let slope: Float
    /// The radius of the middle of the ring, negative before it has left the center.
    let radius: Float
    let scale: Float
    let light: SphereMap
    let lightsCoverage: Bool
    /// Whether the light adds nothing where the picture is undisturbed.
    let isClear: Bool

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let (x, y) = (point.x - center.x + Lanes.neighbors, point.y - center.y)
      let square = x * x + y * y
      let closeness = (1 / square.squareRoot()).replacing(with: 0, where: square .== 0)
      let outward = (x: x * closeness, y: y * closeness)
      let position = (square * closeness - radius) * slope
      let height = Self.profile(position)
      let shift = scale * height
      let shown = (
        x: point.x + Lanes.neighbors - outward.x * shift, y: point.y - outward.y * shift
      )
      let fraction = (0.5 - 1.5 * position).smoothstep
      let base: Pixel4 =
        if all(fraction .<= 0) {
          source.samples(at: shown.x, shown.y, beyond: .repeated)
        } else if all(fraction .>= 1) {
          target.samples(at: shown.x, shown.y, beyond: .repeated)
        } else {
          mix(
            source.samples(at: shown.x, shown.y, beyond: .repeated),
            target.samples(at: shown.x, shown.y, beyond: .repeated), fraction)
        }
      let light = light.colors(toward: outward.x, outward.y, tilt: -height)
      guard lightsCoverage else { return light.over(base) }
      return Pixel4 { channel in
        guard channel < 3 else { return base.alpha }
        return light[channel] * base.alpha + base[channel] * (1 - light.alpha)
      }
    }

    /// The displacements across the ring, -1...1: three smooth steps, 0 to -1 to 1 to 0.
    @inline(__always)
    private static func profile(_ x: Lanes) -> Lanes {
      let size = x.magnitudes.saturated
      let flank = 6.75 * size * (1 - size) * (1 - size)
      let slope = 3 - 9 * size * size
      let height = flank.replacing(with: 1.5 * size * slope, where: size .< 1 / 3)
      return height.replacing(with: -height, where: x .< 0)
    }

    public func run(at point: Point) -> Run {
      guard isClear else { return Run(.computed) }
      return Run(
        at: point - center, computing: (radius - halfWidth, radius + halfWidth), inside: .target,
        outside: .source)
    }
  }
}
