internal import TransitionKit

/// Encodes frames as PNG files, strip by strip as they are drawn.
///
/// It writes what is needed to read the pixels and an ICC profile if there is one, nothing else:
/// readers take files without a profile for sRGB, which they are.
struct PNGEncoder {
  let profile: [UInt8]?

  /// Writes a frame.
  ///
  /// - Throws: `unwritable`.
  func encode(_ frame: Frame, to descriptor: Int32) throws(ImageFileError) {
    var file = Self.signature
    Self.appendChunk("IHDR", Self.header(frame), to: &file)
    if let profile { Self.appendChunk("iCCP", Self.compressed(profile), to: &file) }
    var rows = FilteredRows(frame)
    var zlib = ZlibStream()
    var data: [UInt8] = []
    var hasMore = true
    while hasMore {
      hasMore = rows.nextStrip { zlib.compress($0, isLast: $1, into: &data) }
      Self.appendChunk("IDAT", data, to: &file)
      data.removeAll(keepingCapacity: true)
      if !hasMore { Self.appendChunk("IEND", [], to: &file) }
      try Libc.write(file, to: descriptor)
      file.removeAll(keepingCapacity: true)
    }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Size, depth, color type, and the only methods of compression, filtering and no interlacing.
  private static func header(_ frame: Frame) -> [UInt8] {
    UInt32(frame.width).bigEndianBytes + UInt32(frame.height).bigEndianBytes
      + [UInt8(frame.format.depth.rawValue), frame.format.hasAlpha ? 6 : 2, 0, 0, 0]
  }

  /// A name that nobody reads, the method of compression, and the compressed profile.
  private static func compressed(_ profile: [UInt8]) -> [UInt8] {
    var chunk = Array("icc".utf8) + [0, 0]
    var zlib = ZlibStream()
    zlib.compress(profile.span, isLast: true, into: &chunk)
    return chunk
  }

  private static func appendChunk(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += UInt32(data.count).bigEndianBytes
    let start = file.count
    file += name.utf8
    file += data
    file += CRC32.checksum(file.span.extracting(start..<file.count)).bigEndianBytes
  }
}
