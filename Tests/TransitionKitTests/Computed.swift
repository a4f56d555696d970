import TransitionKit

/// A kernel without runs: every pixel is computed.
struct Computed<Kernel: PixelKernel>: PixelKernel {
  private let kernel: Kernel

  init(_ kernel: Kernel) { self.kernel = kernel }

  func colors(at point: Point) -> Pixel4 { kernel.colors(at: point) }
}
