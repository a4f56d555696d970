/// Where the parts of a film begin, each of which is encoded by itself.
///
/// A part begins only with a transition, or with an item after a cut, and a second earlier where a
/// picture rests before a transition. The last frames of a part lose most, which is not seen at
/// rest; and the first frame, which is encoded best, does the rest good that follows it. Of the
/// places where a part could begin, the one before the item with the smallest key is taken. So
/// shows that differ in one place fall into step again soon after it, and share the parts that
/// follow.
struct PartLayout {
  /// Lengths of parts, in seconds.
  struct Lengths {
    /// The shortest part is so long, if there are places enough, and the longest of them not twice
    /// as long.
    let least: Int
    /// A part that is longer is cut within its last item.
    let most: Int
    /// The lengths of the pieces of an item, counted from its own beginning.
    let piece: Int
  }

  /// A place where a part may begin, and the key of the item that begins there.
  typealias Place = (frame: Int, key: FrameKey)

  private let least, most, piece: Int
  /// How long before a transition a part begins while a picture rests.
  let rest: Int

  init(_ lengths: Lengths, _ rate: FrameRate) {
    func frames(_ seconds: Int) -> Int { (seconds * rate.frames + rate.seconds - 1) / rate.seconds }
    rest = frames(1)
    (least, most, piece) = (frames(lengths.least), frames(lengths.most), frames(lengths.piece))
  }

  /// The parts of a number of frames, in their order; the places rise, without the first frame.
  func parts(of count: Int, places: [Place]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = end(ofPartFrom: start, places) ?? count
      // Its last item begins at the last place within it, or before.
      let beginning = places.last { $0.frame < end }?.frame ?? 0
      var cut = max(start, beginning)
      while end - max(cut, start) > most {
        cut += piece
        parts.append(start..<cut)
        start = cut
      }
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  /// The place where a part ends; `nil` if it goes on to the end of the film.
  private func end(ofPartFrom start: Int, _ places: [Place]) -> Int? {
    let later = places.drop { $0.frame < start + least }
    let near = later.prefix { $0.frame < start + 2 * least }
    return near.min { $0.key < $1.key }?.frame ?? later.first?.frame
  }
}

extension Timeline {
  /// A frame before which a part of a film may begin, for each item but the first one shown, with
  /// the item: the first that shows it after a cut, or that leads to it. Where what is before that
  /// is a picture at rest for more than a number of frames, it is so many frames earlier.
  func beginnings(
    after rest: Int, where isAtRest: (_ item: Int) -> Bool
  ) -> [(frame: Int, item: Int)] {
    var beginnings: [(frame: Int, item: Int)] = []
    var current: Int?
    // The frames of the picture that is held before.
    var held = 0
    for part in parts {
      let item: Int
      switch part.step {
      case .picture(let number): item = number
      case .transition(let number): item = isReversed ? number : self.item(after: number)
      }
      if let current, item != current {
        let earlier = !part.step.isPicture && held > rest && isAtRest(current) ? rest : 0
        beginnings.append((part.frames.lowerBound - earlier, item))
      }
      // A loop may come back to the item that it left.
      current = item
      held = part.step.isPicture ? part.frames.count : 0
    }
    return beginnings
  }
}
