/// Turns the source into the target where a mask is dark first and where it is light last; the
/// pieces that remain throw a shadow.
///
/// The source brightens by a quarter as it goes, and the target comes in a quarter darker. The
/// width of the shadow follows from the mask's local slope: narrow at hard steps, wide on ramps.
public struct DisintegrateWithMaskTransition: KernelTransition {
  /// The distance of the shadow from the pieces, in pixels.
  public var shadowOffset = Point(x: 0, y: -10) { didSet { thresholds = nil } }
  /// The darkness of the shadow: 0 none, 1 black.
  public var shadowDensity: Float = 0.65
  /// The softness of the shadow's edge, in pixels.
  public var shadowRadius: Float = 8 { didSet { thresholds = nil } }
  /// The mask whose dark parts turn into the target first.
  public var maskImage = Mask.builtIn(.clouds) { didSet { thresholds = nil } }

  private var thresholds: Preparation<ThresholdMap>?

  public init() {}

  public static let declaration = Declaration<Self>(
    "CIDisintegrateWithMaskTransition", displayName: "Disintegrate With Mask",
    summary: "Breaks the source up by a mask, dark parts first.", family: .wipes,
    parameters: [
      Parameter(
        .shadowOffset, \.shadowOffset,
        "Where the shadow of the remaining pieces falls, in pixels: 0,-10 is below them.",
        ours: "0,-1.4%"),
      Parameter(
        .shadowDensity, \.shadowDensity, "Darkness of the shadow: 0 none, 1 black.",
        suggested: 0...1, atLeast: 0, atMost: 1),
      Parameter(
        .shadowRadius, \.shadowRadius,
        "Softness of the shadow's edge, in pixels.", suggested: 0...50, atLeast: 0,
        ours: "1.1%"),
      Parameter(
        .maskImage, \.maskImage, "The mask whose dark parts turn into the target first."),
    ])

  /// The transition with its mask worked out.
  public func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> Self {
    var copy = clamped
    copy.thresholds = Preparation(copy.makeThresholds(for: layout, parallelFor), for: layout)
    return copy
  }

  private func makeThresholds(
    for layout: FrameLayout, _ parallelFor: ParallelFor? = nil
  ) -> ThresholdMap {
    ThresholdMap(
      maskImage.values(for: layout, .linear, parallelFor), .greater, addedSlope: 0.001,
      shadow: ThresholdMap.Shadow(
        x: Int(min(max(shadowOffset.x, -1e6), 1e6).rounded()),
        y: Int(min(max(shadowOffset.y, -1e6), 1e6).rounded()), radius: shadowRadius),
      parallelFor)
  }

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(
      source: inputs.source, target: inputs.target,
      thresholds: thresholds?.value(for: inputs.layout) ?? makeThresholds(for: inputs.layout),
      time: time,
      density: shadowDensity * min(1, (1 - time) / 0.1))
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let thresholds: ThresholdMap
    let time: Float
    let density: Float

    /// The brightness of the source, which grows.
    private var sourceLight: Float { 1 + 0.25 * time }
    /// The brightness of the target where no shadow falls.
    private var targetLight: Float { 1 - 0.25 * (1 - time) }

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let share = thresholds.shares(at: point, time) { remaining in remaining }
      let light =
        density > 0 ? 1 - density * (1 - thresholds.light(at: point, time)) : Lanes(repeating: 1)
      let (source, target) = (source.neighbors(at: point), target.neighbors(at: point))
      let groundLight = targetLight * light
      let alpha = target.alpha * (1 - share) + source.alpha * share
      return Pixel4 { channel in
        guard channel < 3 else { return alpha }
        let color =
          target[channel] * groundLight * (1 - share)
          + source[channel] * sourceLight * share
        return color.replacing(with: alpha, where: color .> alpha)
      }
    }

    /// The brightened source, and the target without shadow.
    public var blends: [Blend] { [Blend(source: sourceLight), Blend(target: targetLight)] }

    /// Where a piece is whole, or gone and unshaded, every pixel is scaled alike.
    public func run(at point: Point) -> Run {
      thresholds.run(
        at: point, time, whole: .blend(Blend(source: sourceLight)),
        bare: .blend(Blend(target: targetLight)))
    }
  }
}
