internal import GLTransitions
internal import Synchronization
internal import TransitionKit
internal import TransitionSystem

/// A transition of a show, prepared once, when the first frame needs it, for all its steps.
final class PreparedTransition: Sendable {
  let layout: FrameLayout
  /// The name of the filter, for errors.
  private let name: String
  private let transition: any Transition
  private let parallelFor: ParallelFor
  private let prepared = Mutex<(any Transition)?>(nil)

  init(
    _ transition: any Transition, named name: String, for layout: FrameLayout,
    parallelFor: @escaping ParallelFor
  ) {
    self.transition = transition
    self.name = name
    self.layout = layout
    self.parallelFor = parallelFor
  }

  private var ready: any Transition {
    prepared.withLock { prepared in
      if let prepared { return prepared }
      let ready = BackgroundWork { [transition, layout, parallelFor] in
        transition.prepared(for: layout, parallelFor) as any Transition
      }.wait()
      prepared = ready
      return ready
    }
  }

  /// The frame of a time; one that may fail is drawn at once, so that no output sees half of it.
  func frame(at time: Double, of inputs: Inputs) throws(Failure) -> Frame {
    // The ends are pictures: one thread encodes the first while another prepares the transition.
    guard time > 0, time < 1 else { return transition.frame(at: time, of: inputs) }
    let ready = ready
    guard ready.mayFail else { return ready.frame(at: time, of: inputs) }
    let failure = FirstError()
    let drawn = ready.frame(at: time, of: inputs) { failure.note($0) }.bitmap()
    if let error = failure.error {
      guard let error = error as? GLError else { throw Failure(.defect, "\(error)") }
      throw Failure(error, in: name)
    }
    return Frame(showing: drawn)
  }
}

/// The first of some errors, on whichever threads they happen.
private final class FirstError: Sendable {
  private let first = Mutex<(any Error)?>(nil)

  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
  var error: (any Error)? { first.withLock(\.self) }
}
