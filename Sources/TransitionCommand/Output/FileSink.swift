internal import ImageFiles
internal import TransitionKit

/// Writes frames to files, each under a hidden name until it is whole.
struct FileSink: FrameSink {
  let pattern: OutputPattern
  let writer: ImageWriter
  let temporaries: Temporaries
  /// The numbers of frames that are there and stay.
  let kept: Set<Int>

  func wants(_ planned: Plan.Frame) -> Bool { !kept.contains(planned.number) }

  func take(_ frame: Frame, _ planned: Plan.Frame, position: Int) throws(Failure) {
    try temporaries.write(frame, with: writer, to: pattern.path(planned.number), "frame")
  }
}
