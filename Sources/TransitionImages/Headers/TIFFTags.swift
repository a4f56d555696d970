internal import TransitionVips

/// What a TIFF file says of its first picture's samples and libvips does not pass on: TIFF 6.0 and
/// BigTIFF.
struct TIFFTags: FormatHeader {
  /// What the samples are: 0 and 1 grey, 2 RGB, 3 a palette, 5 CMYK, 6 YCbCr, 8 CIE L*a*b*.
  private(set) var photometricInterpretation: Int?
  /// How the samples are packed: 1 not at all, 7 as JPEG.
  private(set) var compression: Int?
  /// What the first channel beside the colors is: 1 alpha that colors are multiplied by, 2 alpha.
  private(set) var firstExtraSample: Int?

  static let signatures: [[UInt8]] = [[0x49, 0x49], [0x4D, 0x4D]]

  // Reads the first directory.
  init?(read: @escaping FileReader) {
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
      let tag = number(directory[place..<place + 2])
      guard [259, 262, 338].contains(tag) else { continue }
      // The first of a tag's numbers: integers of 8, 16, 32 or 64 bits, with a sign or without, in the
      // entry if all fit there.
      let sizes = [1: 1, 6: 1, 3: 2, 8: 2, 4: 4, 9: 4, 16: 8, 17: 8]
      guard let size = sizes[number(directory[place + 2..<place + 4])] else { continue }
      let count = number(directory[place + 4..<place + valueOffset])
      let field = directory[place + valueOffset..<place + entryBytes]
      let isInEntry = count >= 1 && count <= field.count / size
      let offset = number(field)
      guard isInEntry || (0..<1 << 48).contains(offset) else { continue }
      let bytes = isInEntry ? Array(field.prefix(size)) : read(offset, size)
      guard bytes.count == size else { continue }
      let value = number(bytes[...])
      switch tag {
      // Of a tag that comes twice, libtiff takes the first.
      case 259: compression = compression ?? (count == 1 ? value : nil)
      case 262: photometricInterpretation = photometricInterpretation ?? value
      case 338: firstExtraSample = firstExtraSample ?? value
      default: break
      }
    }
  }

  func defect(of picture: Picture) -> String? {
    guard picture.loader?.hasPrefix("tiffload") == true else { return nil }
    if let kind = photometricInterpretation, ![0, 1, 2, 3, 4, 5, 6, 8].contains(kind) {
      return "TIFF with photometric interpretation \(kind) is not read"
    }
    // libvips takes its samples for RGB, unless JPEG's decoder converts them.
    if photometricInterpretation == 6, compression != 7 {
      return "TIFF of YCbCr that is not compressed as JPEG is not read"
    }
    if photometricInterpretation == 0, picture.isFloatingPoint {
      return "TIFF of floating point whose zero is white is not read"
    }
    // libvips 8.14 divides by the wrong maximum.
    if firstExtraSample == 1, !picture.isInteger(upTo: 16),
      picture.interpretation != VIPS_INTERPRETATION_LABS
    {
      return "TIFF of 32 bits whose colors are multiplied by alpha is not read"
    }
    return nil
  }
}
