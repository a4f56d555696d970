extension Timeline {
  /// Shortens transitions whose length nobody has given, so that the clips beside them are long
  /// enough: to a third of a clip, and to what a given transition on its other side leaves. One
  /// that would have less than two frames becomes a cut.
  ///
  /// Where clips are long enough as it is, nothing is shortened, unless it is to be `always`.
  static func fitted(
    _ passages: [Passage], isGiven: [Bool], _ items: [Item], rate: FrameRate, always: Bool
  ) -> [Passage] {
    guard
      let layout = try? Layout(items: items, passages: passages, endpoints: .both, rate: rate)
    else { return passages }
    return passages.indices.map { step in
      let passage = passages[step]
      guard !isGiven[step], !passage.isCut else { return passage }
      var limits: [Limit] = []
      for item in [step, (step + 1) % items.count] {
        guard case .frames(let frames) = items[item].extent, always || layout.isTooShort(item)
        else { continue }
        let others = layout.takenFrames(from: item) { $0 != step && isGiven[$0] }
        limits.append(Limit(thirds: min(frames, 3 * max(0, frames - 1 - others))))
      }
      return limits.reduce(passage) { $1.shortened($0, rate) }
    }
  }

  /// The most that a transition may take of a clip, in thirds of a frame.
  private struct Limit {
    let thirds: Int

    func shortened(_ passage: Passage, _ rate: FrameRate) -> Passage {
      let length: Length
      let frames: Double
      switch passage.count {
      case .frames(let count):
        length = .frames(min(count, thirds / 3))
        frames = Double(thirds / 3)
      case .seconds(let micro):
        // In hundredths of a second, as one would write it.
        let hundredths = Int(
          Int128(thirds) * Int128(rate.seconds) * 100 / (3 * Int128(rate.frames)))
        length = .seconds(micro: min(micro, hundredths * 10_000))
        frames = Double(hundredths) * Double(rate.frames) / Double(100 * rate.seconds)
      }
      if length == passage.count { return passage }
      return frames < 2 ? .cut : Passage(count: length, easing: passage.easing)
    }
  }
}
