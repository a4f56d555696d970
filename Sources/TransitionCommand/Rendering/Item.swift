internal import TransitionImages
internal import TransitionKit

/// A picture of the show, as it was asked for.
struct Item: Sendable {
  let picture: GivenPicture
  /// As it is named, with its own options.
  let entry: Entry
  /// The values of its options that are not those of the run.
  let overrides: [OptionValues.Value]
  /// How long it is shown.
  let extent: Timeline.Extent
  /// How it is brought to the frame; `nil` if nobody has said it: then it covers the frame.
  var fit: Fit?
  /// What stays in sight where it is cut off.
  let focus: Focus
  /// How its sound is heard.
  let sound: ItemSound
  /// How it moves while it is shown; `nil` if it stands still.
  let motion: Motion?
  let motionEasing: Easing
  /// The texts over it.
  let words: [ItemWords]
  /// The caption that goes to a file instead, if it has one.
  let subtitle: ItemWords?

  /// A picture that is held as the others are if it says nothing else, and before which `turn`
  /// pictures move by turns.
  init(
    _ entry: Entry, _ picture: GivenPicture, _ settings: Settings, hold: Hold, turn: Int = 0,
    texts: [ItemWords] = []
  ) {
    let (source, options) = (picture.source, entry.options)
    (self.picture, self.entry) = (picture, entry)
    overrides = options.differing(from: settings, hold: hold)
    extent =
      source.count > 1 ? .frames(source.count) : .hold(options[settings.$hold] ?? hold)
    fit = options.value(settings.$fit)
    sound = ItemSound(source, options, settings)
    motionEasing = options.value(settings.$panZoomEasing)
    let panZoom = Self.panZoom(of: source, entry, settings)
    focus = options.value(settings.$focus) ?? (panZoom == .auto ? .attention : .center)
    motion =
      panZoom == .still
      ? nil : Motion(panZoom, zoom: options.value(settings.$zoom).percent / 100, turn: turn)
    let isDrawn = settings.words.subtitles == nil
    subtitle = isDrawn ? nil : texts.first { $0.kind == .caption }
    words = texts.filter { isDrawn || $0.kind == .title }
  }

  /// How a picture moves. A color is the same everywhere, and a clip moves by itself unless it is
  /// told to.
  static func panZoom(
    of source: any Source, _ entry: Entry, _ settings: Settings
  ) -> PanZoom {
    if source.isColor { return .still }
    return source.count > 1
      ? entry.options[settings.$panZoom] ?? .still : entry.options.value(settings.$panZoom)
  }

  var source: any Source { picture.source }

  /// The texts over it, and the one that goes to a file.
  var texts: [ItemWords] { words + [subtitle].compactMap(\.self) }

  /// Its position in a list, if it is in one.
  var position: ListPosition? { entry.position }

  /// All values of its own. Some may be the run's, too: that they are said counts.
  var options: [OptionValues.Value] { entry.options.all }

  /// Those of them that say how it looks and are not the run's.
  var lookOverrides: [OptionValues.Value] {
    overrides.filter { [.look, .words].contains($0.option.group) }
  }

  /// Whether it has a value of its own of an option, and not the run's.
  func has(_ setting: any AnySetting) -> Bool {
    overrides.contains { $0.option.name == setting.definition.name }
  }

  /// Whether it looks the same in each of its frames.
  var isConstant: Bool { motion == nil && source.count == 1 }

  /// Whether its frames are others at another rate.
  var followsRate: Bool { source.rate != nil || motion?.followsTime ?? false }

  /// The item of the timeline that it is.
  var timed: Timeline.Item {
    Timeline.Item(
      extent: extent, isConstant: isConstant, isForwardOnly: source.isForwardOnly,
      followsRate: followsRate, words: words.map(\.seconds), name: picture.name, position: position)
  }

  /// How it is brought to the frame. What moves covers it.
  var shownFit: Fit { motion == nil ? fit ?? .cover : .cover }
}
