/// The container of an animated WebP: RFC 9649.
struct WebPFile {
  let width: Int
  let height: Int
  /// Whether the animation itself may be transparent.
  let hasAlpha: Bool
  /// How often it is shown; 0 forever.
  let plays: Int
  let profile: Chunk?
  let frames: [Frame]

  /// A part of the file: four letters, a size, and bytes.
  struct Chunk {
    let kind: String
    let content: ArraySlice<UInt8>

    /// Those of one picture.
    static let imageKinds = [alpha, lossy, "VP8L"]
    /// The alpha of a picture whose colors are lossy.
    static let alpha = "ALPH"
    static let lossy = "VP8 "

    var bytes: [UInt8] {
      // A chunk of an odd size is filled up.
      Array(kind.utf8) + content.count.littleEndianBytes(4) + Array(content)
        + [UInt8](repeating: 0, count: content.count % 2)
    }
  }

  struct Frame {
    /// The left column, which is even.
    let x: Int
    /// The top row, which is even.
    let y: Int
    let width: Int
    let height: Int
    let milliseconds: Int
    /// Whether the frame before shows through it; otherwise it replaces that.
    let isBlended: Bool
    let chunks: [Chunk]

    var bytes: [UInt8] {
      let header = [x / 2, y / 2, width - 1, height - 1, milliseconds]
        .flatMap { $0.littleEndianBytes(3) }
      let content = header + [isBlended ? 0 : 2] + chunks.flatMap(\.bytes)
      return Chunk(kind: "ANMF", content: content[...]).bytes
    }

    /// The number of ``bytes``.
    var size: Int { 24 + chunks.reduce(0) { $0 + 8 + ($1.content.count + 1) / 2 * 2 } }
  }

  /// The bytes before the frames; `nil` if the file would be larger than it can say.
  var header: [UInt8]? {
    let usesAlpha = hasAlpha || frames.contains(where: \.isBlended)
    let features = (profile == nil ? 0 : 0x20) | (usesAlpha ? 0x10 : 0) | 0x02
    let canvas = [width - 1, height - 1].flatMap { $0.littleEndianBytes(3) }
    let parts = [
      Chunk(kind: "VP8X", content: (features.littleEndianBytes(4) + canvas)[...]), profile,
      // On a transparent ground.
      Chunk(
        kind: "ANIM",
        content: (0.littleEndianBytes(4) + min(plays, 0xFFFF).littleEndianBytes(2))[...]),
    ].compactMap(\.self).flatMap(\.bytes)
    let size = 4 + parts.count + frames.reduce(0) { $0 + $1.size }
    guard size < 1 << 32 - 10 else { return nil }
    return Array("RIFF".utf8) + size.littleEndianBytes(4) + Array("WEBP".utf8) + parts
  }

  /// The chunks of a file; `nil` if it is no WebP file.
  static func chunks(of file: [UInt8]) -> [Chunk]? {
    guard file.count >= 12, file.starts(with: "RIFF".utf8), file[8...].starts(with: "WEBP".utf8)
    else { return nil }
    var chunks: [Chunk] = []
    var rest = file[12...]
    while rest.count >= 8 {
      let kind = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = rest.dropFirst(4).prefix(4).reversed().number
      rest = rest.dropFirst(8)
      guard rest.count >= size else { return nil }
      chunks.append(Chunk(kind: kind, content: rest.prefix(size)))
      rest = rest.dropFirst(size + size % 2)
    }
    return chunks
  }
}
