import TransitionKit

/// Draws parts of rows, block by block.
@safe struct BlockRenderer {
  let code: Code
  let states: ExecutionStatePool
  let pictures: [PictureSampler]
  let levels: [PictureLevels]
  let values: FrameValues
  let encoder: PlaneEncoder
  let height: Int
  let bytesPerPixel: Int
  /// The first failure of the frame, after which no more of it is drawn.
  let failure: FirstFailure

  /// Stores the pixels of some columns.
  ///
  /// - Returns: the failure, if there was one; the pixels are then undefined.
  func render(
    _ columns: Range<Int>, _ row: Int, _ output: UnsafeMutableRawPointer
  ) -> Execution.Failure? {
    states.with { unsafe render(columns, row, output, $0) }
  }

  private func render(
    _ columns: Range<Int>, _ row: Int, _ output: UnsafeMutableRawPointer, _ state: ExecutionState
  ) -> Execution.Failure? {
    let registers = unsafe state.registers
    state.rows.clear()
    unsafe registers.update(from: values.registers, count: code.frameSize)
    if !code.y.isNone {
      let y = (Float(height - row) - 0.5) / Float(height)
      unsafe registers[Int(code.y.offset)] = Code.Vector(repeating: y)
    }
    var execution = unsafe Execution(
      code: code, pictures: pictures, levels: levels, state: state,
      planes: values.planes, planeStride: values.planeStride)
    if let failure = execution.run(
      code.instructions[.perRow], vectors: 1, budget: Code.sharedBudget)
    {
      return failure
    }
    execution.row = row
    let length = Code.vectorsPerBlock * 8
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: length) {
      if failure.isKnown { return nil }
      let end = min(start + length, columns.upperBound)
      let vectors = (end - start + 7) / 8
      execution.columns = start..<end
      if let failure = execution.run(code.instructions[.perPixel], vectors: vectors) {
        return failure
      }
      let target = unsafe output + (start - columns.lowerBound) * bytesPerPixel
      unsafe store(registers, end - start, vectors, target)
    }
    return nil
  }

  private func store(
    _ registers: Execution.Registers, _ count: Int, _ vectors: Int,
    _ output: UnsafeMutableRawPointer
  ) {
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
      let result = code.results[channel]
      // Each channel is repeated in its part of the registers for it.
      let isRepeated = result.stride == 0 && (vectors > 1 || channel == 3)
      let copy = Int(code.resultCopies) + channel * Code.vectorsPerBlock
      return unsafe registers.lanes(of: result, vectors, copy: isRepeated ? copy : nil)
    }
    unsafe encoder.encode(
      Planes(red: plane(0), green: plane(1), blue: plane(2), alpha: plane(3)), count: count,
      into: output)
  }
}
