/// An option in a line of ffmpeg's help: `  -movflags  <flags>  E.......... MOV muxer flags`.
struct ListedOption {
  let name: String
  /// Whether its type is told; that of the program's own options is not.
  let hasType: Bool
  /// Whether it is for what writes or encodes.
  let isForWriting: Bool

  /// Reads a line; `nil` if it is that of no option. There may be 15,000 of them, for which a
  /// pattern would take more than a second.
  init?(_ line: Substring) {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard let first = words.first, first.first == UInt8(ascii: "-") else { return nil }
    let name = first.dropFirst().prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "[") }
    self.name = String(Substring(name))
    hasType = words.count > 1 && words[1].first == UInt8(ascii: "<")
    isForWriting = hasType && words.count > 2 && words[2].first == UInt8(ascii: "E")
  }
}
