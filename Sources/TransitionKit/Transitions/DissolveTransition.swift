/// Fades the source into the target: every pixel is mixed in the same proportion.
public struct DissolveTransition: KernelTransition {
  /// Makes the transition.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIDissolveTransition", displayName: "Dissolve",
    summary: "Fades the source into the target.",
    parameters: [])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(source: inputs.source, target: inputs.target, time: time)
  }

  /// One frame of a dissolve.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let time: Float

    /// The mixture at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel { mix(source[point], target[point], time) }

    /// The one mixture.
    public var blends: [Blend] { [.mix(time)] }

    /// All of it is the one mixture.
    public func runs(of row: Row, into runs: inout Runs) { runs.append(.blend(0)) }
  }
}
