/// Where the bytes of a HEIC or AVIF file's items lie: ISO/IEC 14496-12, 8.11.3.
///
///     offset  the content of `iloc`
///     0       a version, and flags of three bytes
///     4       the sizes of numbers, four bits each: of offsets, lengths, bases and indices
///     6       the number of items, in two bytes; in four from version 2 on
///             each item: its number, as long; from version 1 on how it is made, in two bytes; a
///             file, in two bytes; a base; the number of its parts, in two bytes
///             each part: an index, from version 1 on; an offset; a length
struct HEIFPlaces {
  /// More parts than libheif, whose work is their number squared, puts together in a moment.
  static let most = 10_000

  /// The number of all parts; one more than the most where there are more, which are not read.
  private(set) var count = 0
  /// The number of bytes of all items, at most 2⁶².
  private(set) var byteCount = 0
  /// Where in the file the parts of items lie, by the items' numbers.
  private(set) var parts: [Int: [Range<Int>]] = [:]
  /// Whether an item lies in another one.
  private(set) var hasNested = false

  /// - Parameters:
  ///   - box: the content of `iloc`.
  ///   - data: where that of the box `idat` beside it lies, which items may be in.
  init(_ box: [UInt8], data: Range<Int>) {
    guard box.count >= 6 else { return }
    let version = box[0]
    let sizes = [box[4] >> 4, box[4] & 15, box[5] >> 4, version > 0 ? box[5] & 15 : 0].map(Int.init)
    var rest = box[6...]
    let size = version < 2 ? 2 : 4
    var items = HEIFBoxes.number(&rest, size)
    while items > 0, !rest.isEmpty {
      items -= 1
      let item = HEIFBoxes.number(&rest, size)
      let way = version > 0 ? HEIFBoxes.number(&rest, 2) & 15 : 0
      rest = rest.dropFirst(2)
      let base = HEIFBoxes.number(&rest, sizes[2])
      for _ in 0..<HEIFBoxes.number(&rest, 2) where !rest.isEmpty {
        rest = rest.dropFirst(sizes[3])
        let start = base + HEIFBoxes.number(&rest, sizes[0])
        let length = HEIFBoxes.number(&rest, sizes[1])
        count += 1
        byteCount = min(byteCount + length, 1 << 62)
        // Parts may take no bytes of the box.
        guard count <= Self.most else { return }
        let part = start..<start + length
        switch way {
        case 0: parts[item, default: []].append(part)
        case 1:
          let moved = part.lowerBound + data.lowerBound..<part.upperBound + data.lowerBound
          parts[item, default: []].append(moved.clamped(to: data))
        default: hasNested = true
        }
      }
    }
  }
}
