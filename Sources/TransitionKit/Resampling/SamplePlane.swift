/// Numbers of pixels in rows, which are filled once and then only read.
@safe struct SamplePlane<Number: ResampledNumber>: @unchecked Sendable {
  /// The numbers that follow each row, so that vectors may reach beyond its end.
  static var spare: Int { 16 }

  /// Pixels across.
  let width: Int
  /// Rows.
  let height: Int

  private let pitch: Int
  private let storage: ByteStorage
  private let base: UnsafeMutablePointer<Number>

  /// Makes a plane of zeros.
  init(width: Int, height: Int, channels: Int) {
    (self.width, self.height) = (width, height)
    pitch = width * channels + Self.spare
    let count = pitch * height
    storage = ByteStorage(byteCount: count * MemoryLayout<Number>.stride)
    unsafe base = storage.base.bindMemory(to: Number.self, capacity: count)
    unsafe base.initialize(repeating: 0, count: count)
  }

  /// The first number of a row.
  @unsafe func row(_ row: Int) -> UnsafeMutablePointer<Number> { unsafe base + row * pitch }
}
