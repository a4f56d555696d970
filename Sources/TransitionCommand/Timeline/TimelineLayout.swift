extension Timeline {
  /// Puts pictures and transitions one after the other, in exact fractions of a frame.
  struct Layout {
    private let holds: [Hold]
    private let passages: [Passage]
    private let endpoints: Endpoints
    private let rate: FrameRate
    /// The parts into which a frame is divided, so that every length is a whole number of them.
    private let frame: Int128
    /// The number of pictures that share what the transitions leave of the whole, at least 1.
    private let sharing: Int
    /// The sum of the other pictures' lengths, in parts of a frame.
    private var ownHolds: Int128 = 0

    /// More frames than any sequence has.
    private static let most = 1_000_000_000

    init(
      holds: [Hold], passages: [Passage], endpoints: Endpoints, rate: FrameRate
    ) throws(Failure) {
      self.holds = holds
      self.passages = passages
      self.endpoints = endpoints
      self.rate = rate
      let last = holds.count - 1
      let shown = holds.indices.filter {
        ($0 > 0 || endpoints != .end && endpoints != .none)
          && ($0 < last || endpoints != .start && endpoints != .none)
      }
      func shares(_ picture: Int) -> Bool {
        if case .share = holds[picture] { true } else { false }
      }
      sharing = max(1, shown.filter(shares).count)
      frame = Int128(rate.seconds) * 1_000_000 * Int128(sharing)
      guard shown.contains(where: shares) || !holds.indices.contains(where: shares) else {
        throw .usage("--length: --endpoints leaves out all pictures that could be held")
      }
      for picture in shown {
        if case .length(let length) = holds[picture] { ownHolds += parts(of: length) }
      }
    }

    /// Refuses transitions that would leave a picture without a frame.
    private func checkCounts(_ listed: (Step) -> ListPosition?) throws(Failure) {
      let isChain = holds.count > 2 || passages.count > 1 || holds.contains { $0 != .moment }
      guard isChain, let step = passages.firstIndex(where: { $0.count == .frames(1) }) else {
        return
      }
      throw Failure.usage(
        "--count: a transition between pictures that are held needs 2 frames at least"
      ).located(at: listed(.transition(step)))
    }

    private var loops: Bool { passages.count == holds.count }

    /// Whether a picture is among the frames.
    private func isShown(_ picture: Int) -> Bool {
      switch endpoints {
      case .both: true
      case .start: picture < holds.count - 1
      case .end: picture > 0
      case .none: picture > 0 && picture < holds.count - 1
      }
    }

    /// The frames of both sides that count as a transition's own: of pictures that are not held, the
    /// first is the first transition's, and each other that of the transition that reaches it.
    private func owned(by step: Int) -> (before: Bool, after: Bool) {
      func isOwned(_ picture: Int) -> Bool { holds[picture] == .moment && isShown(picture) }
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
      if passage.count.isTime { return parts(of: passage.count) }
      let owned = owned(by: step)
      let isClosing = loops && step == passages.count - 1
      // A frame of the transition takes the turn of a picture that is left out.
      let omitted =
        (step == 0 && !isShown(0) ? 1 : 0) + (!isClosing && !isShown(step + 1) ? 1 : 0)
      let own = (owned.before ? 1 : 0) + (owned.after ? 1 : 0) + omitted - 2
      return parts(of: passage.count) + Int128(own) * frame
    }

    /// The length of a picture that is held; `nil` if it is the moment of a transition.
    private func length(holding picture: Int, transitions: Int128) throws(Failure) -> Int128? {
      switch holds[picture] {
      case .moment: return nil
      case .length(let length):
        guard parts(of: length) >= frame else {
          throw .usage("--hold: \(length.text) is less than a frame at --fps \(rate.text)")
        }
        return parts(of: length)
      case .share(let whole):
        let others = transitions + ownHolds
        let share = (parts(of: whole) - others) / Int128(sharing)
        guard share >= frame else { throw tooShort(whole, others: others) }
        return share
      }
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
        "--length: \(whole.words) is too short for \(holds.count.of("picture")) and "
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
      /// The present position, rounded to a frame.
      func rounded() -> Int { Int((2 * position + frame) / (2 * frame)) }
      for picture in holds.indices {
        let hold: Int128?
        do throws(Failure) {
          hold =
            isShown(picture) ? try length(holding: picture, transitions: transitions) : nil
        } catch {
          // Too short a whole is nobody's own.
          if case .share = holds[picture] { throw error }
          throw error.located(at: listed(.picture(picture)))
        }
        if let length = hold {
          position += length
          guard position <= Int128(Self.most) * frame else { throw tooMany }
          add(.picture(picture), upTo: rounded())
        }
        guard picture < passages.count else { break }
        position += lengths[picture]
        guard position <= Int128(Self.most) * frame else { throw tooMany }
        let (before, after) = owned(by: picture)
        let limit = rounded()
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

    private var tooMany: Failure {
      .usage("--count, --hold: more than \(Self.most) frames are more than a sequence can have")
    }
  }
}
