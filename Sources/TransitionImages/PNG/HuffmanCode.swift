/// A canonical prefix code as Deflate has it (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The bits of each symbol's code; 0 for symbols that do not occur.
  private(set) var lengths: [UInt8]
  /// Each symbol's code, its first bit lowest, as Deflate stores it.
  private(set) var codes: [UInt16]

  /// Makes a code of at most `limit` bits for symbols that occur as often as `counts` says, at
  /// least two of them at all: short for the frequent ones.
  init(counts: [UInt32], limit: Int) {
    // The rarest first, which gets the longest code.
    let symbols = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    var weights = symbols.map { Int(counts[$0]) }
    var depths = Self.depths(weights)
    while depths[0] > limit {
      // The nearer the weights come to each other, the nearer do the lengths.
      weights = weights.map { ($0 + 1) / 2 }
      depths = Self.depths(weights)
    }
    lengths = Array(repeating: 0, count: counts.count)
    for (symbol, depth) in zip(symbols, depths) { lengths[symbol] = UInt8(depth) }
    codes = Array(repeating: 0, count: counts.count)
    var code = 0
    for length in 1...limit {
      for symbol in counts.indices where lengths[symbol] == length {
        codes[symbol] = UInt16(code)
        // One more, counted from the highest bit downward.
        var bit = 1 << (length - 1)
        while code & bit != 0 { (code, bit) = (code ^ bit, bit >> 1) }
        code |= bit
      }
    }
  }

  /// The depths of the leaves of Huffman's tree, for weights in ascending order.
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
}
