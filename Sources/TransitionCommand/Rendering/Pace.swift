internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The defaults of a show to look at: how long pictures stand and transitions last, and the size of
/// frames where no picture's own would do for all.
///
/// They are for whatever plays; numbered frames keep the counts of the original.
enum Pace {
  private static let seconds = 3.0
  static let hold = Hold.length(Length(seconds: seconds))
  static let count = Length.seconds(micro: 1_000_000)
  /// The hold of a color that begins or ends the show: it fades in from it, or out to it.
  static let holdOfEnd = Hold.length(.frames(1))
  static let fit = Fit.containBlur

  /// Whether a show of some sources is one to look at, in which nobody has given a time.
  static func isFor(
    _ sources: [any Source], _ settings: Settings, hasFolder: Bool, hasWords: Bool
  ) -> Bool {
    let times: [any AnySetting] = [settings.$hold, settings.$length, settings.$count]
    guard !times.contains(where: \.isGiven) else { return false }
    let films = sources.count(where: \.isForwardOnly)
    let stills = sources.count { $0.count == 1 }
    return sources.count > 2 || hasFolder || hasWords || films > 0 && stills > 0
  }

  /// The hold of an item that has none of its own: people must have time to read the words over it.
  static func hold(of index: Int, in sources: [any Source], _ words: [ItemWords]) -> Hold {
    guard let time = words.map(\.readingTime).max() else {
      return isEnd(index, in: sources) ? holdOfEnd : hold
    }
    return .length(Length(seconds: max(seconds, time)))
  }

  /// Whether an item is a color without words that begins or ends a show.
  static func isEnd(_ index: Int, in sources: [any Source]) -> Bool {
    (index == 0 || index == sources.count - 1) && sources[index].isColor
      && !(sources[index] is TitleSource)
  }

  /// The size of frames that show pictures of some sizes; `nil` if that of the first does for all:
  /// their aspects differ by no more than a hundredth.
  static func size(of pictures: [Size]) -> Size? {
    let aspects = pictures.map { Double($0.width) / Double($0.height) }
    if let least = aspects.min(), let most = aspects.max(), most <= 1.01 * least { return nil }
    let upright = pictures.count { $0.height > $0.width }
    return 2 * upright > pictures.count
      ? Size(width: 1080, height: 1920) : Size(width: 1920, height: 1080)
  }

  /// The frames of a show as it would be at this pace; `nil` if it cannot be.
  static func frames(of show: Show, _ settings: Settings, _ rate: FrameRate) -> Int? {
    let sources = show.items.map(\.source)
    let items = show.items.enumerated().map { index, item in
      var timed = item.timed
      if item.extent.hold != nil {
        timed.extent = .hold(
          item.entry.options[settings.$hold]
            ?? hold(of: index, in: sources, item.texts))
      }
      return timed
    }
    let passages = show.steps.map { step in
      step.hasOwnLength || step.passage.isCut
        ? step.passage : Timeline.Passage(count: count, easing: step.passage.easing)
    }
    let fitted = Timeline.fitted(
      passages, isGiven: show.steps.map(\.hasOwnLength), items, rate: rate, always: true)
    return try? Timeline(
      items: items, passages: fitted, endpoints: settings.endpoints, rate: rate
    ).count
  }
}

extension Show {
  /// Takes the size of frames from those of the pictures, if the pace decides it.
  mutating func settle(_ sizes: [Size?]) {
    guard isPaced, size == nil, let chosen = Pace.size(of: sizes.compactMap(\.self)) else { return }
    size = .pixels(chosen)
    guard fit == nil, !sizes.isEmpty else { return }
    fit = Pace.fit
    for index in items.indices where items[index].fit == nil { items[index].fit = Pace.fit }
  }

  /// What the pace gives to options, as one would write it, by their names.
  var paceTexts: [String: String] {
    guard isPaced else { return [:] }
    return [
      "hold": ValueReader.hold.text(hold), "count": passage.count.text,
      "size": size?.text, "fit": fit?.rawValue,
    ].compactMapValues(\.self)
  }
}
