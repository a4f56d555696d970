/// A canonical prefix code as Deflate has it (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The bits of each symbol's code; 0 for symbols that do not occur.
  private(set) var lengths: [UInt8]
  /// Each symbol's code, its first bit lowest, as Deflate stores it.
  private(set) var codes: [UInt16]

  /// Makes a code that is short for frequent symbols.
  ///
  /// - Parameters:
  ///   - counts: how often each symbol occurs; at least two of them do.
  ///   - limit: the bits that a code may have.
  init(counts: [UInt32], limit: Int) {
    let symbols = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    let tally = Self.tally(symbols.map { Int(counts[$0]) }, limit: limit)
    lengths = Array(repeating: 0, count: counts.count)
    var next = 0
    for length in stride(from: limit, to: 0, by: -1) {
      for symbol in symbols[next..<next + tally[length]] { lengths[symbol] = UInt8(length) }
      next += tally[length]
    }
    codes = Array(repeating: 0, count: counts.count)
    var code = 0
    for length in 1...limit {
      code <<= 1
      for symbol in counts.indices where lengths[symbol] == length {
        codes[symbol] = Self.reversed(code, length)
        code += 1
      }
    }
  }

  /// How many codes have each length, for weights in ascending order.
  private static func tally(_ weights: [Int], limit: Int) -> [Int] {
    var tally = Array(repeating: 0, count: limit + 1)
    for depth in depths(weights) { tally[min(depth, limit)] += 1 }
    // Codes cut to the limit are too many: lengthen shorter ones until the code is complete.
    var excess = (1...limit).reduce(0) { $0 + tally[$1] << (limit - $1) } - 1 << limit
    while excess > 0, let length = (1..<limit).last(where: { tally[$0] > 0 }) {
      tally[length] -= 1
      tally[length + 1] += 2
      tally[limit] -= 1
      excess -= 1
    }
    return tally
  }

  /// The depths of the leaves of Huffman's tree.
  private static func depths(_ weights: [Int]) -> [Int] {
    let leaves = weights.count
    // Nodes come into being in the order of their weights: the two lightest of all are always at
    // the front of the leaves or of the nodes.
    var nodes = weights
    var parents: [Int] = Array(repeating: 0, count: 2 * leaves - 1)
    var (leaf, node) = (0, leaves)
    while nodes.count < 2 * leaves - 1 {
      var weight = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (node == nodes.count || nodes[leaf] <= nodes[node])
        let lightest = takesLeaf ? leaf : node
        if takesLeaf { leaf += 1 } else { node += 1 }
        weight += nodes[lightest]
        parents[lightest] = nodes.count
      }
      nodes.append(weight)
    }
    var depths = Array(repeating: 0, count: nodes.count)
    for i in depths.indices.dropLast().reversed() { depths[i] = depths[parents[i]] + 1 }
    return Array(depths[..<leaves])
  }

  private static func reversed(_ code: Int, _ length: Int) -> UInt16 {
    var (code, reversed) = (code, 0)
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    return UInt16(reversed)
  }
}
