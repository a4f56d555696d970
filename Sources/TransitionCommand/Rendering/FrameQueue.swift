internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// The frames that are still to be made, shared by the threads that make them.
final class FrameQueue: Sendable {
  let count: Int
  private let plan: Plan
  private let writers: [any FrameWriter]
  private let state: Monitor<State>
  /// The first moment of each step that some of the frames show, in their order.
  private let steps: [Timeline.Moment]
  /// Held while a drawing is taken and reserves what it shows, so that both have one order. Nobody
  /// else needs it: a drawing may wait long for its pictures.
  private let order = Monitor(())

  private struct State {
    /// The frames that have not been given out.
    var rest: AnyIterator<Int>
    /// The next of them, which has been looked at.
    var next: Int?
    /// The index of the step that the last drawing shows.
    var step = 0
    var position = 0
    var drawings = 0
    var finished = 0
    var failures: [(drawing: Drawing, failure: Failure)] = []
  }

  /// The chosen frames of a plan that some writer wants; all of them if there is none.
  init(_ plan: Plan, for writers: [any FrameWriter]) {
    (self.plan, self.writers) = (plan, writers)
    let wanted = plan.chosen.numbers.lazy.filter { number in
      writers.isEmpty || writers.contains { $0.wants(number) }
    }
    count = wanted.reduce(0) { count, _ in count + 1 }
    steps = plan.steps(of: wanted)
    let rest = AnyIterator(wanted.makeIterator())
    let next = rest.next()
    state = Monitor(State(rest: rest, next: next))
  }

  var finished: Int { state.withLock(\.finished) }

  /// Makes all frames and hands them over; one that fails stops the others only where an output
  /// needs all of them.
  ///
  /// After each drawing it calls `report` with the seconds that it took.
  ///
  /// - Throws: why the first frame that failed did.
  func make(
    _ context: RenderContext, jobs: Int, report: @escaping @Sendable (Drawing, Double) -> Void
  ) throws(Failure) {
    Threads.perform(on: min(jobs, count)) { [self] in
      while let (drawing, reservation) = next(context) {
        let start = ContinuousClock.now
        do throws(Failure) {
          try make(drawing, reservation, context)
          state.withLock { $0.finished += drawing.numbers.count }
          report(drawing, start.duration(to: .now) / .seconds(1))
        } catch {
          state.withLock { $0.failures.append((drawing, error)) }
          for writer in writers { writer.frameFailed(drawing) }
        }
      }
    }
    let failures = state.withLock(\.failures)
    let earliest = failures.min { $0.drawing.position < $1.drawing.position }
    guard let first = earliest?.failure else { return }
    // An output that needs all frames has stopped the others, which have not failed.
    let failed = failures.reduce(0) { sum, failure in
      sum + failure.drawing.numbers.count { number in writers.contains { $0.wants(number) } }
    }
    let areCounted = failures.count > 1 && writers.allSatisfy { $0.isOpen }
    let others = areCounted ? " (and \(failed - 1) more of \(count) frames)" : ""
    throw first.followed(by: others)
  }

  /// Takes the next drawing and reserves what it shows; `nil` if there is none, or an output has
  /// ended.
  private func next(_ context: RenderContext) -> (Drawing, RenderContext.Reservation)? {
    order.withLock { _ in
      guard writers.allSatisfy({ $0.isOpen }), let (drawing, later) = next() else { return nil }
      return (drawing, context.reserve(drawing, before: later))
    }
  }

  private func make(
    _ drawing: Drawing, _ reservation: RenderContext.Reservation, _ context: RenderContext
  ) throws(Failure) {
    let takers = writers.filter { writer in drawing.numbers.contains { writer.wants($0) } }
    let deliveries = try context.withFrame(of: drawing, reservation) { frame throws(Failure) in
      // A frame is drawn as often as it is read.
      let frame = takers.count > 1 ? Frame(showing: frame.bitmap()) : frame
      return try takers.map { writer throws(Failure) in try writer.pack(frame, for: drawing) }
    }
    // The pictures are given back: however long this waits, other drawings can be made.
    for deliver in deliveries { try deliver() }
  }

  /// The frames that show each drawing of a plan, if all of them are wanted.
  static func drawings(_ plan: Plan) -> [[Int]] {
    let queue = FrameQueue(plan, for: [])
    return Array(sequence(state: ()) { _ in queue.next()?.drawing.numbers })
  }

  /// The next frame, with those after it that look the same, and the steps that
  /// the frames after these show.
  private func next() -> (drawing: Drawing, later: ArraySlice<Timeline.Moment>)? {
    state.withLock { state in
      guard let first = state.next else { return nil }
      let moment = plan.frame(first).moment
      var numbers = [first]
      state.next = state.rest.next()
      while case .picture = moment.step, let next = state.next,
        plan.frame(next).moment == moment
      {
        numbers.append(next)
        state.next = state.rest.next()
      }
      defer {
        state.position += numbers.count
        state.drawings += 1
      }
      let step = steps[state.step...].firstIndex { $0.step == moment.step }
      state.step = step ?? state.step
      let drawing = Drawing(
        numbers: numbers, position: state.position, index: state.drawings, moment: moment)
      return (drawing, steps.dropFirst(state.step + 1))
    }
  }
}

extension Plan {
  /// The first moment of each step that frames of some numbers show, rising.
  func steps(of numbers: some Sequence<Int>) -> [Timeline.Moment] {
    var steps: [Timeline.Moment] = []
    for number in numbers {
      let moment = frame(number).moment
      if steps.last?.step != moment.step { steps.append(moment) }
    }
    return steps
  }
}
