/// The chunks of a PNG file from a stranger, other than pixels: PNG 1.2, 11.3.4.
///
///     offset   the signature, of eight bytes
///     8        chunks: a length in four bytes, four letters, as many bytes, and a checksum in four
///
/// A kilobyte of compressed text may be a megabyte, and the decoder unpacks all.
struct PNGChunks: FormatHeader {
  private(set) var defect: String?

  /// A quarter of a gigabyte at most, unpacked in a second.
  private static let mostBytes = 50_000
  private static let mostChunks = 100_000

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
      switch head[4...] {
      case let kind where kind.elementsEqual("zTXt".utf8): compressed += size
      case let kind where kind.elementsEqual("iTXt".utf8):
        // A keyword of 79 letters at most, 0, and whether the text is compressed.
        let start = read(offset + 8, min(size, 81))
        let end = start.firstIndex(of: 0) ?? start.endIndex
        if end + 1 < start.count, start[end + 1] != 0 { compressed += size }
      case let kind where kind.elementsEqual("eXIf".utf8):
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
}
