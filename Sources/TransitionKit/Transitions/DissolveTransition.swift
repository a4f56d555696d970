/// Fades the source into the target: every pixel is mixed in the same proportion.
///
/// Even steps of light are no even steps to the eye: nearly all that is seen happens next to the
/// darker picture. With a pace of its own it sets out and arrives gently, and mixes half of light
/// and half of its roots, so that neither end leaps, whichever picture is the darker one.
public struct DissolveTransition: KernelTransition {
  /// Whether it has that pace where light is mixed; encoded values need none.
  public var isPaced = false

  public init() {}

  public static let declaration = Declaration<Self>(
    "CIDissolveTransition", displayName: "Dissolve",
    summary: "Fades the source into the target.", family: .mixes,
    parameters: [], pace: { $0.isPaced = $1 })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let isPaced = isPaced && inputs.workingSpace == .linear
    let part = isPaced ? time.smootherstep : time
    // What appears over nothing is half there at half time: what lies below it is not known.
    let isOpaque = !inputs.source.format.hasAlpha
    return Kernel(
      source: inputs.source, target: inputs.target,
      blend: isPaced && isOpaque ? .halfRoots(part) : .mix(part))
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let blend: Blend

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let (a, b) = (source.neighbors(at: point), target.neighbors(at: point))
      guard blend.mean > 0 else { return mix(a, b, blend.target) }
      return Pixel4 {
        a[$0] * blend.source + b[$0] * blend.target + (a[$0] * b[$0]).squareRoot() * blend.mean
      }
    }

    public func run(at point: Point) -> Run { Run(.blend(blend)) }

    public var blends: [Blend] { [blend] }
  }
}
