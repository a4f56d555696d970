import TransitionKit

/// What is worked out once a frame: what all its pixels share, and what its rows share for their
/// columns.
@safe final class FrameValues: @unchecked Sendable {
  /// The first registers.
  let registers: UnsafeMutablePointer<Code.Group>
  /// A plane for each number that columns keep, longer than a row by a block.
  let planes: UnsafeMutablePointer<Float>
  let planeStride: Int
  private let width: Int

  init(_ code: Code, width: Int) {
    self.width = width
    planeStride = width + 8 * Code.blockGroups
    unsafe registers = .allocate(capacity: max(code.frameSize, 1))
    unsafe planes = .allocate(capacity: max(code.planes.count * planeStride, 1))
  }

  deinit {
    unsafe registers.deallocate()
    unsafe planes.deallocate()
  }

  /// Works it out; afterwards nothing is written any more.
  func prepare(
    _ code: Code, _ pictures: [PictureSampler], _ progress: Float, _ workspace: Workspace
  ) -> Execution.Failure? {
    let base = unsafe workspace.registers
    workspace.rows.clear()
    for constant in code.constants {
      unsafe base[Int(constant.offset)] = Code.Group(repeating: Float(bitPattern: constant.bits))
    }
    if let place = code.progress { unsafe base[Int(place)] = Code.Group(repeating: progress) }
    var execution = unsafe Execution(
      code: code, pictures: pictures, registers: base, rows: workspace.rows, planes: nil,
      planeStride: 0)
    if let failure = execution.run(code.frame, groups: 1, budget: Code.sharedBudget) {
      return failure
    }
    unsafe registers.update(from: base, count: code.frameSize)
    if code.planes.isEmpty { return nil }
    let length = Code.blockGroups * 8
    for start in stride(from: 0, to: width, by: length) {
      execution.columns = start..<min(start + length, width)
      unsafe setColumns(code, start, base)
      if let failure = execution.run(code.column, groups: Code.blockGroups) { return failure }
      for (number, place) in code.planes.enumerated() {
        let target = unsafe UnsafeMutableRawPointer(planes + number * planeStride + start)
        for group in 0..<Code.blockGroups {
          let value = unsafe base[Int(place.offset) + group * Int(place.stride)]
          unsafe target.storeBytes(of: value, toByteOffset: 32 * group, as: Code.Group.self)
        }
      }
    }
    return nil
  }

  /// Sets the positions of the pixels of a block; those after the last one are where that is.
  private func setColumns(
    _ code: Code, _ start: Int, _ registers: UnsafeMutablePointer<Code.Group>
  ) {
    guard let place = code.x else { return }
    let lanes = Code.Group(0, 1, 2, 3, 4, 5, 6, 7) + 0.5
    let last = Float(width) - 0.5
    for group in 0..<Code.blockGroups {
      let centers = lanes + Float(start + group * 8)
      let inside = centers.replacing(with: last, where: centers .> last)
      unsafe registers[Int(place) + group] = inside / Float(width)
    }
  }
}

/// Draws parts of rows.
@safe struct RowRenderer {
  let code: Code
  let pool: WorkspacePool
  let pictures: [PictureSampler]
  let values: FrameValues
  let encoder: PlaneEncoder
  let height: Int
  let bytesPerPixel: Int
  /// The first failure of the frame, after which no more of it is drawn.
  let failure: FirstFailure

  /// Stores the pixels of some columns; what failed, if anything has, after which they are undefined.
  func render(
    _ columns: Range<Int>, _ row: Int, _ output: UnsafeMutableRawPointer
  ) -> Execution.Failure? {
    pool.with { unsafe render(columns, row, output, $0) }
  }

  private func render(
    _ columns: Range<Int>, _ row: Int, _ output: UnsafeMutableRawPointer, _ workspace: Workspace
  ) -> Execution.Failure? {
    let registers = unsafe workspace.registers
    workspace.rows.clear()
    unsafe registers.update(from: values.registers, count: code.frameSize)
    if let place = code.y {
      let y = (Float(height - row) - 0.5) / Float(height)
      unsafe registers[Int(place)] = Code.Group(repeating: y)
    }
    var execution = unsafe Execution(
      code: code, pictures: pictures, registers: registers, rows: workspace.rows,
      planes: values.planes, planeStride: values.planeStride)
    if let failure = execution.run(code.row, groups: 1, budget: Code.sharedBudget) {
      return failure
    }
    execution.row = row
    let length = Code.blockGroups * 8
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: length) {
      if failure.isKnown { return nil }
      let end = min(start + length, columns.upperBound)
      let groups = (end - start + 7) / 8
      execution.columns = start..<end
      if let failure = execution.run(code.block, groups: groups) { return failure }
      let target = unsafe output + (start - columns.lowerBound) * bytesPerPixel
      unsafe store(registers, end - start, groups, target)
    }
    return nil
  }

  private func store(
    _ registers: UnsafeMutablePointer<Code.Group>, _ count: Int, _ groups: Int,
    _ output: UnsafeMutableRawPointer
  ) {
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
      let result = code.results[channel]
      var place = unsafe registers + Int(result.offset)
      if result.stride == 0, groups > 1 || channel == 3 {
        // What all pixels share is repeated, each channel in its part of a spare register.
        let copy = unsafe registers + Int(code.spare) + channel * Code.blockGroups
        for index in 0..<groups { unsafe copy[index] = place[0] }
        unsafe place = copy
      }
      return unsafe UnsafeMutableRawPointer(place).assumingMemoryBound(to: Float.self)
    }
    unsafe encoder.encode(
      Planes(red: plane(0), green: plane(1), blue: plane(2), alpha: plane(3)), count: count,
      into: output)
  }
}
