/// What one of Radiance's HDR files says of its picture and libvips does not heed.
struct RadianceHeader: FormatHeader {
  let defect: String?

  static let signatures = [Array("#?".utf8)]

  init?(read: FileReader) {
    let lines = read(0, 1 << 16).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    // An empty line ends the header; the size follows.
    guard let end = lines.firstIndex(of: ""), end + 1 < lines.count else { return nil }
    let axes = lines[end + 1].split(separator: " ").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    if lines[..<end].contains("FORMAT=32-bit_rle_xyze") {
      defect = "Radiance's format is read with RGB, and not with XYZ"
    } else if axes != ["-Y", "+X"] {
      defect = "Radiance's format is read only if its first pixel is the upper left one"
    } else {
      defect = nil
    }
  }
}
