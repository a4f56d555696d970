/// The chunks of a PNG file: PNG 1.2, 4 and 11.3.4. All of them are read of a file from a stranger.
///
///     offset   the signature, of eight bytes
///     8        chunks: a length in four bytes, four letters, as many bytes, and a checksum in four
///
/// A kilobyte of compressed text or pixels may be a megabyte, and the decoder unpacks all, whether
/// the picture has so many pixels or not.
struct PNGChunks: FormatHeader {
  private(set) var defect: String?
  /// Those of an animation (APNG), of which libvips decodes the first.
  let frames: Int?

  /// Of text: a quarter of a gigabyte at most, unpacked in a second.
  private static let mostBytes = 50_000
  private static let mostChunks = 100_000
  /// Of a profile, which may be as many as tables of colors need.
  private static let mostOfProfile = 2_000_000

  /// The content of `IHDR`.
  private var header: [UInt8] = []
  /// Where compressed pixels lie.
  private var pixels: [Range<Int>] = []

  init?(read: @escaping FileReader) {
    frames = Self.frames(read)
    guard PictureType.isBounded else { return }
    var (offset, chunks, compressed) = (8, 0, 0)
    var blocks = ExifBlocks()
    while compressed <= Self.mostBytes {
      let head = read(offset, 8)
      guard head.count == 8 else { return }
      chunks += 1
      guard chunks <= Self.mostChunks else {
        defect = "it has more than \(Self.mostChunks) chunks"
        return
      }
      let size = head[..<4].number
      switch String(decoding: head[4...], as: UTF8.self) {
      case "IHDR": header = read(offset + 8, min(size, 13))
      case "IDAT":
        pixels.append(offset + 8..<offset + 8 + min(size, PictureType.mostBytes ?? 0))
      case "zTXt": compressed += size
      case "iCCP" where size > Self.mostOfProfile:
        defect = "it has more than \(Self.mostOfProfile) bytes in its profile"
        return
      case "iTXt":
        // A keyword of 79 letters at most, 0, and whether the text is compressed.
        let start = read(offset + 8, min(size, 81))
        let end = start.firstIndex(of: 0) ?? start.endIndex
        if end + 1 < start.count, start[end + 1] != 0 { compressed += size }
      case "eXIf":
        guard blocks.add(read(offset + 8, min(size, ExifBlocks.mostBytes + 1))) else {
          defect = blocks.defect
          return
        }
      default: break
      }
      offset += 12 + size
    }
    defect = "it has more than \(Self.mostBytes) bytes of compressed text"
  }

  /// The number of frames that `acTL` tells before the first pixels, in four bytes.
  private static func frames(_ read: FileReader) -> Int? {
    var offset = 8
    for _ in 0..<mostChunks {
      let head = read(offset, 12)
      guard head.count == 12 else { return nil }
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "acTL": return head[8...].number
      case "IDAT": return nil
      default: offset += 12 + head[..<4].number
      }
    }
    return nil
  }

  func defect(pixelLimit: Int, read: FileReader) -> String? {
    guard header.count == 13, pixels.reduce(0, { $0 + $1.count }) > UnpackingBudget.fewBytes else {
      return nil
    }
    let (width, height) = (header[..<4].number, header[4..<8].number)
    let (samples, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, samples <= min(pixelLimit, 1 << 40), header[8] <= 16 else { return nil }
    let bits = [0: 1, 2: 3, 4: 2, 6: 4][header[9], default: 1] * Int(header[8])
    // Each row has a filter in a byte. Interlaced they are twice as many, at most, and each may end
    // within a byte.
    let size = height * ((width * bits + 7) / 8 + 5)
    var budget = UnpackingBudget(size: size)
    let data = pixels.flatMap { read($0.lowerBound, $0.count) }
    return budget.suffices(for: data)
      ? nil : "it has more than \(height) rows of pixels, or empty blocks"
  }
}
