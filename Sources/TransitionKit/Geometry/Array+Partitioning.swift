extension Array {
  /// Where an array's second part begins: the index of the first element of which a condition is
  /// true, as it is of all after it; `count` if it is true of none. The search is binary.
  @inlinable
  package func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
