internal import GLTransitions
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// A transition of a show, prepared for all frames of the steps that have it.
struct PreparedTransition: Sendable {
  /// The most that are in memory: those on both sides of a picture, and the next one.
  static let limit = 3

  let layout: FrameLayout
  /// The name of the filter, for errors.
  private let name: String
  private let transition: any Transition

  /// Prepares a transition, on several threads if it can be.
  init(
    _ transition: any Transition, named name: String, for layout: FrameLayout,
    parallelFor: @escaping ParallelFor
  ) {
    (self.name, self.layout) = (name, layout)
    self.transition = BackgroundWork {
      transition.prepared(for: layout, parallelFor) as any Transition
    }.wait()
  }

  /// The frame of a time between the ends, of two fitted pictures.
  func frame(
    at time: Double, from a: FittedPicture, to b: FittedPicture, over background: Color,
    depth: PixelFormat.Depth, dithers: Bool = false
  ) throws(Failure) -> Frame {
    let space = layout.workingSpace
    return try frame(
      at: time,
      of: Inputs(
        source: a.bitmap.reading(in: space), target: b.bitmap.reading(in: space),
        sourceBounds: a.bounds, targetBounds: b.bounds, background: background, depth: depth,
        dithers: dithers))
  }

  /// The frame of a time between the ends; one that may fail is drawn at once, so that no output
  /// sees half of it.
  private func frame(at time: Double, of inputs: Inputs) throws(Failure) -> Frame {
    guard transition.mayFail else { return transition.frame(at: time, of: inputs) }
    let failure = Monitor<(any Error)?>(nil)
    let drawn = transition.frame(at: time, of: inputs) { error in
      failure.withLock { $0 = $0 ?? error }
    }.bitmap()
    if let error = failure.withLock(\.self) {
      guard let error = error as? GLError else { throw Failure(.defect, "\(error)") }
      throw Failure(error, in: name)
    }
    return Frame(showing: drawn)
  }
}
