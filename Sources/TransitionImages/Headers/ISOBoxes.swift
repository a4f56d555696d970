/// The boxes of a container, or of a box: ISO/IEC 14496-12.
///
///     offset  a box
///     0       its size in four bytes; 0 to the end; 1 if the size follows its kind, in eight bytes
///     4       its kind: four letters
///     8, 16   its content, which may be boxes
struct ISOBoxes: Sequence, IteratorProtocol {
  struct Box {
    let kind: String
    let content: Range<Int>
  }

  /// The most that are read.
  static let most = 10_000

  private let read: FileReader
  private var rest: Range<Int>
  private var count = 0

  init(_ read: @escaping FileReader, in range: Range<Int> = 0..<Int.max) {
    self.read = read
    rest = range
  }

  /// The next box; `nil` at the end, where the bytes are no box, or after 10,000 of them.
  mutating func next() -> Box? {
    let start = rest.lowerBound
    let head = read(start, 16)
    guard !rest.isEmpty, count < Self.most, head.count >= 8 else { return nil }
    count += 1
    func number(_ bytes: Range<Int>) -> UInt64 {
      head[bytes].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let isLong = number(0..<4) == 1
    guard !isLong || head.count == 16 else { return nil }
    let size = isLong ? number(8..<16) : number(0..<4)
    let content = start + (isLong ? 16 : 8)
    // The last box may have no size. No file has 2⁴⁸ bytes.
    let end = size == 0 ? rest.upperBound : size < 1 << 48 ? start + Int(size) : 0
    guard content <= end, end <= rest.upperBound else { return nil }
    rest = end..<rest.upperBound
    return Box(kind: String(decoding: head[4..<8], as: UTF8.self), content: content..<end)
  }
}
