/// Sends a circular wave from a center across the source; the target lies in its wake.
///
/// The ring displaces both pictures radially, out and in again, and carries light and shade like
/// a lens. Its two outer thirds show one picture each; in the middle third they cross-fade.
public struct RippleTransition: Transition {
  var width: Float = 100
  var extent: Rect?
  var scale: Float = 50
  var center: Point?
  var shadingImage: Bitmap?

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIRippleTransition", displayName: "Ripple",
    summary: "Sends a circular wave across the source and leaves the target in its wake.",
    parameters: [
      Parameter(.width, \.width, suggested: 10...300, atLeast: 1),
      Parameter(.extent, \.extent),
      Parameter(.scale, \.scale, suggested: -50...50),
      Parameter(.center, \.center),
      Parameter(.shadingImage, \.shadingImage, unset: "a dark rim around a clear middle"),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let center = inputs.resolve(center)
    let reach = inputs.resolve(extent).farthestDistance(from: center)
    let halfWidth = 1.125 * width
    let shading = Shading(shadingImage, in: inputs.workingSpace)
    return Kernel(
      source: inputs.source, target: inputs.target, center: center, halfWidth: halfWidth,
      radius: -halfWidth + time * (reach + 2 * halfWidth), scale: scale, shading: shading,
      isClear: shading.color(toward: Point(x: 1, y: 0), tilt: 0) == .transparent)
  }

  /// One frame of a ripple.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let center: Point
    /// Half the width of the disturbed ring.
    let halfWidth: Float
    /// The radius of the middle of the ring, negative before it has left the center.
    let radius: Float
    let scale: Float
    let shading: Shading
    /// Whether the shading adds nothing where the picture is undisturbed.
    let isClear: Bool

    /// The color at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let offset = point - center
      let distance = (offset.x * offset.x + offset.y * offset.y).squareRoot()
      let position = (distance - radius) / halfWidth
      let height = Self.profile(position)
      let outward = distance > 0 ? offset * (1 / distance) : Point(x: 0, y: 0)
      let displaced = height == 0 ? point : point - outward * (scale * height)
      let fraction = (0.5 - 1.5 * position).smoothstep
      let base: Pixel =
        if fraction <= 0 {
          source.sample(at: displaced, beyond: .repeated)
        } else if fraction >= 1 {
          target.sample(at: displaced, beyond: .repeated)
        } else {
          mix(
            source.sample(at: displaced, beyond: .repeated),
            target.sample(at: displaced, beyond: .repeated), fraction)
        }
      if height == 0, isClear { return base }
      return shading.color(toward: outward, tilt: -height).over(base)
    }

    /// The displacement across the ring, -1...1: three smooth steps, 0 to -1 to 1 to 0.
    @inline(__always)
    private static func profile(_ x: Float) -> Float {
      let size = x.magnitude
      if size >= 1 { return 0 }
      let height =
        size < 1 / 3
        ? 0.5 * 3 * size * (3 - 9 * size * size)
        : 6.75 * size * (1 - size) * (1 - size)
      return x < 0 ? -height : height
    }

    /// Target inside the ring, source outside.
    public func runs(of row: Row, into runs: inout Runs) {
      guard isClear else { return }
      runs.append(
        ringAround: center, from: radius - halfWidth, to: radius + halfWidth, y: row.y,
        inside: .target, outside: .source)
    }
  }
}
