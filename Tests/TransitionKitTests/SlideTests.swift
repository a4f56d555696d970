import TestSupport
import Testing

@testable import TransitionKit

/// Rows whose pixels are another row's, moved or mirrored along an axis.
@Suite("A slide") struct SlideTests {
  /// An opaque picture in which every sample differs from its neighbors.
  private func picture(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
    var generator = SplitMix64(seed: seed)
    let samples = (0..<width * height * 3).map { _ in UInt16(generator.next() & 255) }
    return Bitmap(
      width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: samples)
  }

  @Test(
    "gives the bytes that computing gives, in every transition, along each axis",
    arguments: Transitions.all, [0, Float.pi / 2, .pi, -.pi / 2, 3 * .pi / 2])
  func bytes(filter: Filter, angle: Float) throws {
    // Large enough for tables.
    let inputs = Inputs(source: picture(361, 61, seed: 1), target: picture(361, 61, seed: 2))
    let values = ["angle": angle, "radius": 9, "width": 11, "barOffset": 3]
    let parameters = filter.parameters.compactMap { parameter in
      values[parameter.name].map { (parameter: parameter, value: ParameterValue.number($0)) }
    }
    let made = try filter.transition(with: parameters)
    let transition = try #require(made as? any KernelTransition)
    for step in 1..<9 { try check(transition, at: Float(step) / 9, of: inputs) }
  }

  private func check<T: KernelTransition>(_ transition: T, at time: Float, of inputs: Inputs) throws
  {
    let kernel = transition.kernel(at: time, of: inputs)
    let quick = Frame(kernel: kernel, inputs: inputs).bitmap()
    let computed = Frame(kernel: kernel, inputs: inputs, copying: false).bitmap()
    #expect(quick.difference(from: computed) == nil, "\(transition) at \(time)")
  }

  @Test("is found along the rows of a curl")
  func found() throws {
    let inputs = Inputs(source: picture(173, 61, seed: 1), target: picture(173, 61, seed: 2))
    var curl = PageCurlTransition()
    curl.radius = 9
    #expect(slides(of: curl.kernel(at: 0.4, of: inputs), inputs) > 0)
  }

  /// The number of rows that have one.
  private func slides(of kernel: some PixelKernel, _ inputs: Inputs) -> Int {
    (0..<inputs.source.height).count { row in
      var runs = Runs(width: inputs.source.width)
      kernel.runs(of: Row(y: Float(row) + 0.5, width: inputs.source.width), into: &runs)
      return runs.runs.contains { if case .slid = $0.fill { true } else { false } }
    }
  }
}
