internal import TransitionLocks

/// The memory in which one thread executes: registers, and rows of pictures.
@safe final class ExecutionState: @unchecked Sendable {
  let registers: UnsafeMutablePointer<Code.Vector>
  /// The iterations of each loop.
  let counts: UnsafeMutablePointer<Int>
  let rows = PictureRows()

  init(size: Int, loops: Int) {
    unsafe registers = .allocate(capacity: max(size, 1))
    unsafe registers.initialize(repeating: Code.Vector(repeating: 0), count: max(size, 1))
    unsafe counts = .allocate(capacity: max(loops, 1))
    unsafe counts.initialize(repeating: 0, count: max(loops, 1))
  }

  deinit {
    unsafe registers.deallocate()
    unsafe counts.deallocate()
  }
}

/// States that are free. Making one for each row took a quarter of the time.
final class ExecutionStatePool: Sendable {
  private let free = Monitor<[ExecutionState]>([])
  private let size: Int
  private let loops: Int

  init(_ code: Code) {
    size = code.size
    loops = code.loops.facts.count
  }

  /// Calls a function with a state that no other thread uses.
  func with<Result>(_ body: (ExecutionState) -> Result) -> Result {
    let state = free.withLock { $0.popLast() } ?? ExecutionState(size: size, loops: loops)
    defer { free.withLock { $0.append(state) } }
    return body(state)
  }
}
