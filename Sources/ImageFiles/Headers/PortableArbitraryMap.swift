/// What Netpbm's PAM files say of their samples.
struct PortableArbitraryMap: FormatHeader {
  let defect: String?

  static let signatures = [Array("P7\n".utf8)]

  init?(read: FileReader) {
    let header = String(decoding: read(0, 4096), as: UTF8.self)
      .split(whereSeparator: \.isNewline).prefix { $0 != "ENDHDR" }
      .map { $0.split(whereSeparator: \.isWhitespace) }
    func value(_ name: Substring) -> Substring? { header.first { $0.first == name }?.last }
    // ImageMagick 6 takes what is opaque for transparent.
    let isRight =
      !["2", "4"].contains(value("DEPTH")) || ["255", "65535"].contains(value("MAXVAL"))
    defect = isRight ? nil : "PAM with alpha is read with a MAXVAL of 255 or 65535"
  }
}
