/// The header of one of Radiance's HDR files: lines of text, an empty one, and the size.
///
///     #?RADIANCE
///     FORMAT=32-bit_rle_rgbe
///
///     -Y 21 +X 33
///
/// libvips 8.14 takes XYZ for RGB, and reads the sides of the size without their order and signs,
/// which tell how the picture is turned.
struct RadianceHeader: FormatHeader {
  private(set) var defect: String?

  init?(read: @escaping FileReader) {
    let lines = read(0, 1 << 16).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    // libvips also takes "\r" for an empty line, and a zero for the end of one.
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
