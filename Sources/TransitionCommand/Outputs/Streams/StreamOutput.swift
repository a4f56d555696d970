internal import System
internal import TransitionKit

/// Writes frames in their order to whoever reads them, whichever is made first.
///
/// A thread waits with its frame until all before it are written, so that there are never more
/// frames in memory than threads.
final class StreamOutput: Output, @unchecked Sendable {
  private let encoder: StreamEncoder
  private let send: @Sendable ([UInt8]) throws(FileError) -> Bool
  private let turn = Condition()
  private var position = 0
  /// The first frame that cannot be made: the stream ends before it.
  private var end = Int.max
  /// Whether nobody reads on.
  private var isClosed = false

  /// - Parameters:
  ///   - encoder: packs the frames.
  ///   - send: writes bytes; says whether anybody reads on.
  init(_ encoder: StreamEncoder, send: @escaping @Sendable ([UInt8]) throws(FileError) -> Bool) {
    self.encoder = encoder
    self.send = send
  }

  /// A stream to stdout, which begins with its header.
  static func toStandardOutput(_ encoder: StreamEncoder) throws(Failure) -> StreamOutput {
    let stream = StreamOutput(encoder) { bytes throws(FileError) in
      try StandardOutput.write(bytes)
    }
    try stream.write(encoder.header)
    return stream
  }

  var isOpen: Bool { turn.withLock { !isClosed && end == .max } }

  /// Whether somebody would read more.
  var hasReader: Bool { turn.withLock { !isClosed } }

  func frameFailed(_ drawing: Drawing) {
    turn.withLock {
      end = min(end, drawing.position)
      turn.wake()
    }
  }

  func take(_ frame: Frame, for drawing: Drawing) throws(Failure) {
    let bytes = encoder.encode(frame)
    turn.lock()
    defer {
      turn.wake()
      turn.unlock()
    }
    while drawing.position != position, drawing.position < end, !isClosed { turn.wait() }
    for _ in drawing.numbers {
      if drawing.position > end || isClosed { return }
      try write(bytes)
    }
    position += drawing.numbers.count
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(FileError) {
      if try !send(bytes) { isClosed = true }
    } catch {
      isClosed = true
      throw Failure(error)
    }
  }
}
