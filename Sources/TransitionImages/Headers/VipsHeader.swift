/// That a file is of libvips' own type, which keeps what the loader of another file has noted.
struct VipsHeader: FormatHeader {
  static let signatures: [[UInt8]] = [[0xB6, 0xA6, 0xF2, 0x08], [0x08, 0xF2, 0xA6, 0xB6]]

  init?(read: @escaping FileReader) {}

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    picture.forgetLoader()
    return picture
  }
}
