/// What a JPEG 2000 file says of its samples and libvips does not pass on: ISO/IEC 15444-1.
struct JPEG2000Header: FormatHeader {
  /// The numbers of bits of the channels' samples.
  private let depths: Set<Int>

  static let signatures: [[UInt8]] = [
    [0xFF, 0x4F, 0xFF, 0x51],
    [0, 0, 0, 0x0C] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A],
  ]

  init?(read: FileReader) {
    let isCodestream = read(0, 4) == Self.signatures[0]
    guard let start = isCodestream ? 0 : ISOBoxes.first(of: ["jp2c"], read)?.content else {
      return nil
    }
    let head = read(start, 42)
    guard head.count == 42, head.starts(with: Self.signatures[0]) else { return nil }
    let channels = Int(head[40]) << 8 | Int(head[41])
    // The depth of a channel less one, and how far its samples are apart, which is two bytes.
    let sizes = read(start + 42, 3 * channels)
    depths = Set(stride(from: 0, to: sizes.count, by: 3).map { Int(sizes[$0] & 0x7F) + 1 })
  }

  func defect(of picture: Picture) -> String? {
    depths.count > 1 ? "JPEG 2000 whose channels have different depths is not read" : nil
  }

  // libvips moves samples up to the highest of 8 or 16 bits.
  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    if let depth = depths.first { picture.note(bitsPerSample: depth) }
    return picture
  }
}
