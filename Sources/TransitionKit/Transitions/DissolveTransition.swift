/// Fades the source into the target: every pixel is mixed in the same proportion.
public struct DissolveTransition: KernelTransition {
  public init() {}

  public static let declaration = Declaration<Self>(
    "CIDissolveTransition", displayName: "Dissolve",
    summary: "Fades the source into the target.",
    parameters: [])

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(source: inputs.source, target: inputs.target, time: time)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let time: Float

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      mix(source.neighbors(at: point), target.neighbors(at: point), time)
    }

    public func run(at point: Point) -> Run { Run(.blend(.mix(time))) }

    public var blends: [Blend] { [.mix(time)] }
  }
}
