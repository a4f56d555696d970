import TransitionKit

/// Executes instructions. The only file with addresses of registers: their places come from the
/// allocator, which has counted them.
@safe struct Execution {
  typealias Group = Code.Group
  typealias Registers = UnsafeMutablePointer<Group>
  private typealias Words = SIMD8<Int32>
  private typealias Mask = SIMDMask<SIMD8<Int32>>

  /// What ended an execution too early.
  enum Failure: Sendable {
    case iterations(SourcePosition)
    case budget(SourcePosition)
  }

  let code: Code
  let pictures: [PictureSampler]
  let registers: Registers
  let rows: PictureRows
  /// What has been worked out for the columns, each plane `planeStride` numbers.
  let planes: UnsafeMutablePointer<Float>?
  let planeStride: Int
  /// The pixels of the block: their columns and their row.
  var columns = 0..<0
  var row = 0
  private var counts: [Int]

  init(
    code: Code, pictures: [PictureSampler], registers: Registers, rows: PictureRows,
    planes: UnsafeMutablePointer<Float>?, planeStride: Int
  ) {
    self.code = code
    self.pictures = pictures
    unsafe self.registers = registers
    self.rows = rows
    unsafe self.planes = planes
    self.planeStride = planeStride
    counts = Array(repeating: 0, count: code.loops.count)
  }

  /// The result of an operation on single numbers.
  static func result(of operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
    unsafe withUnsafeTemporaryAllocation(of: Group.self, capacity: 4) { registers in
      guard let base = registers.baseAddress else { return 0 }
      for (index, bits) in [a, b, c, 0].enumerated() {
        unsafe (base + index).initialize(to: Group(repeating: Float(bitPattern: bits)))
      }
      unsafe perform(operation, base + 3, base, base + 1, base + 2, 0, 0, 0, 1)
      return unsafe base[3][0].bitPattern
    }
  }

  // MARK: Control

  /// Executes instructions for a number of groups, unless they cost more than a budget.
  mutating func run(
    _ instructions: [Code.Instruction], groups: Int, budget: Int = Code.blockBudget
  ) -> Failure? {
    var next = 0
    var left = budget
    var loop: Int?
    let count = instructions.count
    return unsafe instructions.withUnsafeBufferPointer { instructions in
      while next < count {
        let instruction = unsafe instructions[next]
        next &+= 1
        let length = instruction.isUniform ? 1 : groups
        left &-= Code.Instruction.overhead &+ length &* Int(instruction.cost)
        if left < 0 { return .budget(loop.map { code.loops[$0] } ?? code.position) }
        switch instruction.kind {
        case .operate:
          if instruction.operation.isPeriodic {
            left &-= hugeArguments(instruction, length) &* Operation.hugeArgumentCost
          }
          unsafe Self.perform(
            instruction.operation, registers + Int(instruction.result),
            registers + Int(instruction.a), registers + Int(instruction.b),
            registers + Int(instruction.c), Int(instruction.strideA), Int(instruction.strideB),
            Int(instruction.strideC), length)
        case .pick: pick(instruction, length)
        case .sample: sample(instruction, length)
        case .fetch: fetch(instruction)
        case .load: load(instruction, length)
        case .jump: next = Int(instruction.extra)
        case .jumpIfFalse:
          if unsafe registers[Int(instruction.a)][0].bitPattern == 0 {
            next = Int(instruction.extra)
          }
        case .jumpIfTrue:
          if unsafe registers[Int(instruction.a)][0].bitPattern != 0 {
            next = Int(instruction.extra)
          }
        case .jumpIfNone:
          if !isAny(instruction, groups) { next = Int(instruction.extra) }
        case .jumpIfAny:
          if isAny(instruction, groups) { next = Int(instruction.extra) }
        case .enter: counts[Int(instruction.extra)] = 0
        case .count:
          let number = Int(instruction.extra)
          loop = number
          counts[number] &+= 1
          if counts[number] > 65_536 { return .iterations(code.loops[number]) }
        case .label, .nothing: break
        }
      }
      return nil
    }
  }

