internal import TransitionKit

/// Takes the frames of a job, each on the thread that makes it.
protocol FrameSink: Sendable {
  /// Whether it takes this frame.
  func wants(_ planned: Plan.Frame) -> Bool

  /// Takes a frame, whose place among those of the job is `position`, from 0.
  func take(_ frame: Frame, _ planned: Plan.Frame, position: Int) throws(Failure)

  /// Whether it may take more frames; once it does not, no more are made.
  var isOpen: Bool { get }
}

extension FrameSink {
  func wants(_ planned: Plan.Frame) -> Bool { true }
  var isOpen: Bool { true }
}
