internal import Synchronization
import TransitionKit

/// A program compiled for some values and for pictures of some kinds.
struct GLMachine: Sendable {
  let size: Lowering.FrameSize
  let isOpaque: [Bool]
  private let source: SourceText
  let code: Code
  private let pool: WorkspacePool

  init(
    _ program: GLProgram, _ values: [[UInt32]], size: Lowering.FrameSize, isOpaque: [Bool]
  ) throws(GLError) {
    self.size = size
    self.isOpaque = isOpaque
    source = program.source
    let graph: Graph
    do {
      graph = try Lowering.lower(
        program.typed,
        Lowering.Bindings(uniforms: values, size: size, isOpaque: isOpaque))
    } catch {
      throw source.diagnostic(error)
    }
    code = CodeGenerator.generate(graph)
    pool = WorkspacePool(size: code.size)
  }

  /// The error of a failed execution.
  private func error(_ failure: Execution.Failure) -> GLError {
    switch failure {
    case .iterations(let position):
      source.diagnostic(SourceError(position, "a loop of more than 65,536 iterations"))
    case .budget(let position):
      source.diagnostic(
        SourceError(
          position,
          position == code.position
            ? "more than 100,000 operations a pixel"
            : "more than 100,000 operations a pixel, most of them in this loop"))
    }
  }

  /// The frame of a moment strictly between the ends.
  func frame(
    at progress: Float, of inputs: Inputs, _ pictures: [Bitmap],
    _ failed: @escaping @Sendable (GLError) -> Void
  ) -> Frame {
    let samplers = ([inputs.source, inputs.target] + pictures).map(PictureSampler.init)
    let format = inputs.frameFormat
    let (width, height) = (inputs.source.width, inputs.source.height)
    let encoder = PlaneEncoder(format: format, workingSpace: inputs.workingSpace)
    let values = FrameValues(code, width: width)
    let first = FirstFailure()
    let note = { @Sendable failure in if first.note() { failed(error(failure)) } }
    if let failure = pool.with({ values.prepare(code, samplers, progress, $0) }) { note(failure) }
    return unsafe Frame(width: width, height: height, format: format) { columns, row, output in
      if first.isKnown { return }
      let renderer = RowRenderer(
        code: code, pool: pool, pictures: samplers, values: values, encoder: encoder,
        height: height, bytesPerPixel: format.bytesPerPixel, failure: first)
      if let failure = unsafe renderer.render(columns, row, output) { note(failure) }
    }
  }
}

/// Whether a part of a frame has failed, on whichever thread.
final class FirstFailure: Sendable {
  private let known = Atomic(false)

  var isKnown: Bool { known.load(ordering: .relaxed) }

  /// Notes a failure.
  ///
  /// - Returns: whether it is the first.
  func note() -> Bool { !known.exchange(true, ordering: .relaxed) }
}
