/// What a TIFF file says of its first picture's samples and libvips does not pass on: TIFF 6.0 and
/// BigTIFF.
struct TIFFTags {
  /// What the samples are: 0 and 1 grey, 2 RGB, 3 a palette, 5 CMYK, 6 YCbCr, 8 CIE L*a*b*.
  private(set) var photometricInterpretation: Int?
  /// What the first channel beside the colors is: 1 alpha that colors are multiplied by, 2 alpha.
  private(set) var firstExtraSample: Int?

  /// Reads the first directory; `nil` if the bytes are not those of a TIFF file.
  ///
  /// - Parameter read: gives so many bytes from an offset, or fewer at the end of the file.
  init?(read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    let start = read(0, 16)
    guard start.count >= 8 else { return nil }
    let isLittle: Bool
    switch start[0..<2] {
    case [0x49, 0x49]: isLittle = true
    case [0x4D, 0x4D]: isLittle = false
    default: return nil
    }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    let version = number(start[2..<4])
    guard version == 42 || version == 43 && start.count == 16 else { return nil }
    let isBig = version == 43
    let (countBytes, entryBytes, valueOffset) = isBig ? (8, 20, 12) : (2, 12, 8)
    let offset = number(isBig ? start[8..<16] : start[4..<8])
    // No file is as long as numbers of 64 bits say; bit 63 is the sign here.
    guard (0..<1 << 48).contains(offset) else { return nil }
    let head = read(offset, countBytes)
    guard head.count == countBytes else { return nil }
    let count = min(max(0, number(head[...])), 65535)
    let directory = read(offset + countBytes, count * entryBytes)
    for entry in 0..<directory.count / entryBytes {
      let place = entry * entryBytes
      // The first of a tag's numbers, of 16 bits and in the entry itself.
      let value = number(directory[place + valueOffset..<place + valueOffset + 2])
      switch number(directory[place..<place + 2]) {
      case 262: photometricInterpretation = value
      case 338: firstExtraSample = value
      default: break
      }
    }
  }
}
