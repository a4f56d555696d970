/// What Netpbm's PAM files say of their samples.
///
/// ImageMagick 6 takes what is opaque for transparent where the largest sample is unusual, and guesses
/// where it is not told what the channels are.
struct PortableArbitraryMap: FormatHeader {
  private(set) var defect: String?

  static let signatures = [Array("P7".utf8)]

  /// The numbers of channels of the types of tuples.
  private static let depths = [
    "BLACKANDWHITE": 1, "GRAYSCALE": 1, "RGB": 3, "BLACKANDWHITE_ALPHA": 2, "GRAYSCALE_ALPHA": 2,
    "RGB_ALPHA": 4,
  ]

  init?(read: @escaping FileReader) {
    var lines = String(decoding: read(0, 4096), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).makeIterator()
    var values: [Substring: Substring] = [:]
    var isWhole = lines.next() == "P7"
    while isWhole, let line = lines.next(), line != "ENDHDR" {
      if line.hasPrefix("#") { continue }
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      isWhole = words.count == 2 && values.updateValue(words[1], forKey: words[0]) == nil
    }
    func number(_ key: Substring) -> Int? {
      values[key].flatMap { text in Int(text).flatMap { String($0) == text ? $0 : nil } }
    }
    guard isWhole, values.count == 5, let depth = number("DEPTH"), let maximum = number("MAXVAL"),
      values["TUPLTYPE"].map({ Self.depths[String($0)] == depth }) == true
    else {
      defect = "PAM is read only with a header as Netpbm writes it, and a TUPLTYPE of grey or RGB"
      return
    }
    if depth.isMultiple(of: 2), ![255, 65535].contains(maximum) {
      defect = "PAM with alpha is read with a MAXVAL of 255 or 65535"
    }
  }
}
