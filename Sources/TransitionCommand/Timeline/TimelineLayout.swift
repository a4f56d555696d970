extension Timeline {
  /// The frames of an item by their numbers, which count from the beginning of the transition that
  /// leads to it, if one does.
  struct Span: Sendable {
    /// The number of frames.
    let count: Int
    /// The first that the transition to it shows.
    let entering: Int
    /// The first that is shown alone.
    let alone: Int
    /// The first that the transition from it shows.
    let leaving: Int
  }

  /// Puts items and transitions one after the other, in exact fractions of a frame.
  struct Layout {
    private let items: [Item]
    private let passages: [Passage]
    private let endpoints: Endpoints
    private let rate: FrameRate
    /// The parts into which a frame is divided, so that every length is a whole number of them.
    private let frame: Int128
    /// The number of pictures that share what the transitions leave of the whole, at least 1.
    private let sharing: Int
    /// The sum of the other pictures' lengths, in parts of a frame.
    private var ownHolds: Int128 = 0

    /// The sum of the lengths for which items with numbers of frames are alone, in such parts.
    private var clipsAlone: Int128 = 0

    /// More frames than any sequence has.
    private static let most = 1_000_000_000

    init(
      items: [Item], passages: [Passage], endpoints: Endpoints, rate: FrameRate
    ) throws(Failure) {
      let holds = items.map(\.extent.hold)
      self.items = items
      self.passages = passages
      self.endpoints = endpoints
      self.rate = rate
      let shown = items.indices.filter {
        Self.isShown($0, of: items.count, endpoints)
      }
      func shares(_ picture: Int) -> Bool { holds[picture]?.isShare ?? false }
      sharing = max(1, shown.filter(shares).count)
      frame = Int128(rate.seconds) * 1_000_000 * Int128(sharing)
      guard shown.contains(where: shares) || !holds.indices.contains(where: shares) else {
        throw .usage("--length: --endpoints leaves out all pictures that could be held")
      }
      guard endpoints == .both || !holds.contains(nil) else {
        throw .usage(
          "--endpoints is for pictures: sequences and films begin and end with their own frames")
      }
      for picture in shown {
        if case .length(let length)? = holds[picture] { ownHolds += parts(of: length) }
      }
      for item in items.indices where isClip(item) {
        // One that is too short has an error of its own.
        clipsAlone += (try? lengthAlone(item, transitions: 0)) ?? 0
      }
    }

    private static func isShown(_ picture: Int, of count: Int, _ endpoints: Endpoints) -> Bool {
      switch endpoints {
      case .both: true
      case .start: picture < count - 1
      case .end: picture > 0
      case .none: picture > 0 && picture < count - 1
      }
    }

    /// Refuses transitions that would leave a picture without a frame.
    private func checkCounts(_ listed: (Step) -> ListPosition?) throws(Failure) {
      let isChain =
        items.count != 2 || passages.count > 1
        || items.contains { $0.extent.hold != .moment }
      guard isChain else { return }
      for (step, passage) in passages.enumerated() {
        let isTooShort =
          overlaps(step) ? overlap(of: step) < 2 : passage.count == .frames(1)
        guard isTooShort else { continue }
        throw Failure.usage(
          passage.count.isTime
            ? "--duration: \(passage.count.text) is less than 2 frames at --fps \(rate.text)"
            : "--count: a transition of a show needs 2 frames at least, its ends"
        ).located(at: listed(.transition(step)))
      }
    }

    private var loops: Bool { !passages.isEmpty && passages.count == items.count }

    /// Whether a picture is among the frames.
    private func isShown(_ picture: Int) -> Bool {
      Self.isShown(picture, of: items.count, endpoints)
    }

    /// Whether an item has a number of frames.
    private func isClip(_ item: Int) -> Bool { items[item].extent.hold == nil }

    /// The item that a step leads to.
    private func item(after step: Int) -> Int { (step + 1) % items.count }

    /// The step that leads to an item.
    private func step(before item: Int) -> Int? {
      item > 0 ? item - 1 : loops ? passages.count - 1 : nil
    }

    /// The step that leads from an item.
    private func step(after item: Int) -> Int? { item < passages.count ? item : nil }

    /// Whether both items of a step have numbers of frames, which then overlap.
    private func overlaps(_ step: Int) -> Bool { isClip(step) && isClip(item(after: step)) }

    /// The frames, both ends included, that overlap in a step between two such items.
    private func overlap(of step: Int) -> Int { rounded(parts(of: passages[step].count)) }

    /// The frames of both sides that count as a transition's own: of pictures that are not held, the
    /// first is the first transition's, and each other that of the transition that reaches it.
    private func owned(by step: Int) -> (before: Bool, after: Bool) {
      func isOwned(_ picture: Int) -> Bool {
        items[picture].extent.hold == .moment && isShown(picture)
      }
      let isClosing = loops && step == passages.count - 1
      return (step == 0 && isOwned(0), !isClosing && isOwned(step + 1))
    }

    /// A length in parts of a frame.
    private func parts(of length: Length) -> Int128 {
      switch length {
      case .frames(let count): Int128(count) * frame
      case .seconds(let micro): Int128(micro) * Int128(rate.frames) * Int128(sharing)
      }
    }

    /// The length of a transition, with the frames of pictures that it owns.
    private func length(of step: Int) -> Int128 {
      let passage = passages[step]
      if overlaps(step) { return Int128(overlap(of: step) - 2) * frame }
      if passage.count.isTime { return parts(of: passage.count) }
      let owned = owned(by: step)
      let isClosing = loops && step == passages.count - 1
      // A frame of the transition takes the turn of a picture that is left out.
      let omitted =
        (step == 0 && !isShown(0) ? 1 : 0) + (!isClosing && !isShown(step + 1) ? 1 : 0)
      let own = (owned.before ? 1 : 0) + (owned.after ? 1 : 0) + omitted - 2
      return parts(of: passage.count) + Int128(own) * frame
    }

    /// The length of a transition between the frames of its pictures.
    private func lengthBetween(_ step: Int) -> Int128 {
      let owned = owned(by: step)
      return length(of: step) - Int128((owned.before ? 1 : 0) + (owned.after ? 1 : 0)) * frame
    }

    /// The frames that a step takes from one of its items: an overlap has an end in each.
    private func lengthTaken(by step: Int) -> Int128 {
      lengthBetween(step) + (overlaps(step) ? frame : 0)
    }

    /// The length for which an item is alone, between the transitions beside it; `nil` if it is the
    /// moment of a transition.
    private func lengthAlone(_ picture: Int, transitions: Int128) throws(Failure) -> Int128? {
      switch items[picture].extent {
      case .frames(let count):
        let alone = steps(beside: picture).reduce(Int128(count) * frame) {
          $0 - lengthTaken(by: $1)
        }
        guard alone >= frame else { throw tooFew(count, picture) }
        return alone
      case .hold(let hold): return try length(hold, transitions: transitions)
      }
    }

    private func length(_ hold: Hold, transitions: Int128) throws(Failure) -> Int128? {
      switch hold {
      case .moment: return nil
      case .length(let length):
        guard parts(of: length) >= frame else {
          throw .usage("--hold: \(length.text) is less than a frame at --fps \(rate.text)")
        }
        return parts(of: length)
      case .share(let whole):
        let others = transitions + ownHolds + clipsAlone
        let share = (parts(of: whole) - others) / Int128(sharing)
        guard share >= frame else { throw tooShort(whole, others: others) }
        return share
      }
    }

    /// The steps beside an item.
    private func steps(beside item: Int) -> [Int] {
      [step(before: item), step(after: item)].compactMap(\.self)
    }

    /// The frames that transitions may have, all alike, so that an item of some frames is long enough: with
    /// both ends, or, of lengths in seconds, without them where a picture is held.
    private func longestCount(beside item: Int, of frames: Int) -> Int {
      let steps = steps(beside: item)
      let overlaps = steps.count { self.overlaps($0) }
      let isTime = steps.contains { passages[$0].count.isTime }
      // An overlap of so many frames takes one less; a transition of so many takes two less.
      let room = frames - 1 + (isTime ? overlaps : 2 * steps.count - overlaps)
      return room / max(1, steps.count)
    }

    /// The error of an item that is shorter than the steps beside it.
    private func tooFew(_ count: Int, _ item: Int) -> Failure {
      let steps = steps(beside: item)
      let overlaps = steps.count { self.overlaps($0) }
      let isTime = steps.contains { passages[$0].count.isTime }
      let longest =
        items.indices.compactMap { item in
          if case .frames(let frames) = items[item].extent, !self.steps(beside: item).isEmpty {
            longestCount(beside: item, of: frames)
          } else {
            nil
          }
        }.min() ?? 0
      let option: String
      if isTime {
        let micro = 1_000_000 * Int128(longest) * Int128(rate.seconds) / Int128(rate.frames)
        option = "--duration \(Length.seconds(micro: Int(micro)).text)"
      } else {
        option = "--count \(longest)"
      }
      let what = steps.count == 1 ? "the transition beside it" : "the transitions beside it"
      return .usage(
        "\(items[item].name) has \(count.of("frame")), too few for \(what): "
          + (longest >= (isTime && overlaps == 0 ? 1 : 2)
            ? "\(option) at most" : "\(1 + (isTime ? steps.count : overlaps)) frames at least"))
    }

    /// The error of a whole that leaves less than a frame for each picture.
    private func tooShort(_ whole: Length, others: Int128) -> Failure {
      let least = others + Int128(sharing) * frame
      let needed: Length
      if whole.isTime {
        // Rounded up to a hundredth of a second.
        let unit = Int128(rate.frames) * Int128(sharing) * 10_000
        needed = .seconds(micro: Int((least + unit - 1) / unit) * 10_000)
      } else {
        needed = .frames(Int((least + frame - 1) / frame))
      }
      return .usage(
        "--length: \(whole.words) is too short for \(items.count.of("picture")) and "
          + "\(passages.count.of("transition")): "
          + "\(needed.words) at least, or a shorter --duration")
    }

    /// The frames of all pictures and transitions, in order.
    func parts(_ listed: (Step) -> ListPosition?) throws(Failure) -> [Part] {
      try checkCounts(listed)
      let lengths = passages.indices.map(length)
      let transitions = lengths.reduce(0, +)
      var parts: [Part] = []
      var position: Int128 = 0
      var end = 0
      /// Adds frames up to the present position but for some.
      func add(_ step: Step, upTo limit: Int) {
        guard limit > end else { return }
        parts.append(Part(step: step, frames: end..<limit))
        end = limit
      }
      for picture in items.indices {
        let hold: Int128?
        do throws(Failure) {
          hold =
            isShown(picture) ? try lengthAlone(picture, transitions: transitions) : nil
        } catch {
          // Too short a whole is nobody's own.
          if case .hold(.share) = items[picture].extent { throw error }
          throw error.located(at: listed(.picture(picture)))
        }
        if let length = hold {
          position += length
          guard position <= Int128(Self.most) * frame else { throw tooMany }
          add(.picture(picture), upTo: rounded(position))
        }
        guard picture < passages.count else { break }
        position += lengths[picture]
        guard position <= Int128(Self.most) * frame else { throw tooMany }
        let (before, after) = owned(by: picture)
        let limit = rounded(position)
        // A single frame that could be either end is the source, as in the original.
        let isSingle = before && after && passages[picture].count == .frames(1)
        guard isSingle || limit - end >= (before ? 1 : 0) + (after ? 1 : 0) else {
          throw Failure.usage(
            "--count: \(passages[picture].count.text) is too short for its pictures at --fps "
              + rate.text
          ).located(at: listed(.transition(picture)))
        }
        if before { add(.picture(picture), upTo: end + 1) }
        add(.transition(picture), upTo: after ? limit - 1 : limit)
        if after { add(.picture(picture + 1), upTo: limit) }
      }
      return parts
    }

    /// A length in whole frames.
    private func rounded(_ length: Int128) -> Int { Int((2 * length + frame) / (2 * frame)) }

    /// The frames of each item in a show of some parts.
    func spans(of parts: [Part]) -> [Span] {
      var counts: [Step: Int] = [:]
      for part in parts { counts[part.step, default: 0] += part.frames.count }
      return items.indices.map { item in
        let (before, after) = (step(before: item), step(after: item))
        func between(_ step: Int?) -> Int { step.flatMap { counts[.transition($0)] } ?? 0 }
        // The ends of a transition are frames of its items, but where an item of a number of frames
        // meets a picture that is held.
        func hasEnd(_ step: Int?) -> Bool { step.map { !isClip(item) || overlaps($0) } ?? false }
        let entering = hasEnd(before) ? 1 : 0
        let alone = entering + between(before)
        // One that is left out would be a single frame.
        let leaving = alone + max(counts[.picture(item)] ?? 0, isClip(item) ? 0 : 1)
        return Span(
          count: leaving + between(after) + (hasEnd(after) ? 1 : 0), entering: entering,
          alone: alone, leaving: leaving)
      }
    }

    private var tooMany: Failure {
      .usage(
        "--count, --hold, --range: more than \(Self.most) frames are more than a sequence can have")
    }
  }
}
