/// Pairs of neighbors among the texels of levels, or among sums of them: two for each point or row,
/// and how much is seen of each: as the part of its second one, or as two weights in the bits of a
/// part. They are stored by fours, each with a weight.
@unsafe struct TexelPairs {
  typealias Indices = SIMD4<UInt32>
  typealias Parts = SIMD4<Float>

  /// The most fours.
  static let limit = 24

  /// The indices of the first of each pair.
  private let first: UnsafeMutablePointer<Indices>
  private let second: UnsafeMutablePointer<Indices>
  private let firstPart: UnsafeMutablePointer<Parts>
  private let secondPart: UnsafeMutablePointer<Parts>
  private let weight: UnsafeMutablePointer<Float>

  static func allocate() -> TexelPairs {
    unsafe TexelPairs(
      first: .allocate(capacity: limit), second: .allocate(capacity: limit),
      firstPart: .allocate(capacity: limit), secondPart: .allocate(capacity: limit),
      weight: .allocate(capacity: limit))
  }

  func deallocate() {
    unsafe first.deallocate()
    unsafe second.deallocate()
    unsafe firstPart.deallocate()
    unsafe secondPart.deallocate()
    unsafe weight.deallocate()
  }

  @inline(__always)
  func store(
    _ first: Indices, _ second: Indices, _ firstPart: Parts, _ secondPart: Parts, weight: Float,
    at four: Int
  ) {
    unsafe self.first[four] = first
    unsafe self.second[four] = second
    unsafe self.firstPart[four] = firstPart
    unsafe self.secondPart[four] = secondPart
    unsafe self.weight[four] = weight
  }

  /// The sum of what some fours show.
  @inline(__always)
  func sum(
    fours: Int,
    _ shown: (_ first: Int, _ second: Int, _ firstPart: Float, _ secondPart: Float) -> Parts
  ) -> Parts {
    var sum = Parts(repeating: 0)
    for four in 0..<fours {
      var part = Parts(repeating: 0)
      for number in 4 &* four..<4 &* four &+ 4 {
        let (first, second, firstPart, secondPart) = unsafe self[number]
        part += shown(first, second, firstPart, secondPart)
      }
      sum += unsafe part * weight[four]
    }
    return sum
  }

  /// The pairs of one point or row.
  @inline(__always)
  private subscript(number: Int) -> (first: Int, second: Int, firstPart: Float, secondPart: Float) {
    let offset = 4 &* number
    @inline(__always) func index(_ base: UnsafeMutablePointer<Indices>) -> Int {
      unsafe Int(UnsafeRawPointer(base).load(fromByteOffset: offset, as: UInt32.self))
    }
    @inline(__always) func part(_ base: UnsafeMutablePointer<Parts>) -> Float {
      unsafe UnsafeRawPointer(base).load(fromByteOffset: offset, as: Float.self)
    }
    return unsafe (index(first), index(second), part(firstPart), part(secondPart))
  }
}
