internal import TransitionVips

/// The logical screen of a GIF file (GIF89a, 18), which is the size of the picture, and the part of
/// it that the first frame covers (20).
///
///     offset   GIF89a, width and height of the screen, in two bytes each
///     10       flags: a table of colors, of 2 << (bits 0 to 2), follows the header if bit 7 is set
///     13       that table, and blocks: 21, a label and parts; or 2C, the left, the top, the width
///              and the height of a frame
///
/// A part is a byte that counts its bytes, and these; the last one has none.
///
/// libvips' decoder takes screens of common monitors, such as 640x480, and all that are wider than
/// 2048 for mistakes, and shows no more than frames cover. What the first frame leaves free is
/// black unless it has transparent pixels.
struct GIFScreen: FormatHeader {
  private let width, height: Int
  /// The first frame; `nil` if it is not among the first blocks.
  private var frame: (x: Int, y: Int, width: Int, height: Int)?

  /// Far more than people make.
  private static let mostParts = 100_000

  init?(read: @escaping FileReader) {
    let head = read(0, 13)
    guard head.count == 13, head.starts(with: "GIF".utf8) else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().number }
    (width, height) = (number(head[6..<8]), number(head[8..<10]))
    var offset = 13 + (head[10] & 0x80 == 0 ? 0 : 3 * (2 << Int(head[10] & 7)))
    var parts = 0
    while parts < Self.mostParts {
      let block = read(offset, 10)
      if block.first == 0x2C, block.count > 8 {
        frame = (
          number(block[1..<3]), number(block[3..<5]), number(block[5..<7]), number(block[7..<9])
        )
        return
      }
      guard block.first == 0x21 else { return }
      offset += 2
      while parts < Self.mostParts {
        guard let count = read(offset, 1).first else { return }
        offset += 1 + Int(count)
        parts += 1
        if count == 0 { break }
      }
    }
  }

  // What the first frame does not cover is transparent.
  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    let (width, height) = (max(width, picture.width), max(height, picture.height))
    guard let frame, frame.width > 0, frame.height > 0, frame.x < picture.width,
      frame.y < picture.height
    else { return picture }
    let columns = min(frame.width, picture.width - frame.x)
    let rows = min(frame.height, picture.height - frame.y)
    guard (columns, rows) != (width, height) else { return picture }
    let part = try picture.cropped(x: frame.x, y: frame.y, width: columns, height: rows)
    let whole = part.hasAlpha ? part : try part.addingAlpha()
    return try whole.embedded(
      x: frame.x, y: frame.y, width: width, height: height,
      ink: Array(repeating: 0, count: whole.bands))
  }
}
