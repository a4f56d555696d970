internal import TransitionImages

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
  let fit: Fit?
  /// What stays in sight where it is cut off.
  let focus: Focus
  /// How it moves while it is shown; `nil` if it stands still.
  let motion: Motion?

  /// A picture that is held as the others are if it says nothing else, and before which `turn`
  /// pictures move by turns.
  init(
    _ entry: Entry, _ picture: GivenPicture, _ settings: Settings, hold: Hold, turn: Int = 0
  ) {
    let (source, options) = (picture.source, entry.options)
    (self.picture, self.entry) = (picture, entry)
    overrides = options.differing(from: settings)
    extent =
      source.count > 1 ? .frames(source.count) : .hold(options[settings.$hold] ?? hold)
    fit = options.value(settings.$fit)
    let panZoom = Self.panZoom(of: source, entry, settings)
    focus = options.value(settings.$focus) ?? (panZoom == .auto ? .attention : .center)
    motion =
      panZoom == .still
      ? nil : Motion(panZoom, zoom: options.value(settings.$zoom).percent / 100, turn: turn)
  }

  /// How a picture moves. A color is the same everywhere, and a clip moves by itself.
  static func panZoom(
    of source: any Source, _ entry: Entry, _ settings: Settings
  ) -> PanZoom {
    source.count > 1 || source.isColor ? .still : entry.options.value(settings.$panZoom)
  }

  var source: any Source { picture.source }

  /// Its position in a list, if it is in one.
  var position: ListPosition? { entry.position }

  /// Those of them that say how it looks.
  var lookOverrides: [OptionValues.Value] { overrides.filter { $0.option.group == .look } }

  /// The position of its own value of an option; `nil` if it has the run's.
  func position(of setting: any AnySetting) -> ListPosition? {
    overrides.contains { $0.option.name == setting.definition.name } ? position : nil
  }

  /// Whether it looks the same in each of its frames.
  var isConstant: Bool { motion == nil && source.count == 1 }

  /// Whether its frames are others at another rate.
  var followsRate: Bool { source.rate != nil || motion?.followsTime ?? false }

  /// How it is brought to the frame. What moves covers it.
  var shownFit: Fit { motion == nil ? fit ?? .cover : .cover }
}
