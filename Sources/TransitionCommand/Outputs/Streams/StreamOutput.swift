internal import Foundation
internal import System
internal import TransitionKit

/// Writes frames to stdout in their order, whichever is made first.
///
/// A thread waits with its frame until all before it are written, so that there are never more
/// frames in memory than threads.
final class StreamOutput: Output, @unchecked Sendable {
  private let encoder: StreamEncoder
  private let turn = NSCondition()
  private var position = 0
  private var isClosed = false

  /// Writes the stream's header.
  init(_ encoder: StreamEncoder) throws(Failure) {
    self.encoder = encoder
    try write(encoder.header)
  }

  var isOpen: Bool { turn.withLock { !isClosed } }

  func take(_ frame: Frame, for drawing: Drawing) throws(Failure) {
    let bytes = encoder.encode(frame)
    turn.lock()
    defer {
      turn.broadcast()
      turn.unlock()
    }
    while drawing.position != position, !isClosed { turn.wait() }
    for _ in drawing.numbers {
      if isClosed { return }
      try write(bytes)
    }
    position += drawing.numbers.count
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(FileError) {
      if try !StandardOutput.write(bytes) { isClosed = true }
    } catch {
      isClosed = true
      throw Failure(error)
    }
  }
}
