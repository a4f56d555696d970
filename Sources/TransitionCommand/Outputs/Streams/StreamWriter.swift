internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Writes frames in their order to whoever reads them, whichever is made first.
///
/// A thread waits with its packed frame until all before it are written, so that there are never
/// more frames in memory than threads.
final class StreamWriter: FrameWriter {
  private let encoder: StreamEncoder
  private let send: @Sendable ([UInt8]) throws(FileError) -> Bool
  /// Each frame has its turn when all before it are written.
  private let turns = InOrder<[UInt8]>(capacity: 1)

  /// A stream whose bytes `send` writes; it says whether the reader is still there.
  init(_ encoder: StreamEncoder, send: @escaping @Sendable ([UInt8]) throws(FileError) -> Bool) {
    (self.encoder, self.send) = (encoder, send)
  }

  /// A stream to stdout, which begins with its header.
  static func toStandardOutput(_ encoder: StreamEncoder) throws(Failure) -> StreamWriter {
    let stream = StreamWriter(encoder) { bytes throws(FileError) in
      try StandardOutput.write(bytes)
    }
    _ = try stream.write(encoder.header)
    return stream
  }

  var isOpen: Bool { turns.isOpen }

  var hasReader: Bool { turns.hasReader }

  func frameFailed(_ drawing: Drawing) { turns.end(before: drawing.index) }

  /// The reader has everything when the last frame is delivered.
  func finish() {}

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let bytes = encoder.encode(frame)
    return { () throws(Failure) in
      guard self.turns.add(bytes, at: drawing.index) else { return }
      // Written without a lock: a reader may take long, and all threads ask whether it is there.
      for _ in drawing.numbers {
        guard try self.write(bytes) else { return }
      }
      self.turns.advance(to: drawing.index + 1)
    }
  }

  /// Writes bytes; says whether the reader is still there.
  private func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
    let sent = Result { () throws(FileError) in try send(bytes) }
    if case .success(true) = sent { return true }
    turns.close()
    return try Failure.from(file: sent.get())
  }
}
