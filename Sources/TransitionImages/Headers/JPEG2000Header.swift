/// The color space, the channels and the depth of a JPEG 2000 file: ISO/IEC 15444-1.
///
/// A file is a codestream, or boxes of which one is a codestream. libvips 8.14 passes on none of
/// what the boxes say: YCC, CMYK and L*a*b* are taken for RGB, and alpha that colors are multiplied
/// by for other alpha. A palette overwrites its memory.
struct JPEG2000Header: FormatHeader {
  private(set) var defect: String?
  /// The number of bits of a sample.
  private var depth: Int?
  private var profile: [UInt8]?

  /// The start of a codestream, and of its size.
  private static let codestream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

  init?(read: @escaping FileReader) {
    if read(0, 4) == Self.codestream {
      readCodestream(at: 0, read)
      return
    }
    for box in ISOBoxes(read) {
      switch box.kind {
      case "jp2h": readHeader(in: box.content, read)
      case "jp2c":
        readCodestream(at: box.content.lowerBound, read)
        return
      default: break
      }
    }
    defect = "its boxes cannot be followed to the picture"
  }

  /// Reads the box that describes the picture: its color space, its palette and its channels.
  private mutating func readHeader(in range: Range<Int>, _ read: @escaping FileReader) {
    var isColored = false
    for box in ISOBoxes(read, in: range) {
      let start = box.content.lowerBound
      switch box.kind {
      // Only the first one counts.
      case "colr" where !isColored:
        isColored = true
        let color = read(start, Swift.min(7, box.content.count))
        guard color.count >= 3 else { break }
        // sRGB and gray, or an ICC profile.
        if color[0] == 2 {
          profile = read(start + 3, Swift.min(box.content.count - 3, 1 << 24))
        } else if color[0] != 1 || ![[0, 0, 0, 16], [0, 0, 0, 17]].contains(Array(color[3...])) {
          defect = "JPEG 2000 is read in sRGB, in gray, or with an ICC profile"
        }
      case "pclr": defect = "JPEG 2000 with a palette is not read"
      case "cdef":
        // For each channel its number, its type and its color, two bytes each.
        let channels = read(start + 2, Swift.min(box.content.count, 1 << 16))
        let types = stride(from: 3, to: channels.count, by: 6).map { channels[$0] }
        if types.contains(2) {
          defect = "JPEG 2000 whose colors are multiplied by alpha is not read"
        }
      default: break
      }
    }
  }

  /// Reads the size at the start of a codestream:
  ///
  ///     offset   bytes
  ///     8, 12    4 each  right and lower edge, from the upper left corner of the grid
  ///     16, 20   4 each  left and upper edge of the picture
  ///     24, 28   4 each  size of tiles
  ///     32, 36   4 each  left and upper edge of the first tile
  ///     40       2       number of channels
  ///     42       3 each  the channels: depth less one, with a sign if above 127; steps of the
  ///                      grid from sample to sample, across and down
  private mutating func readCodestream(at start: Int, _ read: FileReader) {
    let head = read(start, 42)
    guard head.count == 42, head.starts(with: Self.codestream) else {
      defect = "its codestream begins with none of its size"
      return
    }
    guard (head[16..<24] + head[32..<40]).allSatisfy({ $0 == 0 }) else {
      defect = "JPEG 2000 is read only if it begins at the upper left corner"
      return
    }
    let channels = Int(head[40]) << 8 | Int(head[41])
    let sizes = read(start + 42, 3 * channels)
    let kinds = Set(stride(from: 0, to: sizes.count - 2, by: 3).map { Array(sizes[$0..<$0 + 3]) })
    guard let kind = kinds.first, kinds.count == 1, kind[1...] == [1, 1] else {
      defect = "JPEG 2000 is read only if all its channels have the same size and depth"
      return
    }
    depth = Int(kind[0] & 0x7F) + 1
  }

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    // libvips moves samples up to the highest of 8 or 16 bits.
    if let depth { picture.note(bitsPerSample: depth) }
    if let profile { picture.note(profile: profile) }
    return picture
  }
}
