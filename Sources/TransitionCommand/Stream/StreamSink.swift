internal import Foundation
internal import TransitionKit

/// Writes frames to stdout in their order, whichever is made first.
///
/// A thread waits with its frame until all before it are written, so that there are never more
/// frames in memory than threads.
final class StreamSink: FrameSink, @unchecked Sendable {
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

  func take(_ frame: Frame, _ planned: Plan.Frame, position: Int) throws(Failure) {
    let bytes = encoder.encode(frame)
    turn.lock()
    defer {
      turn.broadcast()
      turn.unlock()
    }
    while position != self.position, !isClosed { turn.wait() }
    if isClosed { return }
    try write(bytes)
    self.position += 1
  }

  /// Writes to stdout; a reader who has gone away has seen enough, which is no failure.
  private func write(_ bytes: [UInt8]) throws(Failure) {
    switch StandardOutput.write(bytes) {
    case 0: return
    case EPIPE: isClosed = true
    case let error:
      isClosed = true
      throw StandardOutput.failure(error)
    }
  }
}

/// Where data goes.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes all of some bytes.
  ///
  /// - Returns: 0, or the number of the error.
  static func write(_ bytes: [UInt8]) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// What the number of an error means.
  static func failure(_ error: Int32) -> Failure {
    let text = unsafe String(cString: strerror(error))
    return Failure(.cannotWrite, "cannot write to stdout: \(text)")
  }
}