  /// Whether a mask has any pixel.
  private func isAny(_ instruction: Code.Instruction, _ groups: Int) -> Bool {
    let mask = unsafe registers + Int(instruction.a)
    let stride = Int(instruction.strideA)
    var all = Words(repeating: 0)
    for index in 0..<(stride == 0 ? 1 : groups) {
      all |= unsafe unsafeBitCast(mask[index], to: Words.self)
    }
    return all.wrappedSumIsNotZero
  }

  /// The number of groups in which a number is so large that its sine takes long.
  private func hugeArguments(_ instruction: Code.Instruction, _ groups: Int) -> Int {
    var count = 0
    for group in 0..<groups {
      let x = unsafe registers[Int(instruction.a) &+ group &* Int(instruction.strideA)]
      if !all(ElementaryFunctions.isModerate(x)) { count &+= 1 }
    }
    return count
  }

  // MARK: Pictures

  private func planes(_ sample: Code.Sample) -> (Planes, ChannelSet) {
    var channels: ChannelSet = []
    for (index, color) in sample.colors.enumerated() where color >= 0 {
      channels.insert(ChannelSet(rawValue: 1 &<< UInt8(index)))
    }
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
      // Planes that are not wanted are not touched.
      let offset = max(Int(sample.colors[channel]), 0)
      return unsafe UnsafeMutableRawPointer(registers + offset).assumingMemoryBound(to: Float.self)
    }
    return unsafe (
      Planes(red: plane(0), green: plane(1), blue: plane(2), alpha: plane(3)), channels
    )
  }

  private func sample(_ instruction: Code.Instruction, _ groups: Int) {
    let sample = code.samples[Int(instruction.extra)]
    let (planes, channels) = unsafe planes(sample)
    func coordinates(
      _ offset: Int32, _ stride: Int32, scratch: Int
    ) -> UnsafePointer<Float> {
      var place = unsafe registers + Int(offset)
      if stride == 0, groups > 1 {
        // What all pixels share is repeated.
        let copy = unsafe registers + Int(code.scratch) + scratch * Code.blockGroups
        for index in 0..<groups { unsafe copy[index] = place[0] }
        unsafe place = copy
      }
      return unsafe UnsafePointer(
        UnsafeMutableRawPointer(place).assumingMemoryBound(to: Float.self))
    }
    let u = unsafe coordinates(instruction.a, instruction.strideA, scratch: 0)
    guard sample.picture < pictures.count else { return }
    let picture = pictures[sample.picture]
    let isPlaced = sample.previous.map { picture.hasShape(of: pictures[$0]) } ?? false
    if instruction.strideB == 0, !instruction.isUniform {
      // All in one row.
      let height = unsafe registers[Int(instruction.b)][0]
      return unsafe rows.sample(
        sample.picture, picture, u, height, channels, into: planes, groups: groups,
        isPlaced: isPlaced)
    }
    let v = unsafe coordinates(instruction.b, instruction.strideB, scratch: 1)
    unsafe picture.sample(
      u, v, channels, into: planes, count: groups * 8, places: rows.places, isPlaced: isPlaced)
  }

  private func load(_ instruction: Code.Instruction, _ groups: Int) {
    guard let planes = unsafe planes else { return }
    let offset: Int = Int(instruction.extra) &* planeStride &+ columns.lowerBound
    let source = unsafe UnsafeRawPointer(planes + offset)
    let target = unsafe UnsafeMutableRawPointer(registers + Int(instruction.result))
    unsafe target.copyMemory(from: source, byteCount: 32 &* groups)
  }

  private func fetch(_ instruction: Code.Instruction) {
    let sample = code.samples[Int(instruction.extra)]
    let (planes, channels) = unsafe planes(sample)
    guard sample.picture < pictures.count else { return }
    unsafe pictures[sample.picture].fetch(columns: columns, row: row, channels, into: planes)
    // The lanes after the last pixel do as that pixel does.
    let count = columns.count
    for channel in 0..<4 where sample.colors[channel] >= 0 {
      var lane = count
      while lane & 7 != 0 {
        unsafe planes[channel][lane] = planes[channel][count - 1]
        lane += 1
      }
    }
  }

  private func pick(_ instruction: Code.Instruction, _ groups: Int) {
    unsafe code.lists[Int(instruction.extra)].withUnsafeBufferPointer { list in
      let last = Int32(truncatingIfNeeded: list.count &- 1)
      for group in 0..<groups {
        let choice = unsafe unsafeBitCast(
          registers[Int(instruction.a) &+ group &* Int(instruction.strideA)], to: Words.self)
        var result = Group(repeating: 0)
        for lane in 0..<8 {
          let place = unsafe list[Int(min(max(choice[lane], 0), last))]
          result[lane] = unsafe registers[Int(place.offset) &+ group &* Int(place.stride)][lane]
        }
        unsafe registers[Int(instruction.result) &+ group] = result
      }
    }
  }

  // MARK: Operations

  @inline(__always)
  private static func bits(_ group: Group) -> Words { unsafe unsafeBitCast(group, to: Words.self) }
  @inline(__always)
  private static func group(_ bits: Words) -> Group { unsafe unsafeBitCast(bits, to: Group.self) }
  /// All ones where something is true.
  @inline(__always)
  private static func truth(_ mask: Mask) -> Group {
    group(Words(repeating: 0).replacing(with: -1, where: mask))
  }

  @inline(__always)
  private static func smaller(_ a: Group, _ b: Group) -> Group {
    a.replacing(with: b, where: b .< a).replacing(with: b, where: a .!= a)
  }

  @inline(__always)
  private static func larger(_ a: Group, _ b: Group) -> Group {
    a.replacing(with: b, where: a .< b).replacing(with: b, where: a .!= a)
  }

  /// Does an operation for each group; operands may be where the result is.
  static func perform(
    _ operation: Operation, _ d: Registers, _ a: Registers, _ b: Registers, _ c: Registers,
    _ i: Int, _ j: Int, _ k: Int, _ count: Int
  ) {
    @inline(__always) func unary(_ f: (Group) -> Group) {
      for n in 0..<count { unsafe d[n] = f(a[n &* i]) }
    }
    @inline(__always) func binary(_ f: (Group, Group) -> Group) {
      for n in 0..<count { unsafe d[n] = f(a[n &* i], b[n &* j]) }
    }
    @inline(__always) func ternary(_ f: (Group, Group, Group) -> Group) {
      for n in 0..<count { unsafe d[n] = f(a[n &* i], b[n &* j], c[n &* k]) }
    }
    typealias F = ElementaryFunctions
    let zero = Group(repeating: 0)
    switch operation {
    case .add: binary { $0 + $1 }
    case .subtract: binary { $0 - $1 }
    case .multiply: binary { $0 * $1 }
    case .divide: binary { $0 / $1 }
    case .minimum: binary { smaller($0, $1) }
    case .maximum: binary { larger($0, $1) }
    case .modulo: binary { F.mod($0, $1) }
    case .arcTangent2: binary { F.atan($0, $1) }
    case .power: binary { F.pow($0, $1) }
    case .negate: unary { group(bits($0) ^ Words(repeating: .min)) }
    case .absolute: unary { group(bits($0) & Words(repeating: .max)) }
    case .floor: unary { F.floor($0) }
    case .ceiling:
      unary { x in
        let down = F.floor(group(bits(x) ^ Words(repeating: .min)))
        return group(bits(down) ^ Words(repeating: .min))
      }
    case .fraction: unary { F.fract($0) }
    case .sign: unary { F.sign($0) }
    case .squareRoot: unary { F.sqrt($0) }
    case .inverseSquareRoot: unary { F.inversesqrt($0) }
    case .sine: unary { F.sin($0) }
    case .cosine: unary { F.cos($0) }
    case .tangent: unary { F.tan($0) }
    case .arcSine: unary { F.asin($0) }
    case .arcCosine: unary { F.acos($0) }
    case .arcTangent: unary { F.atan($0) }
    case .exponential: unary { F.exp($0) }
    case .logarithm: unary { F.log($0) }
    case .exponential2: unary { F.exp2($0) }
    case .logarithm2: unary { F.log2($0) }
    case .mix: ternary { $0 * (1 - $2) + $1 * $2 }
    case .clamp: ternary { smaller(larger($0, $1), $2) }
    case .multiplyAdd: ternary { $0 * $1 + $2 }
    case .equal: binary { truth($0 .== $1) }
    case .notEqual: binary { truth(.!($0 .== $1)) }
    case .less: binary { truth($0 .< $1) }
    case .lessOrEqual: binary { truth($0 .<= $1) }
    case .intAdd: binary { group(bits($0) &+ bits($1)) }
    case .intSubtract: binary { group(bits($0) &- bits($1)) }
    case .intMultiply: binary { group(bits($0) &* bits($1)) }
    case .intDivide: binary { quotient($0, $1) }
    case .intNegate: unary { group(0 &- bits($0)) }
    case .intEqual: binary { truth(bits($0) .== bits($1)) }
    case .intNotEqual: binary { truth(bits($0) .!= bits($1)) }
    case .intLess: binary { truth(bits($0) .< bits($1)) }
    case .intLessOrEqual: binary { truth(bits($0) .<= bits($1)) }
    case .and: binary { group(bits($0) & bits($1)) }
    case .or: binary { group(bits($0) | bits($1)) }
    case .exclusiveOr: binary { group(bits($0) ^ bits($1)) }
    case .not: unary { group(~bits($0)) }
    case .andNot: binary { group(bits($0) & ~bits($1)) }
    case .select:
      ternary { group((bits($0) & bits($1)) | (~bits($0) & bits($2))) }
    case .intToFloat: unary { Group(bits($0)) }
    case .floatToInt: unary { whole($0) }
    case .boolToFloat: unary { group(bits($0) & bits(zero + 1)) }
    case .boolToInt: unary { group(bits($0) & 1) }
    case .copy: unary { $0 }
    }
  }

  /// The quotients of integers, rounded towards 0; 0 where the divisor is 0.
  @inline(__always)
  private static func quotient(_ a: Group, _ b: Group) -> Group {
    let (a, b) = (bits(a), bits(b))
    var result = Words(repeating: 0)
    for lane in 0..<8 where b[lane] != 0 {
      result[lane] = a[lane].dividedReportingOverflow(by: b[lane]).partialValue
    }
    return group(result)
  }

  /// Floats as integers, rounded towards 0; the nearest integer if they are too large, 0 for NaN.
  @inline(__always)
  private static func whole(_ x: Group) -> Group {
    let size = group(bits(x) & Words(repeating: .max))
    guard all(size .< 0x1p22) else {
      var result = Words(repeating: 0)
      for lane in 0..<8 where x[lane] == x[lane] {
        let value = x[lane]
        result[lane] =
          value >= 0x1p31 ? .max : value <= -0x1p31 ? .min : Int32(value)
      }
      return group(result)
    }
    // Adding 2²³ leaves the nearest whole number in the low bits.
    let shifted = size + 0x1p23
    let nearest = shifted - 0x1p23
    var number = bits(shifted) & 0x7f_ffff
    number.replace(with: number &- 1, where: nearest .> size)
    number.replace(with: 0 &- number, where: x .< 0)
    return group(number)
  }
}

extension SIMD8<Int32> {
  /// Whether any bit is set.
  fileprivate var wrappedSumIsNotZero: Bool {
    let words = lowHalf | highHalf
    let half = words.lowHalf | words.highHalf
    return half.x | half.y != 0
  }
}
