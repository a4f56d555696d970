/// One of equal parts of a list of frames, for one of many machines.
struct Shard: Hashable, Sendable {
  /// Which part, from 1.
  let index: Int
  let count: Int

  static let whole = Shard(index: 1, count: 1)

  /// The part's positions in a list: those of all parts are the whole list, none of them twice,
  /// and their numbers differ by one at most.
  func positions(of length: Int) -> Range<Int> {
    (index - 1) * length / count..<index * length / count
  }
}

extension ValueReader<Shard> {
  /// `K/N`.
  static var shard: ValueReader {
    ValueReader(
      placeholder: "K/N",
      read: { text, option throws(Failure) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1],
          (1...1_000_000_000).contains(count), (1...count).contains(index)
        else {
          throw .usage("\(option): '\(text)' is not K/N with K from 1 to N, such as 2/8")
        }
        return Shard(index: index, count: count)
      }, text: { "\($0.index)/\($0.count)" })
  }
}
