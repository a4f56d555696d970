extension [UInt8] {
  /// The mean of all bytes; 0 without any.
  public var mean: Double {
    Double(reduce(0) { $0 + Int($1) }) / Double(Swift.max(count, 1))
  }

  /// The mean of how far bytes are from those of another array of the same size.
  public func meanDifference(from other: [UInt8]) -> Double {
    let sum = zip(self, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(Swift.max(count, 1))
  }
}
