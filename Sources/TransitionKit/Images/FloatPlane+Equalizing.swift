extension FloatPlane {
  /// The plane with each number of 0...1 replaced by the share of numbers below it, so that all are
  /// spread evenly: its histogram equalized.
  func equalized() -> FloatPlane {
    let bins = 4096
    func bin(_ number: Float) -> Int { min(Int(number * Float(bins)), bins - 1) }
    var counts = [Int](repeating: 0, count: bins)
    // Some hundred rows tell how the numbers are distributed.
    for row in stride(from: 0, to: height, by: max(1, height / 256)) {
      for column in 0..<width { counts[bin(self[column, row])] += 1 }
    }
    let total = Float(counts.reduce(0, +))
    var sum = 0
    var shares: [Float] = [0]
    for count in counts {
      sum += count
      shares.append(Float(sum) / total)
    }
    return map { numbers in
      var equalized = Lanes()
      for place in 0..<4 {
        let bin = bin(numbers[place])
        let part = numbers[place] * Float(bins) - Float(bin)
        equalized[place] = shares[bin] + (shares[bin + 1] - shares[bin]) * part
      }
      return equalized
    }
  }
}
