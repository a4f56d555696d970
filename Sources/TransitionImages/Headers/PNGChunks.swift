internal import TransitionDeflate
internal import TransitionLibC

/// The chunks of a PNG file from a stranger: PNG 1.2, 4 and 11.3.4.
///
///     offset   the signature, of eight bytes
///     8        chunks: a length in four bytes, four letters, as many bytes, and a checksum in four
///
/// A kilobyte of compressed text or pixels may be a megabyte, and the decoder unpacks all, whether
/// the picture has so many pixels or not.
struct PNGChunks: FormatHeader {
  private(set) var defect: String?

  /// Of text: a quarter of a gigabyte at most, unpacked in a second.
  private static let mostBytes = 50_000
  private static let mostChunks = 100_000
  /// The bytes of compressed pixels that are unpacked in a second, however many they become.
  private static let fewBytes = 500_000
  /// What some encoders leave behind the last row.
  private static let mostSurplus = 65_536

  /// The content of `IHDR`.
  private var header: [UInt8] = []
  /// Where compressed pixels lie.
  private var pixels: [Range<Int>] = []

  init?(read: @escaping FileReader) {
    guard PictureType.isBounded else { return nil }
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
      let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "IHDR": header = read(offset + 8, min(size, 13))
      case "IDAT":
        pixels.append(offset + 8..<offset + 8 + min(size, PictureType.mostBytes ?? 0))
      case "zTXt": compressed += size
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

  func defect(pixelLimit: Int, read: FileReader) -> String? {
    guard header.count == 13, pixels.reduce(0, { $0 + $1.count }) > Self.fewBytes else {
      return nil
    }
    func number(_ offset: Int) -> Int {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height) = (number(0), number(4))
    let (samples, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, samples <= min(pixelLimit, 1 << 40), header[8] <= 16 else { return nil }
    let bits = [0: 1, 2: 3, 4: 2, 6: 4][header[9], default: 1] * Int(header[8])
    // Seven passes of Adam7, each with rows of its own.
    let passes =
      header[12] == 0
      ? [(0, 0, 1, 1)]
      : [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ]
    var count = 0
    for (x, y, dx, dy) in passes {
      let (columns, rows) = ((width - x + dx - 1) / dx, (height - y + dy - 1) / dy)
      if columns > 0, rows > 0 { count += rows * (1 + (columns * bits + 7) / 8) }
    }
    let most = count + Self.mostSurplus
    // Without memory for it there is none for the picture, which is said when it is decoded.
    let (decompressor, unpacked) = unsafe (libdeflate_alloc_decompressor(), malloc(most))
    defer {
      unsafe libdeflate_free_decompressor(decompressor)
      unsafe free(unpacked)
    }
    guard let decompressor = unsafe decompressor, let unpacked = unsafe unpacked else { return nil }
    let bytes = pixels.flatMap { read($0.lowerBound, $0.count) }
    var length = 0
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe libdeflate_zlib_decompress(
        decompressor, bytes.baseAddress, bytes.count, unpacked, most, &length)
    }
    return result == LIBDEFLATE_INSUFFICIENT_SPACE
      ? "it has more than \(height) rows of pixels" : nil
  }
}
