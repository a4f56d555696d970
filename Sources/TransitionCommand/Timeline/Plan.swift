internal import TransitionKit

/// The frames to make: those chosen from a timeline, by the numbers in their files' names.
struct Plan: Sendable {
  /// One frame.
  struct Frame: Sendable, Hashable {
    /// The number in its file's name.
    let number: Int
    let moment: Timeline.Moment
  }

  let timeline: Timeline
  /// The time of the only frame, where there is no sequence.
  let onlyTime: Double?
  /// The numbers of all frames, chosen or not.
  let allNumbers: ClosedRange<Int>
  private(set) var chosen: FrameSet

  /// The frames in a second of what has such a rate.
  let rate: FrameRate
  /// Whether the rate decides frames: a length or a time is in seconds, or an item follows it.
  let usesRate: Bool
  /// Whether the one frame that is chosen may have a name without a number.
  let isSingle: Bool

  init(_ settings: Settings, _ show: Show) throws(Failure) {
    let shares = show.items.contains { $0.extent.hold?.isShare ?? false }
    guard settings.length == nil || shares else {
      throw .usage(
        show.items.contains { $0.extent.hold != nil }
          ? "--length: each picture has a --hold of its own: leave out --length"
          : "--length: no picture is held: sequences and films last as long as they are"
      )
    }
    try self.init(
      settings, rate: show.rate,
      items: show.items.map(\.timed), passages: show.steps.map(\.passage))
  }

  /// The plan of a run that shows some items, at least 1, with the ways between them.
  init(
    _ settings: Settings, rate: FrameRate = .standard, items: [Timeline.Item],
    passages: [Timeline.Passage]
  ) throws(Failure) {
    self.rate = rate
    usesRate =
      settings.usesSeconds || passages.contains { $0.count.isTime }
      || items.contains {
        $0.followsRate || !$0.words.isEmpty || $0.extent.hold?.isTime ?? false
      }
    if items.count == 1, passages.isEmpty, items[0].extent == .hold(.moment) {
      throw .usage(
        "--hold says how long \(items[0].name) is shown, such as --hold 5s",
        at: items[0].position)
    }
    guard !settings.loops || settings.endpoints == .both else {
      throw .usage("--endpoints leaves out an end, and with --loop there is none")
    }
    if settings.isReversed, let film = items.first(where: \.isForwardOnly) {
      throw .usage("--reverse: \(film.name) is a film, and films are read forward")
    }
    let items = Self.items(items, passages)
    timeline = try Timeline(
      items: items, passages: passages, endpoints: settings.endpoints,
      isReversed: settings.isReversed, rate: rate)
    let first = settings.startNumber
    let whole = first...first + timeline.count - 1
    guard settings.time == nil || settings.frames == nil && settings.shard == .whole else {
      throw .usage("--time makes one frame: it cannot be divided by --frames or --shard")
    }
    switch settings.time {
    case .transition(let time):
      guard items.map(\.extent) == [.hold(.moment), .hold(.moment)], !settings.loops else {
        throw .usage(
          "--time from 0 to 1 belongs to two pictures without words, --hold and --loop: --time 12.5s "
            + "is a time of the show")
      }
      (onlyTime, allNumbers) = (time, first...first)
      chosen = FrameSet(allNumbers)
    case .show(let time):
      let index = rate.frame(at: time)
      guard index < timeline.count else {
        throw .usage(
          "--time: \(time.text) is after the end: the show lasts \(rate.text(of: timeline.count))")
      }
      (onlyTime, allNumbers) = (nil, whole)
      chosen = FrameSet(first + index...first + index)
    case nil:
      (onlyTime, allNumbers) = (nil, whole)
      var chosen = FrameSet(allNumbers)
      if let text = settings.frames { chosen = try FrameSet(text, of: allNumbers) }
      self.chosen = chosen.part(settings.shard.positions(of: chosen.count))
    }
    isSingle =
      allNumbers.count == 1
      || chosen.count == 1 && settings.shard == .whole
        && (settings.frames != nil || settings.time != nil)
  }

  /// The items of a timeline. In frames, a picture that is held for one is not held: its frame is
  /// the transitions' end.
  private static func items(
    _ items: [Timeline.Item], _ passages: [Timeline.Passage]
  ) -> [Timeline.Item] {
    if passages.isEmpty || passages.contains(where: \.count.isTime) { return items }
    return items.map { item in
      guard item.extent == .hold(.length(.frames(1))) else { return item }
      var moment = item
      moment.extent = .hold(.moment)
      return moment
    }
  }

  /// The plan for some frames of the timeline alone, counted from 0.
  func choosing(_ frames: Range<Int>) -> Plan {
    var plan = self
    plan.chosen = FrameSet(allNumbers).part(frames)
    return plan
  }

  /// Whether all frames of the timeline are chosen.
  var isWhole: Bool { onlyTime == nil && chosen.count == allNumbers.count }

  var frames: some Sequence<Frame> { chosen.numbers.lazy.map(frame) }

  func frame(_ number: Int) -> Frame {
    let moment =
      onlyTime.map { timeline.moment(at: $0) }
      ?? timeline.moment(of: number - allNumbers.lowerBound)
    return Frame(number: number, moment: moment)
  }
}
