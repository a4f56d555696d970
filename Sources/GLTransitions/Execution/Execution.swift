import TransitionKit

/// Executes code. Works with addresses of registers: their offsets come from the allocator, which
/// has counted them.
@safe struct Execution {
  typealias Vector = Code.Vector
  typealias Instruction = GLTransitions.Instruction<Code.Operand>
  typealias Registers = UnsafeMutablePointer<Vector>

  /// Too many iterations of a loop, or too many operations, and where.
  enum Failure: Sendable {
    case iterations(SourcePosition)
    case budget(SourcePosition)
  }

  let code: Code
  let pictures: [PictureSampler]
  /// The levels of the pictures, if the program asks for them.
  let levels: [PictureLevels]
  let registers: Registers
  private let counts: UnsafeMutablePointer<Int>
  let rows: PictureRows
  /// The values of the columns, each plane `planeStride` numbers.
  let planes: UnsafeMutablePointer<Float>?
  let planeStride: Int
  /// The pixels of the block: their columns and their row.
  var columns = 0..<0
  var row = 0

  init(
    code: Code, pictures: [PictureSampler], levels: [PictureLevels], state: ExecutionState,
    planes: UnsafeMutablePointer<Float>?, planeStride: Int
  ) {
    self.code = code
    self.pictures = pictures
    self.levels = levels
    unsafe registers = state.registers
    unsafe counts = state.counts
    rows = state.rows
    unsafe self.planes = planes
    self.planeStride = planeStride
  }

  // MARK: Control

  /// Executes instructions for a number of vectors, unless they cost more than a budget.
  func run(
    _ instructions: [Instruction], vectors: Int, budget: Int = Code.blockBudget
  ) -> Failure? {
    var next = 0
    var left = budget
    var loop: Handle<Graph.Loop>?
    let count = instructions.count
    return unsafe instructions.withUnsafeBufferPointer { instructions in
      while next < count {
        let instruction = unsafe instructions[next]
        next &+= 1
        let length = instruction.isUniform ? 1 : vectors
        // A narrow block counts as a whole one, so that the limit is that of a pixel in each frame.
        let counted = instruction.isUniform ? 1 : Code.vectorsPerBlock
        left &-= Instruction.overhead &+ counted &* Int(instruction.cost)
        if left < 0 { return .budget(loop.map { code.loops[$0] } ?? code.position) }
        switch instruction.kind {
        case .operate(let operation):
          if operation.isPeriodic {
            left &-=
              hugeArguments(instruction, length) &* Operation.hugeArgumentCost &* counted / length
          }
          unsafe Self.perform(
            operation, registers + Int(instruction.result.offset),
            registers + Int(instruction.a.offset), registers + Int(instruction.b.offset),
            registers + Int(instruction.c.offset), Int(instruction.a.stride),
            Int(instruction.b.stride), Int(instruction.c.stride), length)
        case .pick(let list): pick(list, instruction, length)
        case .sample(let number): sample(number, instruction, length)
        case .fetch(let number): fetch(number)
        case .load(let plane): load(plane, instruction, length)
        case .jump(let condition, let label):
          if holds(condition, instruction.a, vectors) { next = Int(label.number) }
        case .enter(let number): unsafe counts[Int(number.index)] = 0
        case .count(let number):
          loop = number
          unsafe counts[Int(number.index)] &+= 1
          if unsafe counts[Int(number.index)] > 65_536 { return .iterations(code.loops[number]) }
        case .label, .nothing: break
        }
      }
      return nil
    }
  }

  @inline(__always)
  private func holds(
    _ condition: InstructionKind.Condition, _ operand: Code.Operand, _ vectors: Int
  ) -> Bool {
    switch condition {
    case .always: true
    case .ifFalse: unsafe registers[Int(operand.offset)][0].bitPattern == 0
    case .ifTrue: unsafe registers[Int(operand.offset)][0].bitPattern != 0
    case .ifNone: !isAny(operand, vectors)
    case .ifAny: isAny(operand, vectors)
    }
  }

  /// Whether a mask has any pixel.
  private func isAny(_ operand: Code.Operand, _ vectors: Int) -> Bool {
    let mask = unsafe registers + Int(operand.offset)
    var all = SIMD8<Int32>(repeating: 0)
    for index in 0..<(operand.stride == 0 ? 1 : vectors) {
      all |= unsafe unsafeBitCast(mask[index], to: SIMD8<Int32>.self)
    }
    return all.hasBits
  }

  /// The number of vectors in which a number is so large that its sine takes long.
  private func hugeArguments(_ instruction: Instruction, _ vectors: Int) -> Int {
    let (offset, stride) = (Int(instruction.a.offset), Int(instruction.a.stride))
    var count = 0
    for index in 0..<vectors {
      let x = unsafe registers[offset &+ index &* stride]
      if !all(ElementaryFunctions.isModerate(x)) { count &+= 1 }
    }
    return count
  }

