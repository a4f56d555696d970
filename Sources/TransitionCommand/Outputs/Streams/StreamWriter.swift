internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Writes frames in their order to whoever reads them, whichever is made first.
///
/// A thread waits with its packed frame until all before it are written, so that there are never
/// more frames in memory than threads.
final class StreamWriter: FrameWriter {
  private struct State {
    /// The position of the next frame to be written, which only the thread that has it changes.
    var position = 0
    /// The first frame that cannot be made: the stream ends before it.
    var end = Int.max
    /// Whether the reader has gone away.
    var isClosed = false
  }

  private let encoder: StreamEncoder
  private let send: @Sendable ([UInt8]) throws(FileError) -> Bool
  private let state = Monitor(State())

  /// - Parameters:
  ///   - encoder: packs the frames.
  ///   - send: writes bytes; says whether the reader is still there.
  init(_ encoder: StreamEncoder, send: @escaping @Sendable ([UInt8]) throws(FileError) -> Bool) {
    self.encoder = encoder
    self.send = send
  }

  /// A stream to stdout, which begins with its header.
  static func toStandardOutput(_ encoder: StreamEncoder) throws(Failure) -> StreamWriter {
    let stream = StreamWriter(encoder) { bytes throws(FileError) in
      try StandardOutput.write(bytes)
    }
    _ = try stream.write(encoder.header)
    return stream
  }

  var isOpen: Bool { state.withLock { !$0.isClosed && $0.end == .max } }

  /// Whether the reader is still there.
  var hasReader: Bool { state.withLock { !$0.isClosed } }

  func frameFailed(_ drawing: Drawing) {
    state.withLock { $0.end = min($0.end, drawing.position) }
  }

  /// The reader has everything when the last frame is delivered.
  func finish() {}

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let bytes = encoder.encode(frame)
    return { () throws(Failure) in try self.deliver(bytes, for: drawing) }
  }

  private func deliver(_ bytes: [UInt8], for drawing: Drawing) throws(Failure) {
    let isWanted = state.wait { state -> Bool? in
      if state.isClosed || drawing.position >= state.end { return false }
      return drawing.position == state.position ? true : nil
    }
    guard isWanted else { return }
    // Written without the lock: a reader may take long, and all threads ask whether it is there.
    for _ in drawing.numbers {
      guard try write(bytes) else { return }
    }
    state.withLock { $0.position += drawing.numbers.count }
  }

  /// Writes bytes; says whether the reader is still there.
  private func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
    do throws(FileError) {
      if try send(bytes) { return true }
    } catch {
      state.withLock { $0.isClosed = true }
      throw Failure(error)
    }
    state.withLock { $0.isClosed = true }
    return false
  }
}
