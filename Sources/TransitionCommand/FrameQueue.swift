internal import Foundation

/// The frames that are still to be made, shared by the threads that make them.
final class FrameQueue: @unchecked Sendable {
  let count: Int
  private let frames: [Job.PlannedFrame]
  private let lock = NSLock()
  private var position = 0
  private var done = 0
  private var firstFailure: Failure?

  init(_ frames: [Job.PlannedFrame]) {
    self.frames = frames
    count = frames.count
  }

  /// The next frame, given to one caller; `nil` when there are no more.
  func next() -> Job.PlannedFrame? {
    lock.withLock {
      guard position < frames.count else { return nil }
      position += 1
      return frames[position - 1]
    }
  }

  /// Counts a frame that is on disk.
  func finish() { lock.withLock { done += 1 } }

  /// Keeps the reason why a frame could not be made; the others go on.
  func fail(_ failure: Failure) { lock.withLock { firstFailure = firstFailure ?? failure } }

  /// The number of frames on disk.
  var finished: Int { lock.withLock { done } }

  /// Why the first frame that failed did.
  var failure: Failure? { lock.withLock { firstFailure } }
}

/// Results of work that many threads do, each in its own place.
final class Results<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [Value?]

  init(count: Int) { results = Array(repeating: nil, count: count) }

  subscript(index: Int) -> Value? {
    get { lock.withLock { results[index] } }
    set { lock.withLock { results[index] = newValue } }
  }
}
