internal import TransitionKit
internal import TransitionSystem

/// The order of the items of a show, and of the transitions between them.
///
/// Frames are counted from 0. A length in frames counts both pictures of a transition; lengths in
/// seconds follow each other, and the boundaries between them are rounded to frames, never the
/// lengths:
///
///     2 frames held, 5 frames:   A A a b c B B        5 = A, B and what is between
///     0.1 s held, 0.1 s at 30:   A A A a b c B B B    seconds add up
///     0.2 s at 30, not held:     A a b c d B e f …    B is a frame of the step that reaches it
///
/// An item that is as long as its own frames gives some of them to the transitions: those between
/// two such items overlap the end of one and the beginning of the next, and those beside a picture
/// that is held are within the item:
///
///     5 and 4 frames, 3 frames:  A A A a B B          5 + 4 - 3; a is frame 3 of A and 1 of B
///     2 held, 5 frames, 4:       A A a b B B B        2 + 5; a and b are frames 0 and 1 of B
struct Timeline: Sendable {
  /// How long an item is shown.
  enum Extent: Sendable, Hashable {
    /// It is held, whatever it shows; the transitions beside it come on top.
    case hold(Hold)
    /// It has so many frames, and the transitions beside it are among them.
    case frames(Int)

    var hold: Hold? {
      if case .hold(let hold) = self { hold } else { nil }
    }
  }

  /// A picture of the show, or several in a row.
  struct Item: Sendable {
    var extent: Extent
    /// Whether it always looks the same.
    let isConstant: Bool
    /// Whether it is read from its first frame to its last, and cannot go back.
    var isForwardOnly = false
    /// Whether its frames are others at another rate.
    var followsRate = false
    /// The times after which its words go, one for each text over it; `nil` of one that stays.
    var words: [Double?] = []
    /// Its name, for errors, and its position in a list.
    let name: Path
    var position: ListPosition?
  }

  /// Which of the first and the last picture are among the frames.
  enum Endpoints: String, Sendable, CaseIterable {
    /// Both: the source and the target are frames.
    case both
    /// The first only, so that another run can begin with the last.
    case start
    /// The last only, so that the run can follow one that ended with the first.
    case end
    case none
  }

  /// The length and the speed of the way from a picture to the next.
  struct Passage: Sendable, Hashable {
    let count: Length
    let easing: Easing
  }

  /// A picture, or the way from one to the next.
  enum Step: Sendable, Hashable {
    case picture(Int)
    /// The transition of a number, from the picture of that number to the next one.
    case transition(Int)

    var isPicture: Bool {
      if case .picture = self { true } else { false }
    }
  }

  /// The step and the time that a frame shows. Moments that are equal look the same.
  struct Moment: Sendable, Hashable {
    let step: Step
    /// The time within the transition before easing, 0...1; a picture is at an end of one.
    let evenTime: Double
    /// The time that is drawn, 0...1.
    let time: Double
    /// The frame of the picture, or of the one that the transition leads from; 0 of a constant one.
    var frame = 0
    /// The frame of the picture that the transition leads to.
    var nextFrame = 0
    /// How much of each text over the picture shows; empty if it has none, or no frame of its own.
    var words: [WordTimes.Phase?] = []
  }

  /// Frames of one step, one after the other.
  struct Part: Sendable, Hashable {
    let step: Step
    let frames: Range<Int>
  }

  static let mostFrames = 1_000_000_000

  let count: Int
  private let items: [Item]
  /// Where the frames of each item lie in the show.
  private let spans: [Span]
  let isReversed: Bool
  private let passages: [Passage]
  private let rate: FrameRate
  /// All frames in order, before they are reversed.
  private let forward: [Part]

  /// Refuses shows in which a picture would have no frame, and those with too many.
  ///
  /// There is a passage between two items, and perhaps a last one, which leads back to the first
  /// item: this is not shown again. A transition in frames beside an end that is left out has one
  /// more frame of its own.
  init(
    items: [Item], passages: [Passage], endpoints: Endpoints = .both, isReversed: Bool = false,
    rate: FrameRate = .standard
  ) throws(Failure) {
    let layout = try Layout(
      items: items, passages: passages, endpoints: endpoints, rate: rate)
    forward = try layout.parts()
    spans = layout.spans(of: forward)
    count = forward.last?.frames.upperBound ?? 0
    self.items = items
    self.passages = passages
    self.isReversed = isReversed
    self.rate = rate
  }

  /// All frames in the order in which they are shown.
  var parts: [Part] {
    guard isReversed else { return forward }
    return forward.reversed().map { part in
      Part(step: part.step, frames: count - part.frames.upperBound..<count - part.frames.lowerBound)
    }
  }

  /// What tells the order and the speed of its frames from those of other timelines.
  var texts: [String] {
    [isReversed ? "reversed" : "forward"] + passages.map(\.easing.name)
      + forward.map { "\($0.frames.count)" }
  }

  /// The moment of a frame, 0..<count.
  func moment(of index: Int) -> Moment {
    let index = isReversed ? count - 1 - index : index
    let part = forward[forward.partitioningIndex { $0.frames.lowerBound > index } - 1]
    let position = index - part.frames.lowerBound
    func frame(_ item: Int, _ first: Int) -> Int { items[item].isConstant ? 0 : first + position }
    switch part.step {
    case .picture(let number):
      let end = number == 0 ? 0.0 : 1
      return Moment(
        step: part.step, evenTime: end, time: end, frame: frame(number, spans[number].alone),
        words: words(over: number, position, of: part.frames.count))
    case .transition(let number):
      let next = item(after: number)
      let evenTime = Double(position + 1) / Double(part.frames.count + 1)
      return Moment(
        step: part.step, evenTime: evenTime, time: passages[number].easing(evenTime),
        frame: frame(number, spans[number].leaving), nextFrame: frame(next, spans[next].entering))
    }
  }

