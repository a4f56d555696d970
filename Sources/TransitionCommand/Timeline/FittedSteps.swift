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
      var limit = Int.max
      for item in [step, (step + 1) % items.count] {
        guard case .frames(let frames) = items[item].extent, always || layout.isTooShort(item)
        else { continue }
        let others = layout.takenFrames(from: item) { $0 != step && isGiven[$0] }
        limit = min(limit, frames / 3, max(0, frames - 1 - others))
      }
      return limit == .max ? passage : passage.shortened(to: limit, rate)
    }
  }
}

extension Timeline.Passage {
  /// The passage if it takes some frames at most; else one of so many, or a cut.
  fileprivate func shortened(to most: Int, _ rate: FrameRate) -> Timeline.Passage {
    let length: Length
    switch count {
    case .frames(let frames): length = .frames(min(frames, most))
    case .seconds(let micro):
      // In hundredths of a second, as one would write it.
      let hundredths = Int(Int128(most) * Int128(rate.seconds) * 100 / Int128(rate.frames))
      length = .seconds(micro: min(micro, hundredths * 10_000))
    }
    if length == count { return self }
    return most < 2 ? .cut : Timeline.Passage(count: length, easing: easing)
  }
}
