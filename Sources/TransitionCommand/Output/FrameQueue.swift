internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// The frames that are still to be made, shared by the threads that make them.
final class FrameQueue: @unchecked Sendable {
  let count: Int
  private let frames: [Plan.Frame]
  private let lock = NSLock()
  private var done = 0
  private var failures: [(position: Int, failure: Failure)] = []

  init(_ frames: [Plan.Frame]) {
    self.frames = frames
    count = frames.count
  }

  /// The number of frames that have been made.
  var finished: Int { lock.withLock { done } }

  /// Makes all frames and hands them over; one that fails does not stop the others.
  ///
  /// - Parameters:
  ///   - scene: what the frames show.
  ///   - sinks: what takes the frames; they are called on several threads at once.
  ///   - jobs: the number of threads.
  ///   - report: called after each frame, with the seconds that it took.
  /// - Throws: why the first frame that failed did.
  func make(
    _ scene: Scene, for sinks: [any FrameSink], jobs: Int,
    report: @escaping @Sendable (Plan.Frame, Double) -> Void
  ) throws(Failure) {
    Threads.perform(count, atOnce: jobs) { [self] position in
      guard sinks.allSatisfy({ $0.isOpen }) else { return }
      let planned = frames[position]
      do throws(Failure) {
        let start = Date()
        let takers = sinks.filter { $0.wants(planned) }
        var frame = scene.frame(planned)
        // A frame is drawn as often as it is read.
        if takers.count > 1 {
          frame = Frame(showing: frame.bitmap(workingSpace: scene.inputs.workingSpace))
        }
        for sink in takers { try sink.take(frame, planned, position: position) }
        lock.withLock { done += 1 }
        report(planned, Date().timeIntervalSince(start))
      } catch {
        lock.withLock { self.failures.append((position, error)) }
      }
    }
    let failures = lock.withLock { self.failures }
    guard let first = failures.min(by: { $0.position < $1.position })?.failure else { return }
    let others = failures.count > 1 ? " (and \(failures.count - 1) more of \(count) frames)" : ""
    throw Failure(first.status, first.message + others)
  }
}
