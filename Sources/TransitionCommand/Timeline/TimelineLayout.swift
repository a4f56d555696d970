extension Timeline {
  /// The frames of an item, which count from the beginning of the transition that leads to it, if
  /// one does: how many, the first that this transition shows, the first that is shown alone, and
  /// the first that the transition from it shows.
  typealias Span = (count: Int, entering: Int, alone: Int, leaving: Int)

  /// Puts items and transitions one after the other, in exact fractions of a frame.
  ///
  /// A step takes its frames from three places: from the end of the item before it, from between
  /// the two, and from the beginning of the item after it. Between are the frames that show both.
  /// An item that has a number of frames gives them; to a picture that is held they are added.
  ///
  /// | a step of N frames between, K with both ends | before | between | after |
  /// |---|---|---|---|
  /// | from a clip to a clip, which overlap | K - 1 | K - 2 | K - 1 |
  /// | from a clip to a picture | N | N | 0 |
  /// | from a picture to a clip | 0 | N | N |
  /// | from a picture to a picture | 0 | N | 0 |
  /// | a cut, whatever is beside it | 0 | 0 | 0 |
  ///
  /// A picture that is not held is one frame.
  struct Layout {
    /// The frames that a step takes from three places, in parts of a frame.
    private typealias Share = (before: Int128, between: Int128, after: Int128)

    private let items: [Item]
    private let passages: [Passage]
    private let endpoints: Endpoints
    private let rate: FrameRate
    /// The parts into which a frame is divided, so that every length is a whole number of them.
    private let frame: Int128
    /// The number of pictures that share what the transitions leave of the whole, at least 1.
    private let sharing: Int
    private let shown: Range<Int>
    private var overlapCounts: [Int] = []
    private var shares: [Share] = []
    /// The sum of the lengths for which the other items are alone, in parts of a frame.
    private var lengthOfOthers: Int128 = 0

    init(
      items: [Item], passages: [Passage], endpoints: Endpoints, rate: FrameRate
    ) throws(Failure) {
      let holds = items.map(\.extent.hold)
      (self.items, self.passages, self.endpoints, self.rate) = (items, passages, endpoints, rate)
      let first = [.both, .start].contains(endpoints) ? 0 : 1
      shown = first..<max(first, items.count - ([.both, .end].contains(endpoints) ? 0 : 1))
      func sharesWhole(_ picture: Int) -> Bool { holds[picture]?.isShare ?? false }
      sharing = max(1, shown.filter(sharesWhole).count)
      frame = Int128(rate.seconds) * 1_000_000 * Int128(sharing)
      guard shown.contains(where: sharesWhole) || !holds.indices.contains(where: sharesWhole) else {
        throw .usage("--length: --endpoints leaves out all pictures that could be held")
      }
      guard endpoints == .both || !holds.contains(nil) else {
        throw .usage(
          "--endpoints is for pictures: sequences and films begin and end with their own frames")
      }
      overlapCounts = countsOfOverlaps()
      shares = passages.indices.map(share(of:))
      for item in shown where !sharesWhole(item) {
        // One that is too short has an error of its own.
        lengthOfOthers += (try? lengthAlone(item)) ?? 0
      }
    }

    /// Refuses transitions that would leave a picture without a frame.
    private func checkCounts() throws(Failure) {
      let isChain =
        items.count != 2 || passages.count > 1
        || items.contains { $0.extent.hold != .moment }
      guard isChain else { return }
      for (step, passage) in passages.enumerated() where !passage.isCut {
        let isTooShort =
          overlaps(step) ? overlapCounts[step] < 2 : passage.count == .frames(1)
        guard isTooShort else { continue }
        throw .usage(
          passage.count.isTime
            ? "--duration: \(passage.count.text) is less than 2 frames at --fps \(rate.text)"
            : "--count: a transition of a show needs 2 frames at least, its ends",
          at: items[step].position)
      }
    }

    private var loops: Bool { !passages.isEmpty && passages.count == items.count }

    /// An item that has a number of frames.
    private func isClip(_ item: Int) -> Bool { items[item].extent.hold == nil }

    private func item(after step: Int) -> Int { (step + 1) % items.count }

    private func step(before item: Int) -> Int? {
      item > 0 ? item - 1 : loops ? passages.count - 1 : nil
    }

    private func step(after item: Int) -> Int? { item < passages.count ? item : nil }

    /// Whether both items of a step have numbers of frames, which then overlap unless it is a cut.
    private func overlaps(_ step: Int) -> Bool {
      !passages[step].isCut && isClip(step) && isClip(item(after: step))
    }

    /// The frames, both ends included, that overlap in each step between two such items, and 0 of
    /// all others. Their sums are rounded, so that a show of many is as long as its lengths.
    private func countsOfOverlaps() -> [Int] {
      var (sum, end) = (Int128(0), 0)
      return passages.indices.map { step in
        guard overlaps(step) else { return 0 }
        sum += parts(of: passages[step].count)
        defer { end = rounded(sum) }
        return rounded(sum) - end
      }
    }

    /// A length in parts of a frame.
    private func parts(of length: Length) -> Int128 {
      switch length {
      case .frames(let count): Int128(count) * frame
      case .seconds(let micro): Int128(micro) * Int128(rate.frames) * Int128(sharing)
      }
    }

    private func share(of step: Int) -> Share {
      if passages[step].isCut { return (0, 0, 0) }
      if overlaps(step) {
        let count = Int128(overlapCounts[step])
        return ((count - 1) * frame, (count - 2) * frame, (count - 1) * frame)
      }
      let length = parts(of: passages[step].count)
      let between = length - (passages[step].count.isTime ? moments(of: step) : ends(of: step))
      return (
        isClip(step) ? between : 0, between, isClip(item(after: step)) ? between : 0
      )
    }

    /// The pictures at the ends of a length in frames, which counts both, but for one that is left
    /// out: a frame of the transition takes its turn.
    private func ends(of step: Int) -> Int128 {
      let isAfterShown = isClosing(step) || shown.contains(step + 1)
      return ((shown.contains(step) ? 1 : 0) + (isAfterShown ? 1 : 0)) * frame
    }

    /// The pictures that are not held and are a part of a length in seconds: the first is the first
    /// step's, and each other that of the step that reaches it.
    private func moments(of step: Int) -> Int128 {
      func isMoment(_ picture: Int) -> Bool {
        items[picture].extent.hold == .moment && shown.contains(picture)
      }
      return
        ((step == 0 && isMoment(0) ? 1 : 0)
        + (!isClosing(step) && isMoment(step + 1) ? 1 : 0)) * frame
    }

    /// Whether a step leads back to the first item.
    private func isClosing(_ step: Int) -> Bool { loops && step == passages.count - 1 }

    /// The length for which an item is alone, between the transitions beside it.
    private func lengthAlone(_ picture: Int) throws(Failure) -> Int128 {
      switch items[picture].extent {
      case .frames(let count):
        let alone =
          Int128(count) * frame - (step(before: picture).map { shares[$0].after } ?? 0)
          - (step(after: picture).map { shares[$0].before } ?? 0)
        guard alone >= frame else { throw tooFew(count, picture) }
        return alone
      case .hold(let hold): return try length(hold)
      }
    }

    private func length(_ hold: Hold) throws(Failure) -> Int128 {
      switch hold {
      case .moment: return frame
      case .length(let length):
        guard parts(of: length) >= frame else {
          throw .usage("--hold: \(length.text) is less than a frame at --fps \(rate.text)")
        }
        return parts(of: length)
      case .share(let whole):
        let others = shares.reduce(lengthOfOthers) { $0 + $1.between }
        let share = (parts(of: whole) - others) / Int128(sharing)
        guard share >= frame else { throw tooShort(whole, others: others) }
        return share
      }
    }

    /// Whether an item has too few frames for the steps beside it.
    func isTooShort(_ item: Int) -> Bool { (try? lengthAlone(item)) == nil }

    /// The frames of an item that some of the steps beside it take, rounded up.
    func takenFrames(from item: Int, by isMeant: (Int) -> Bool) -> Int {
      let before = step(before: item).flatMap { isMeant($0) ? shares[$0].after : nil } ?? 0
      let after = step(after: item).flatMap { isMeant($0) ? shares[$0].before : nil } ?? 0
      return Int((max(0, before + after) + frame - 1) / frame)
    }

    /// The steps with a length beside an item, the number of those among them that overlap another
    /// such item, and whether any has a length in seconds.
    private func steps(beside item: Int) -> (steps: [Int], overlaps: Int, isTime: Bool) {
      let steps = [step(before: item), step(after: item)].compactMap(\.self)
        .filter { !passages[$0].isCut }
      return (steps, steps.count(where: overlaps), steps.contains { passages[$0].count.isTime })
    }

    /// The frames that transitions may have, all alike, so that an item of some frames is long
    /// enough: with both ends, or, of lengths in seconds, without those that are held; `nil` if it
    /// is held, or if no step is beside it.
    private func longestCount(beside item: Int) -> Int? {
      let (beside, overlaps, isTime) = steps(beside: item)
      guard case .frames(let frames) = items[item].extent, !beside.isEmpty else { return nil }
      // An overlap of so many frames takes one less; a transition of so many takes two less.
      let ends = beside.map { self.overlaps($0) ? 0 : Int(moments(of: $0) / frame) }.reduce(0, +)
      return (frames - 1 + (isTime ? overlaps + ends : 2 * beside.count - overlaps)) / beside.count
    }

    /// The error of an item that is shorter than the steps beside it.
    private func tooFew(_ frames: Int, _ item: Int) -> Failure {
      let (beside, overlaps, isTime) = steps(beside: item)
      let longest = items.indices.compactMap(longestCount(beside:)).min() ?? 0
      let micro = 1_000_000 * Int128(longest) * Int128(rate.seconds) / Int128(rate.frames)
      let option =
        isTime
        ? "--duration \(Length.seconds(micro: Int(micro)).text)" : "--count \(longest)"
      return .usage(
        "\(items[item].name) has \(frames.counted("frame")), too few for "
          + "\(beside.count == 1 ? "the transition" : "the transitions") beside it: "
          + (longest >= (isTime && overlaps == 0 ? 1 : 2)
            ? "\(option) at most" : "\(1 + (isTime ? beside.count : overlaps)) frames at least"))
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
        "--length: \(whole.words) is too short for \(items.count.counted("picture")) and "
          + "\(passages.count.counted("transition")): "
          + "\(needed.words) at least, or a shorter --duration")
    }

    /// The frames of all pictures and transitions, in order.
    func parts() throws(Failure) -> [Part] {
      try checkCounts()
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
        if shown.contains(picture) {
          do throws(Failure) {
            position += try lengthAlone(picture)
          } catch {
            // Too short a whole is nobody's own.
            if case .hold(.share) = items[picture].extent { throw error }
            throw error.located(at: items[picture].position)
          }
          guard position <= Int128(Timeline.mostFrames) * frame else { throw tooMany }
          add(.picture(picture), upTo: rounded(position))
        }
        guard picture < passages.count else { break }
        position += shares[picture].between
        guard position <= Int128(Timeline.mostFrames) * frame else { throw tooMany }
        // A single frame that could be either end is the source, as in the original.
        guard rounded(position) >= end || passages[picture].count == .frames(1) else {
          throw .usage(
            "--count: \(passages[picture].count.text) is too short for its pictures at --fps "
              + rate.text, at: items[picture].position)
        }
        add(.transition(picture), upTo: rounded(position))
      }
      guard !parts.isEmpty else {
        throw .usage("--endpoints \(endpoints.rawValue) leaves no frame: every step is a cut")
      }
      return parts
    }

    /// A length in whole frames.
    private func rounded(_ length: Int128) -> Int {
      let (count, rest) = (2 * length + frame).quotientAndRemainder(dividingBy: 2 * frame)
      // A step that is too short for its pictures may end before the show begins.
      return Int(rest < 0 ? count - 1 : count)
    }

    /// The frames of each item in a show of some parts.
    func spans(of parts: [Part]) -> [Span] {
      var counts: [Step: Int] = [:]
      for part in parts { counts[part.step, default: 0] += part.frames.count }
      return items.indices.map { item in
        let (before, after) = (step(before: item), step(after: item))
        func between(_ step: Int?) -> Int { step.flatMap { counts[.transition($0)] } ?? 0 }
        // The ends of a transition are frames of its items, but where an item of a number of frames
        // meets a picture that is held. A cut has none.
        func hasEnd(_ step: Int?) -> Bool {
          step.map { !passages[$0].isCut && (!isClip(item) || overlaps($0)) } ?? false
        }
        let entering = hasEnd(before) ? 1 : 0
        let alone = entering + between(before)
        // One that is left out would be a single frame.
        let leaving = alone + max(counts[.picture(item)] ?? 0, isClip(item) ? 0 : 1)
        return (leaving + between(after) + (hasEnd(after) ? 1 : 0), entering, alone, leaving)
      }
    }

    private var tooMany: Failure {
      .usage(
        "--count, --hold, --range: more than \(Timeline.mostFrames) frames are more than a "
          + "sequence can have")
    }
  }
}
