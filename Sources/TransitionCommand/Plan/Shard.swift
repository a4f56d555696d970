/// One of equal parts of a list of frames, for one of many machines.
struct Shard: Hashable {
  /// Which part, from 1.
  let index: Int
  /// The number of parts.
  let count: Int

  /// Reads `K/N`.
  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...1_000_000_000).contains(count), (1...count).contains(index)
    else {
      throw .usage("--shard: '\(text)' is not K/N with K from 1 to N, such as 2/8")
    }
    self.index = index
    self.count = count
  }

  /// The part's positions in a list: those of all parts are the whole list, none of them twice,
  /// and their numbers differ by one at most.
  func positions(of length: Int) -> Range<Int> {
    (index - 1) * length / count..<index * length / count
  }
}
