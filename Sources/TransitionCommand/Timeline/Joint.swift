/// A step of a show with the frames beside it, by their numbers.
struct Joint {
  let step: Int
  /// The last frame that shows the one item alone; `nil` if none does.
  let before: Int?
  /// The frames of the transition; none of a cut, or where there is no frame between.
  let frames: Range<Int>
  /// The first frame that shows the other item alone; `nil` if none does.
  let after: Int?

  /// Whether some of these frames are chosen.
  func isChosen(in plan: Plan) -> Bool {
    ([before, after].compactMap(\.self) + frames).contains(where: plan.chosen.contains)
  }
}

extension Plan {
  /// The steps in the order in which they are shown.
  var joints: [Joint] {
    guard onlyTime == nil else { return [] }
    let (parts, first) = (timeline.parts, allNumbers.lowerBound)
    func alone(_ index: Int) -> Range<Int>? {
      let index = index == parts.count && timeline.loops ? 0 : index
      guard parts.indices.contains(index), parts[index].step.isPicture else { return nil }
      let frames = parts[index].frames
      return first + frames.lowerBound..<first + frames.upperBound
    }
    return parts.indices.compactMap { index in
      let frames = parts[index].frames
      switch parts[index].step {
      case .transition(let step):
        return Joint(
          step: step, before: alone(index - 1).map { $0.upperBound - 1 },
          frames: first + frames.lowerBound..<first + frames.upperBound,
          after: alone(index + 1)?.lowerBound)
      case .picture(let item):
        // A transition between the first frame and the last one alone has none, as a cut has.
        guard parts.count > 1, let next = alone(index + 1) else { return nil }
        let step = timeline.isReversed ? timeline.step(before: item) : item
        let end = first + frames.upperBound
        return Joint(step: step, before: end - 1, frames: end..<end, after: next.lowerBound)
      }
    }
  }
}
