/// The chunks of a WebP file: RFC 9649.
///
///     offset   RIFF, the size of what follows, WEBP
///     12       chunks: four letters, a size in four bytes, as many bytes, and one if that is odd
///
/// libwebp reads the headers of all frames of an animation before the first picture, and takes for
/// each as long as there are frames.
struct WebPChunks: FormatHeader {
  private(set) var defect: String?

  /// Far more than people make, and read in a second.
  private static let mostFrames = 10_000
  private static let mostChunks = 2 * mostFrames

  init?(read: @escaping FileReader) {
    var (offset, chunks, frames) = (12, 0, 0)
    var blocks = ExifBlocks()
    while frames <= Self.mostFrames, chunks <= Self.mostChunks {
      let head = read(offset, 8)
      guard head.count == 8 else { return }
      let size = head[4...].reversed().number
      chunks += 1
      if head.prefix(4).elementsEqual("ANMF".utf8) { frames += 1 }
      if PictureType.isBounded, head.prefix(4).elementsEqual("EXIF".utf8),
        !blocks.add(read(offset + 8, min(size, ExifBlocks.mostBytes + 1)))
      {
        defect = blocks.defect
        return
      }
      offset += 8 + size + size % 2
    }
    defect =
      frames > Self.mostFrames
      ? "it has more than \(Self.mostFrames) frames" : "it has more than \(Self.mostChunks) chunks"
  }
}
