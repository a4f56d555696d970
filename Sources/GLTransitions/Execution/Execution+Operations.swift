/// The operations on vectors.
extension Execution {
  private typealias Words = SIMD8<Int32>
  private typealias Mask = SIMDMask<SIMD8<Int32>>

  /// The result of an operation on single numbers.
  static func result(of operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
    unsafe withUnsafeTemporaryAllocation(of: Vector.self, capacity: 4) { registers in
      guard let base = registers.baseAddress else { return 0 }
      for (index, bits) in [a, b, c, 0].enumerated() {
        unsafe (base + index).initialize(to: Vector(repeating: Float(bitPattern: bits)))
      }
      unsafe perform(operation, base + 3, base, base + 1, base + 2, 0, 0, 0, 1)
      return unsafe base[3][0].bitPattern
    }
  }

  @inline(__always)
  private static func bits(_ vector: Vector) -> Words {
    unsafe unsafeBitCast(vector, to: Words.self)
  }
  @inline(__always)
  private static func vector(_ bits: Words) -> Vector {
    unsafe unsafeBitCast(bits, to: Vector.self)
  }
  /// All ones where something is true.
  @inline(__always)
  private static func truth(_ mask: Mask) -> Vector {
    vector(Words(repeating: 0).replacing(with: -1, where: mask))
  }

  @inline(__always)
  private static func smaller(_ a: Vector, _ b: Vector) -> Vector {
    a.replacing(with: b, where: b .< a).replacing(with: b, where: a .!= a)
  }

  @inline(__always)
  private static func larger(_ a: Vector, _ b: Vector) -> Vector {
    a.replacing(with: b, where: a .< b).replacing(with: b, where: a .!= a)
  }

  @inline(__always)
  private static func mixed(_ a: Vector, _ b: Vector, _ share: Vector) -> Vector {
    a * (1 - share) + b * share
  }

  @inline(__always)
  private static func selected(_ mask: Vector, _ a: Vector, _ b: Vector) -> Vector {
    vector((bits(mask) & bits(a)) | (~bits(mask) & bits(b)))
  }

  @inline(__always)
  private static func ceiling(_ x: Vector) -> Vector {
    let down = ElementaryFunctions.floor(vector(bits(x) ^ Words(repeating: .min)))
    return vector(bits(down) ^ Words(repeating: .min))
  }

  /// Applies an operation to vectors; the result may overwrite operands.
  ///
  /// Not inlined: in the loop over instructions, the operations would be calls for each vector,
  /// which took a sixth more time.
  @inline(never)
  static func perform(
    _ operation: Operation, _ d: Registers, _ a: Registers, _ b: Registers, _ c: Registers,
    _ i: Int, _ j: Int, _ k: Int, _ count: Int
  ) {
    @inline(__always) func unary(_ f: (Vector) -> Vector) {
      for n in 0..<count { unsafe d[n] = f(a[n &* i]) }
    }
    @inline(__always) func binary(_ f: (Vector, Vector) -> Vector) {
      for n in 0..<count { unsafe d[n] = f(a[n &* i], b[n &* j]) }
    }
    // Loops in the cases below are for closures that the compiler would call for each vector.
    typealias F = ElementaryFunctions
    let zero = Vector(repeating: 0)
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
    case .negate: unary { vector(bits($0) ^ Words(repeating: .min)) }
    case .absolute: unary { vector(bits($0) & Words(repeating: .max)) }
    case .floor: unary { F.floor($0) }
    case .ceiling: for n in 0..<count { unsafe d[n] = ceiling(a[n &* i]) }
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
    case .mix: for n in 0..<count { unsafe d[n] = mixed(a[n &* i], b[n &* j], c[n &* k]) }
    case .clamp:
      for n in 0..<count { unsafe d[n] = smaller(larger(a[n &* i], b[n &* j]), c[n &* k]) }
    case .multiplyAdd: for n in 0..<count { unsafe d[n] = a[n &* i] * b[n &* j] + c[n &* k] }
    case .equal: binary { truth($0 .== $1) }
    case .notEqual: binary { truth(.!($0 .== $1)) }
    case .less: binary { truth($0 .< $1) }
    case .lessOrEqual: binary { truth($0 .<= $1) }
    case .intAdd: binary { vector(bits($0) &+ bits($1)) }
    case .intSubtract: binary { vector(bits($0) &- bits($1)) }
    case .intMultiply: binary { vector(bits($0) &* bits($1)) }
    case .intDivide: binary { quotient($0, $1) }
    case .intNegate: unary { vector(0 &- bits($0)) }
    case .intEqual: binary { truth(bits($0) .== bits($1)) }
    case .intNotEqual: binary { truth(bits($0) .!= bits($1)) }
    case .intLess: binary { truth(bits($0) .< bits($1)) }
    case .intLessOrEqual: binary { truth(bits($0) .<= bits($1)) }
    case .and: binary { vector(bits($0) & bits($1)) }
    case .or: binary { vector(bits($0) | bits($1)) }
    case .exclusiveOr: binary { vector(bits($0) ^ bits($1)) }
    case .not: unary { vector(~bits($0)) }
    case .andNot: for n in 0..<count { unsafe d[n] = vector(bits(a[n &* i]) & ~bits(b[n &* j])) }
    case .select: for n in 0..<count { unsafe d[n] = selected(a[n &* i], b[n &* j], c[n &* k]) }
    case .intToFloat: unary { Vector(bits($0)) }
    case .floatToInt: unary { whole($0) }
    case .boolToFloat: unary { vector(bits($0) & bits(zero + 1)) }
    case .boolToInt: unary { vector(bits($0) & 1) }
    case .copy: unary { $0 }
    }
  }

  /// The quotients of integers, rounded towards 0; 0 where the divisor is 0.
  @inline(__always)
  private static func quotient(_ a: Vector, _ b: Vector) -> Vector {
    let (a, b) = (bits(a), bits(b))
    var result = Words(repeating: 0)
    for lane in 0..<8 where b[lane] != 0 {
      result[lane] = a[lane].dividedReportingOverflow(by: b[lane]).partialValue
    }
    return vector(result)
  }

  /// Floats as integers, rounded towards 0; the nearest integer if they are too large, 0 for NaN.
  @inline(__always)
  private static func whole(_ x: Vector) -> Vector {
    let size = vector(bits(x) & Words(repeating: .max))
    guard all(size .< 0x1p22) else {
      var result = Words(repeating: 0)
      for lane in 0..<8 where x[lane] == x[lane] {
        let value = x[lane]
        result[lane] =
          value >= 0x1p31 ? .max : value <= -0x1p31 ? .min : Int32(value)
      }
      return vector(result)
    }
    var number = bits(size.wholeBelow + Rounding.bias) & 0x7f_ffff
    number.replace(with: 0 &- number, where: x .< 0)
    return vector(number)
  }
}
