internal import Synchronization
import TransitionKit

/// A program compiled for values of its uniforms, a size of frames, and opaque pictures or others.
final class GLMachine: Sendable {
  let bindings: Lowering.Bindings
  let code: Code
  private let source: SourceText
  private let hasLevels: Bool
  private let states: ExecutionStatePool

  init(_ program: GLProgram, _ bindings: Lowering.Bindings) throws(GLError) {
    self.bindings = bindings
    source = program.source
    hasLevels = program.hasLevels
    code = try program.codes.code(for: bindings) { () throws(GLError) in
      let graph = try program.graph(bindings)
      do throws(SourceError) {
        return try CodeGenerator.generate(graph)
      } catch {
        throw program.source.diagnostic(error)
      }
    }
    states = ExecutionStatePool(code)
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
    let all = [inputs.source, inputs.target] + pictures
    let samplers = all.map { PictureSampler($0) }
    let levels = hasLevels ? all.map(PictureLevels.of) : []
    let format = inputs.dithers ? inputs.frameFormat.atLeast(.sixteen) : inputs.frameFormat
    let (width, height) = (inputs.source.width, inputs.source.height)
    let encoder = PlaneEncoder(
      format: format, workingSpace: inputs.workingSpace, background: inputs.background)
    let values = FrameValues(code, width: width)
    let first = FirstFailure()
    let note = { @Sendable failure in if first.note() { failed(self.error(failure)) } }
    if let failure = states.with({ values.prepare(code, samplers, levels, progress, $0) }) {
      note(failure)
    }
    let frame = unsafe Frame(width: width, height: height, format: format) {
      [code, states] columns, row, output in
      if first.isKnown { return }
      let renderer = BlockRenderer(
        code: code, states: states, pictures: samplers, levels: levels, values: values,
        encoder: encoder, height: height, bytesPerPixel: format.bytesPerPixel, failure: first)
      if let failure = unsafe renderer.render(columns, row, output) { note(failure) }
    }
    return inputs.dithers ? frame.dithered() : frame
  }
}

extension GLProgram {
  /// The program as a graph, for values of its uniforms.
  func graph(_ bindings: Lowering.Bindings) throws(GLError) -> Graph {
    do {
      return try Lowering.lower(typed, bindings)
    } catch {
      throw source.diagnostic(error)
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
