/// What one of Radiance's HDR files says of its picture and libvips does not heed.
struct RadianceHeader: FormatHeader {
  private(set) var defect: String?

  static let signatures = [Array("#?".utf8)]

  init?(read: @escaping FileReader) {
    let lines = read(0, 1 << 16).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    // Others are left to ImageMagick, which takes half a file for a whole one.
    guard lines[0] == "#?RADIANCE" else {
      defect = "Radiance's format is read only if it begins with '#?RADIANCE'"
      return
    }
    // An empty line ends the header; the size follows.
    guard let end = lines.firstIndex(of: ""), end + 1 < lines.count,
      !lines[..<end].contains(where: { $0.contains("\r") || $0.contains("\0") })
    else {
      defect = "its header does not end as Radiance ends it"
      return
    }
    let formats = lines[..<end].filter { $0.hasPrefix("FORMAT") }
    if !formats.allSatisfy({ $0 == "FORMAT=32-bit_rle_rgbe" }) {
      defect = "Radiance's format is read with RGB: FORMAT=32-bit_rle_rgbe"
    } else if lines[end + 1].split(separator: " ").count != 4
      || !lines[end + 1].hasPrefix("-Y ") || !lines[end + 1].contains(" +X ")
    {
      defect = "Radiance's format is read only if its first pixel is the upper left one"
    }
  }
}
