import TransitionKit

extension Frame {
  /// The bytes of a part of a row.
  func bytes(columns: Range<Int>, row: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: columns.count * format.bytesPerPixel)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    render(columns: columns, row: row, into: &raw)
    return bytes
  }
}
