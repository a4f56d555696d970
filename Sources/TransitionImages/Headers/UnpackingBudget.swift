internal import TransitionZlib

/// The work of unpacking a picture's pixels from deflate's blocks, in a file from a stranger.
///
/// A byte of it may become a thousand that no row needs, and blocks can hold nothing: 100 MB of
/// them take a decoder ten seconds.
struct UnpackingBudget {
  /// The bytes of compressed data that are unpacked in a second, whatever they hold.
  static let fewBytes = 500_000

  private var bytes: Int64
  private var blocks: Int64

  /// - Parameter size: the bytes of all pixels. What some encoders leave behind the last row, and
  ///   blocks as small as any encoder's, are within the budget.
  init(size: Int) {
    bytes = Int64(size) + 65_536
    blocks = Int64(size) / 256 + 1000
  }

  /// Unpacks zlib data at the cost of the budget.
  ///
  /// - Returns: whether it suffices.
  mutating func suffices(for data: [UInt8]) -> Bool {
    unsafe data.withUnsafeBufferPointer { data in
      guard let start = data.baseAddress else { return true }
      return unsafe shim_zlib_unpacks_within(
        start, UInt32(clamping: data.count), &bytes, &blocks) != 0
    }
  }
}
