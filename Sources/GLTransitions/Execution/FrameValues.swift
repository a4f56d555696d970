import TransitionKit

/// The values that are computed once a frame: those that all its pixels share, and those of its
/// columns, which all rows share.
@safe final class FrameValues: @unchecked Sendable {
  /// The first registers.
  let registers: UnsafeMutablePointer<Code.Vector>
  /// A plane for each number that columns keep, longer than a row by a block.
  let planes: UnsafeMutablePointer<Float>
  let planeStride: Int
  private let width: Int

  init(_ code: Code, width: Int) {
    self.width = width
    planeStride = width + 8 * Code.vectorsPerBlock
    unsafe registers = .allocate(capacity: max(code.frameSize, 1))
    unsafe planes = .allocate(capacity: max(code.planes.count * planeStride, 1))
  }

  deinit {
    unsafe registers.deallocate()
    unsafe planes.deallocate()
  }

  /// Computes them; afterwards nothing is written any more.
  func prepare(
    _ code: Code, _ pictures: [PictureSampler], _ levels: [PictureLevels], _ progress: Float,
    _ state: ExecutionState
  ) -> Execution.Failure? {
    let base = unsafe state.registers
    state.rows.clear()
    for constant in code.constants {
      unsafe base[Int(constant.offset)] = Code.Vector(repeating: Float(bitPattern: constant.bits))
    }
    if !code.progress.isNone {
      unsafe base[Int(code.progress.offset)] = Code.Vector(repeating: progress)
    }
    var execution = unsafe Execution(
      code: code, pictures: pictures, levels: levels, state: state, planes: nil, planeStride: 0)
    if let failure = execution.run(
      code.instructions[.perFrame], vectors: 1, budget: Code.sharedBudget)
    {
      return failure
    }
    unsafe registers.update(from: base, count: code.frameSize)
    if code.planes.isEmpty { return nil }
    let length = Code.vectorsPerBlock * 8
    for start in stride(from: 0, to: width, by: length) {
      execution.columns = start..<min(start + length, width)
      unsafe setColumns(code, start, base)
      if let failure = execution.run(
        code.instructions[.perColumn], vectors: Code.vectorsPerBlock)
      {
        return failure
      }
      for (number, operand) in code.planes.enumerated() {
        let target = unsafe UnsafeMutableRawPointer(planes + number * planeStride + start)
        for vector in 0..<Code.vectorsPerBlock {
          let value = unsafe base[Int(operand.offset) + vector * Int(operand.stride)]
          unsafe target.storeBytes(of: value, toByteOffset: 32 * vector, as: Code.Vector.self)
        }
      }
    }
    return nil
  }

  /// Sets the positions of the pixels of a block; those after the last one are where that is.
  private func setColumns(
    _ code: Code, _ start: Int, _ registers: UnsafeMutablePointer<Code.Vector>
  ) {
    if code.x.isNone { return }
    let lanes = Code.Vector(0, 1, 2, 3, 4, 5, 6, 7) + 0.5
    let last = Float(width) - 0.5
    for vector in 0..<Code.vectorsPerBlock {
      let centers = lanes + Float(start + vector * 8)
      let inside = centers.replacing(with: last, where: centers .> last)
      unsafe registers[Int(code.x.offset) + vector] = inside / Float(width)
    }
  }
}
