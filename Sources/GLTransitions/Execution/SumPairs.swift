/// Pairs of neighbors among the sums of levels: two for each row of a disk, and how much is seen of
/// the second of each. They are stored by fours, each with a weight.
@unsafe struct SumPairs {
  typealias Indices = SIMD4<UInt32>
  typealias Parts = SIMD4<Float>

  /// The indices of the first of each pair.
  private let first: UnsafeMutablePointer<Indices>
  private let second: UnsafeMutablePointer<Indices>
  private let firstPart: UnsafeMutablePointer<Parts>
  private let secondPart: UnsafeMutablePointer<Parts>
  private let weight: UnsafeMutablePointer<Float>

  static func allocate(_ capacity: Int) -> SumPairs {
    unsafe SumPairs(
      first: .allocate(capacity: capacity), second: .allocate(capacity: capacity),
      firstPart: .allocate(capacity: capacity), secondPart: .allocate(capacity: capacity),
      weight: .allocate(capacity: capacity))
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
    _ shown: (
      _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>,
      _ firstParts: UnsafePointer<Float>, _ secondParts: UnsafePointer<Float>
    ) -> Parts
  ) -> Parts {
    @inline(__always) func scalars<T>(
      _ vectors: UnsafeMutablePointer<SIMD4<T>>, _ four: Int
    ) -> UnsafePointer<T> {
      unsafe UnsafeRawPointer(vectors + four).assumingMemoryBound(to: T.self)
    }
    var sum = Parts(repeating: 0)
    for four in 0..<fours {
      sum +=
        unsafe weight[four]
        * shown(
          scalars(first, four), scalars(second, four), scalars(firstPart, four),
          scalars(secondPart, four))
    }
    return sum
  }
}
