internal import TransitionLocks

/// What becomes of the warnings of a file's decoder.
enum DecoderWarnings: Sendable {
  case ignored
  /// Each ends the decoding: the file may lack a part in its middle.
  case errors
  /// Those about pixels are collected: libtiff says no more of what is damaged.
  case ofPictures

  /// Held while a picture is decoded whose warnings are: libvips does not say whose they are.
  private static let turn = Monitor(())
  private static let first = Monitor(String?.none)

  /// Decodes a picture.
  ///
  /// - Returns: the picture, and the first of the warnings that are collected.
  /// - Throws: what the decoder does.
  func collected<Result>(
    during decode: () throws(VipsError) -> Result
  ) throws(VipsError) -> (Result, warning: String?) {
    guard self == .ofPictures else { return (try decode(), nil) }
    return try Self.turn.withLock { _ throws(VipsError) in
      Self.first.withLock { $0 = nil }
      let result = try decode()
      return (result, Self.first.withLock(\.self))
    }
  }

  /// Takes a warning from libvips' log. Others are of tags, or of other types.
  static func hear(_ text: String) {
    let words = ["Premature E", "Premature end", "Line length mismatch", "Corrupt JPEG data"]
    guard words.contains(where: text.hasPrefix) else { return }
    first.withLock { $0 = $0 ?? text }
  }
}