  // MARK: Pictures

  private func planes(_ sample: SampleColors<Code.Operand>) -> (Planes, ChannelSet) {
    var channels: ChannelSet = []
    for (channel, color) in sample.colors.enumerated() where !color.isNone {
      channels.insert(ChannelSet(channel))
    }
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
      // Planes that are not wanted are not touched.
      let offset = max(Int(sample.colors[channel].offset), 0)
      return unsafe UnsafeMutableRawPointer(registers + offset).assumingMemoryBound(to: Float.self)
    }
    return unsafe (
      Planes(red: plane(0), green: plane(1), blue: plane(2), alpha: plane(3)), channels
    )
  }

  private func sample(
    _ number: Handle<Graph.Sample>, _ instruction: Instruction, _ vectors: Int
  ) {
    let sample = code.samples[number]
    let (planes, channels) = unsafe planes(sample)
    guard sample.picture < pictures.count else { return }
    switch sample.kind {
    case .point: unsafe samplePoints(sample, instruction, channels, into: planes, vectors)
    case .level:
      let (x, y) = (sample.operands[0], sample.operands[1])
      let isRow = y.stride == 0 && !instruction.isUniform
      let u = unsafe coordinates(x, 0, vectors)
      unsafe sampleLevels(
        of: sample.picture, sample.operands[2], channels, into: planes, vectors
      ) { sampler, number, planes, run in
        let first = run.lowerBound * 8
        let planes = unsafe planes.advanced(by: first)
        if isRow {
          let height = unsafe registers[Int(y.offset)][0]
          unsafe rows.sample(
            number, sampler, u + first, height, channels, into: planes, vectors: run.count,
            isLocated: false)
        } else {
          unsafe sampler.sample(
            u + first, coordinates(y, 1, vectors) + first, channels, into: planes,
            count: run.count * 8, footprints: rows.footprints)
        }
      }
    case .curve: unsafe sampleCurves(sample, channels, into: planes, vectors)
    case .disk: unsafe sampleDisks(sample, channels, into: planes, vectors)
    case .row:
      let ends = unsafe (
        coordinates(sample.operands[0], 0, vectors), coordinates(sample.operands[1], 1, vectors)
      )
      let height = unsafe registers[Int(sample.operands[2].offset)][0]
      unsafe rows.means.sample(
        sample.picture, pictures[sample.picture], ends, height, channels, into: planes,
        count: vectors * 8, of: rows)
    }
  }

  /// The numbers of an operand, one for each pixel.
  private func coordinates(
    _ operand: Code.Operand, _ axis: Int, _ vectors: Int
  ) -> UnsafePointer<Float> {
    let copy = Int(code.coordinateCopies) + axis * Code.vectorsPerBlock
    return unsafe UnsafePointer(
      registers.lanes(of: operand, vectors, copy: operand.stride == 0 && vectors > 1 ? copy : nil)
    )
  }

  /// Samples a picture itself.
  private func samplePoints(
    _ sample: SampleColors<Code.Operand>, _ instruction: Instruction, _ channels: ChannelSet,
    into planes: Planes, _ vectors: Int
  ) {
    let picture = pictures[sample.picture]
    let isLocated = sample.previous.map { picture.hasShape(of: pictures[$0]) } ?? false
    let u = unsafe coordinates(sample.operands[0], 0, vectors)
    if sample.operands[1].stride == 0, !instruction.isUniform {
      // All in one row.
      let height = unsafe registers[Int(sample.operands[1].offset)][0]
      return unsafe rows.sample(
        sample.picture, picture, u, height, channels, into: planes, vectors: vectors,
        isLocated: isLocated)
    }
    let v = unsafe coordinates(sample.operands[1], 1, vectors)
    unsafe picture.sample(
      u, v, channels, into: planes, count: vectors * 8, footprints: rows.footprints,
      isLocated: isLocated)
  }

  /// Samples the levels of a picture around those that an operand names, and mixes them.
  ///
  /// Neighbors mostly need the same levels: vectors are sampled in runs of these. The planes may be
  /// where the coordinates and the levels are, so that nothing is stored there before it is read.
  private func sampleLevels(
    of picture: Int, _ level: Code.Operand, _ channels: ChannelSet, into planes: Planes,
    _ vectors: Int,
    _ sample: (_ sampler: PictureSampler, _ number: Int, Planes, _ vectors: Range<Int>) -> Void
  ) {
    let samplers = levels[picture].samplers
    let last = Float(samplers.count - 1)
    let shared = level.stride == 0
    @inline(__always) func limited(_ index: Int) -> Vector {
      let level = unsafe registers[Int(level.offset) &+ (shared ? 0 : index)]
      let low = Vector(repeating: 0).replacing(with: level, where: level .> 0)
      return low.replacing(with: last, where: low .> last)
    }
    func needed(_ index: Int) -> ClosedRange<Int> {
      let level = limited(index)
      return Int(level.min())...Int(level.max().rounded(.up))
    }
    var start = 0
    var numbers = needed(0)
    while start < vectors {
      var end = start + 1
      var next = numbers
      while end < vectors {
        if !shared { next = needed(end) }
        if next != numbers { break }
        end += 1
      }
      let run = start..<end
      // The rows of a level are another picture's.
      if numbers.count == 1 {
        let number = numbers.lowerBound
        unsafe sample(samplers[number], picture + 64 * number, planes, run)
      } else {
        let (sum, one) = unsafe (rows.scratch(0), rows.scratch(1))
        for number in numbers {
          unsafe sample(samplers[number], picture + 64 * number, one, run)
          for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
            let mixed = unsafe UnsafeMutableRawPointer(sum[channel])
            let added = unsafe UnsafeRawPointer(one[channel])
            for index in run {
              let away = limited(index) - Float(number)
              let near = 1 - away.replacing(with: -away, where: away .< 0)
              let weight = Vector(repeating: 0).replacing(with: near, where: near .> 0)
              let offset = 32 &* index
              let part = unsafe added.load(fromByteOffset: offset, as: Vector.self) * weight
              let before =
                number == numbers.lowerBound
                ? Vector(repeating: 0)
                : unsafe mixed.load(fromByteOffset: offset, as: Vector.self)
              unsafe mixed.storeBytes(of: before + part, toByteOffset: offset, as: Vector.self)
            }
          }
        }
        for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
          let (offset, count) = (32 &* start, 32 &* run.count)
          unsafe (UnsafeMutableRawPointer(planes[channel]) + offset)
            .copyMemory(from: UnsafeRawPointer(sum[channel]) + offset, byteCount: count)
        }
      }
      (start, numbers) = (end, next)
    }
  }

  private func load(_ plane: Int32, _ instruction: Instruction, _ vectors: Int) {
    guard let planes = unsafe planes else { return }
    let offset: Int = Int(plane) &* planeStride &+ columns.lowerBound
    let source = unsafe UnsafeRawPointer(planes + offset)
    let target = unsafe UnsafeMutableRawPointer(registers + Int(instruction.result.offset))
    unsafe target.copyMemory(from: source, byteCount: 32 &* vectors)
  }

  private func fetch(_ number: Handle<Graph.Sample>) {
    let sample = code.samples[number]
    let (planes, channels) = unsafe planes(sample)
    guard sample.picture < pictures.count else { return }
    unsafe pictures[sample.picture].fetch(columns: columns, row: row, channels, into: planes)
    // The lanes after the last pixel repeat it.
    let count = columns.count
    for channel in 0..<4 where !sample.colors[channel].isNone {
      var lane = count
      while lane & 7 != 0 {
        unsafe planes[channel][lane] = planes[channel][count - 1]
        lane += 1
      }
    }
  }

  private func pick(_ list: Handle<[Value]>, _ instruction: Instruction, _ vectors: Int) {
    let (index, result) = (instruction.a, Int(instruction.result.offset))
    unsafe code.lists[list].withUnsafeBufferPointer { list in
      let last = Int32(truncatingIfNeeded: list.count &- 1)
      for vector in 0..<vectors {
        let choice = unsafe unsafeBitCast(
          registers[Int(index.offset) &+ vector &* Int(index.stride)], to: SIMD8<Int32>.self)
        var picked = Vector(repeating: 0)
        for lane in 0..<8 {
          let element = unsafe list[Int(min(max(choice[lane], 0), last))]
          picked[lane] =
            unsafe registers[Int(element.offset) &+ vector &* Int(element.stride)][lane]
        }
        unsafe registers[result &+ vector] = picked
      }
    }
  }
}

extension Execution.Registers {
  /// The numbers of an operand, one for each lane of some vectors: those of a shared one are
  /// repeated at an offset.
  func lanes(
    of operand: Code.Operand, _ vectors: Int, copy: Int?
  ) -> UnsafeMutablePointer<Float> {
    var source = unsafe self + Int(operand.offset)
    if let copy {
      let target = unsafe self + copy
      for index in 0..<vectors { unsafe target[index] = source[0] }
      unsafe source = target
    }
    return unsafe UnsafeMutableRawPointer(source).assumingMemoryBound(to: Float.self)
  }
}

extension SIMD8<Int32> {
  /// Whether any bit is set.
  fileprivate var hasBits: Bool {
    let words = lowHalf | highHalf
    let half = words.lowHalf | words.highHalf
    return half.x | half.y != 0
  }
}

extension SIMDMask<SIMD8<Int32>> {
  /// Whether any lane is true.
  @inline(__always)
  var isAny: Bool { unsafe unsafeBitCast(self, to: SIMD8<Int32>.self).hasBits }
}
