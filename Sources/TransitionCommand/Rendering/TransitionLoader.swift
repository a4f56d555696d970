internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// The transitions of a show in memory, by their indices in its show.
typealias TransitionCache = LendingCache<Int, PreparedTransition>

/// Loads the transitions of a show: decodes the pictures that are their parameters, and prepares
/// them.
struct TransitionLoader: Sendable {
  let opened: OpenedShow
  let format: PixelFormat
  /// Prepares a transition on several threads.
  let parallelFor: ParallelFor
  /// The masks that have been looked at: what is to be said of each is said once.
  private let seen = Monitor<Set<GivenPicture>>([])
  private var show: Show { opened.job.show }

  /// Makes a transition ready for its frames.
  func prepared(_ index: Int, _ transition: any Transition) -> PreparedTransition {
    PreparedTransition(
      transition, named: show.transitions[index].filter.displayName, for: layout(of: index),
      parallelFor: parallelFor)
  }

  /// Returns a transition with all its parameters; `decoded` are pictures that are decoded already.
  func transition(
    _ index: Int, _ decoded: [GivenPicture: DecodedPicture] = [:]
  ) throws(Failure) -> any Transition {
    let transition = show.transitions[index]
    let layout = layout(of: index)
    var complete = try transition.scaled(by: opened.pixelScale)
      .transition(in: opened.canvas.bounds)
    for (parameter, picture) in transition.images {
      var image = decoded[picture]
      if image == nil {
        image = try Failure.located(
          at: show.position(of: picture), opened.decode(picture))
      }
      guard let image else { continue }
      if seen.withLock({ $0.insert(picture).inserted }),
        let line = try Remarks.ofMask(picture, image, as: parameter)
      {
        Console.remark(line)
      }
      let bitmap = try Failure.from(
        image: image.bitmap(for: parameter, opened.canvas, show.fit, layout))
      try complete.setting(parameter, to: .image(bitmap))
    }
    return complete
  }

  private func layout(of index: Int) -> FrameLayout {
    FrameLayout(
      width: opened.size.width, height: opened.size.height, format: format,
      workingSpace: show.workingSpace(of: show.transitions[index].filter))
  }
}