  /// How much of each text shows in a frame of those for which an item is alone.
  private func words(over item: Int, _ position: Int, of frames: Int) -> [WordTimes.Phase?] {
    guard !items[item].words.isEmpty, !mixesWords(of: item) else { return [] }
    return items[item].words.map { seconds in
      WordTimes(frames: frames, rate: rate, seconds: seconds).phase(ofFrame: position)
    }
  }

  /// Whether an item is alone for so short a time that its words are a part of its picture.
  func mixesWords(of item: Int) -> Bool {
    !items[item].words.isEmpty && WordTimes.areTooShort(frames: framesAlone(of: item), rate: rate)
  }

  /// The frames over which an item has words, of each item: those that show it alone or, where
  /// these are few, half of the transitions beside it as well; `nil` of one without frames.
  var framesOfWords: [Range<Int>?] {
    var spans = [Range<Int>?](repeating: nil, count: items.count)
    func add(_ frames: Range<Int>, to item: Int) {
      guard let span = spans[item] else { return spans[item] = frames }
      // A loop comes back to its first item.
      if span.upperBound == frames.lowerBound {
        spans[item] = span.lowerBound..<frames.upperBound
      }
    }
    for part in parts {
      switch part.step {
      case .picture(let number): add(part.frames, to: number)
      case .transition(let number):
        let middle = (part.frames.lowerBound + part.frames.upperBound) / 2
        let items = [number, item(after: number)]
        for (item, frames) in zip(
          isReversed ? items.reversed() : items,
          [part.frames.lowerBound..<middle, middle..<part.frames.upperBound])
        where WordTimes.areTooShort(frames: framesAlone(of: item), rate: rate) {
          add(frames, to: item)
        }
      }
    }
    return spans.map { $0?.isEmpty ?? true ? nil : $0 }
  }

  /// The frames that show an item alone.
  func framesAlone(of item: Int) -> Int { spans[item].leaving - spans[item].alone }

  /// The moment of a time, 0...1, of the only transition, between two pictures that are not held.
  func moment(at time: Double) -> Moment {
    func frame(_ item: Int) -> Int {
      items[item].isConstant ? 0 : Int((time * Double(spans[item].count - 1)).rounded())
    }
    return Moment(
      step: .transition(0), evenTime: time, time: time, frame: frame(0), nextFrame: frame(1))
  }

  /// The frames of an item, those included that only the ends of its transitions would show.
  func frames(of item: Int) -> Int { spans[item].count }

  /// Whether there is more than the transition between two constant pictures.
  var isShow: Bool { items.count != 2 || !items.allSatisfy(\.isConstant) }

  /// Whether an item follows the one before it, or is followed by the next one, in a cut.
  func isCut(before item: Int) -> Bool {
    let step = step(before: item)
    return step < passages.count && passages[step].isCut
  }
  /// The step that leads to an item: to the first one the closing step.
  func step(before item: Int) -> Int { item > 0 ? item - 1 : items.count - 1 }
  func isCut(after item: Int) -> Bool { item < passages.count && passages[item].isCut }

  /// Whether the last item leads back to the first.
  var loops: Bool { passages.count == items.count }

  /// Whether a step shows the same picture in each of its frames.
  func isHeld(_ step: Step) -> Bool {
    if case .picture(let number) = step { items[number].isConstant } else { false }
  }

  /// The item to which the transition of a step leads.
  func item(after step: Int) -> Int { (step + 1) % items.count }

  /// The frames that a moment shows: one, or both of a transition.
  func shown(at moment: Moment) -> [ItemFrame] {
    switch moment.step {
    case .picture(let number): [ItemFrame(item: number, frame: moment.frame)]
    case .transition(let number):
      [ItemFrame(item: number, frame: moment.frame), target(of: number, moment.nextFrame)]
    }
  }

  /// A frame of the item that a transition leads to. At the end of a loop this is the first once
  /// more, which cannot go back if it is read forward.
  private func target(of step: Int, _ frame: Int) -> ItemFrame {
    let next = item(after: step)
    let isAgain = step == items.count - 1 && items[next].isForwardOnly
    return ItemFrame(item: next, frame: frame, showing: isAgain ? items.count : next)
  }

  /// The last frame of a showing that some moment shows; the end of a transition belongs to the
  /// other item.
  func lastFrame(ofShowing showing: Int) -> Int {
    let item = item(ofShowing: showing)
    let last = forward.last { part in
      switch part.step {
      case .picture(let number): showing == number
      case .transition(let number):
        showing == number || showing == items.count && number == showing - 1
      }
    }
    guard let last else { return frames(of: item) - 1 }
    let shown = shown(at: moment(of: last.frames.upperBound - 1))
    return shown.first { $0.showing == showing }?.frame ?? frames(of: item) - 1
  }

  /// The item of a showing.
  func item(ofShowing showing: Int) -> Int { showing % items.count }

  /// The first showing that belongs to later moments and not to this one; `nil` if there is none.
  func next(after moment: Moment, in later: some Sequence<Moment>) -> Int? {
    let showings = shown(at: moment).map(\.showing)
    return later.lazy.flatMap { shown(at: $0).map(\.showing) }.first { !showings.contains($0) }
  }
}

/// A frame of an item, both counted from 0.
struct ItemFrame: Sendable, Hashable {
  let item: Int
  let frame: Int
  /// The number of the item, or, where it must be opened again to be shown once more, another one.
  let showing: Int

  init(item: Int, frame: Int, showing: Int? = nil) {
    (self.item, self.frame, self.showing) = (item, frame, showing ?? item)
  }
}
