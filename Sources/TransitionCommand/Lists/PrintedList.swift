internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The list that shows what a command line shows: options of the run, then a line for each picture.
///
/// Values that depend on anything else are written out: the chosen transitions, and all parameters
/// that are not unset.
struct PrintedList {
  private let settings: Settings
  private let show: Show

  init(_ settings: Settings, _ show: Show) {
    (self.settings, self.show) = (settings, show)
  }

  /// The list, with a line end after each line.
  var bytes: [UInt8] {
    var lines: [[UInt8]] = []
    let steps = show.steps.map { options(of: show.transitions[$0.transition]) }
    // What all steps have is said once.
    let shared = Set(steps).count == 1 ? steps[0] : nil
    let run = runOptions + (shared ?? [])
    if !run.isEmpty { lines.append(Self.line(run)) }
    for (index, item) in show.items.enumerated() {
      var words = [Self.name(of: item.source)] + options(of: item)
      if index < steps.count {
        words += (shared == nil ? steps[index] : []) + options(of: show.steps[index].passage)
      }
      lines.append(Self.line(words))
    }
    return lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  /// The options of the whole show, as they are given or as its pace has them, but for transitions,
  /// what chooses them, and the range, which each sequence has on its line.
  private var runOptions: [Path] {
    Self.runOptions(settings, show.passage.count, show.paceTexts) { _ in true }
  }

  /// Those of them that decide what is seen and heard of a film, as they are given. The quality of
  /// a page is its own.
  static func runOptions(_ settings: Settings) -> [Path] {
    let ofFilms = Set(Film.options(of: settings).map(\.definition.name))
    return runOptions(settings, settings.count, [:]) { definition in
      [.show, .time, .look, .words, .sound].contains(definition.group)
        || ofFilms.contains(definition.name)
    }
  }

  private static func runOptions(
    _ settings: Settings, _ count: Length, _ paced: [String: String],
    where isMeant: (OptionDefinition) -> Bool
  ) -> [Path] {
    let written: [any AnySetting] = [
      settings.$filters, settings.$assigned, settings.$seed, settings.$range,
      settings.$order,
    ]
    return settings.all.filter { setting in
      (setting.isGiven || paced[setting.definition.name] != nil) && setting.definition.scope != .run
        && setting.definition.group != .parameters && !written.contains { $0 === setting }
        && isMeant(setting.definition)
    }.flatMap { setting -> [Path] in
      let definition = setting.definition
      guard !definition.form.isFlag else {
        return setting.text == "yes" ? [Path(definition.label)] : []
      }
      if setting === settings.$music {
        return settings.music.flatMap { [Path(definition.label), $0.written] }
      }
      let label = setting === settings.$count ? name(of: count) : Path(definition.label)
      return [label, Path(paced[definition.name] ?? setting.text ?? "")]
    }
  }

  /// The options of a picture itself.
  private func options(of item: Item) -> [Path] {
    let range = item.source.writtenRange.map { ["--range", Path($0.text)] as [Path] } ?? []
    let values = item.options.filter { $0.option.scope != .step && $0.option.name != "range" }
    return range + values.flatMap { [Path($0.option.label), Path($0.text)] }
  }

  /// The options of a step that are not those of the run.
  private func options(of passage: Timeline.Passage) -> [Path] {
    if passage.isCut { return [] }
    var words: [Path] = []
    if passage.count != show.passage.count {
      words += [Self.name(of: passage.count), Path(passage.count.text)]
    }
    if passage.easing != show.passage.easing { words += ["--easing", Path(passage.easing.name)] }
    return words
  }

  /// A transition with its parameters.
  private func options(of transition: FilterSettings) -> [Path] {
    let file = transition.file.map { $0.bytes.contains(UInt8(ascii: "/")) ? $0 : "./" + $0 }
    let mask = Self.mask(of: transition)
    let name = file ?? mask.map { Path($0.name) } ?? Path(transition.filter.shortName)
    return ["--transition", name]
      + transition.filter.parameters.filter { parameter in
        // A default that changes nothing would get a remark.
        let isGiven = transition.source(of: parameter).map { $0.origin != .preset } ?? false
        let hasEffect = isGiven || transition.purpose(ofUnused: parameter) == nil
        return hasEffect && (mask == nil || parameter.kind != .image)
      }
      .flatMap { parameter -> [Path] in
        let value =
          transition.picture(of: parameter).map { Self.name(of: $0.source) }
          ?? transition.writtenText(of: parameter).map { Path($0) }
        guard let value else { return [] }
        return parameter.hasOption && parameter.kind != .flag
          ? [Path(parameter.label), value]
          : ["--set", Path(parameter.writtenName + "=") + value]
      }
  }

  /// The mask whose name says all about a transition's picture; `nil` if none does here.
  static func mask(of transition: FilterSettings) -> Preset? {
    transition.filter.parameters.first { $0.kind == .image && transition.picture(of: $0) == nil }
      .flatMap(transition.writtenText).flatMap(Preset.named)
      .flatMap { preset in
        preset.group == .masks && preset.filter.name == transition.filter.name
          && Filters.path(of: preset.name) == nil ? preset : nil
      }
  }

  /// The option for a length of transitions, by the name that people use for it.
  private static func name(of count: Length) -> Path { count.isTime ? "--duration" : "--count" }

  /// A picture's name, which is taken for nothing else.
  static func name(of source: any Source) -> Path {
    if source is TitleSource { return source.name }
    let isOdd = !source.isColor && "-@~#".utf8.contains { $0 == source.name.bytes.first }
    return isOdd ? "./" + source.name : source.name
  }

  /// Words as a line has them, quoted where they must be.
  private static func line(_ words: [Path]) -> [UInt8] {
    Array(words.map(quoted).joined(separator: [UInt8(ascii: " ")]))
  }

  private static func quoted(_ word: Path) -> [UInt8] {
    if !word.bytes.isEmpty, word.bytes.allSatisfy(isPlain) { return word.bytes }
    let (quote, newline) = (UInt8(ascii: "'"), UInt8(ascii: "\n"))
    if word.bytes.contains(newline) {
      let inner = word.bytes.flatMap { byte -> [UInt8] in
        switch byte {
        case newline: Array("\\n".utf8)
        case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        default: [byte]
        }
      }
      return Array("$'".utf8) + inner + [quote]
    }
    let inner = word.bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] }
    return [quote] + inner + [quote]
  }

  /// Whether a byte needs no quotes: letters beyond ASCII are as plain as others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", ":", "=", "%", "@", "+", "~":
      true
    default: byte >= 0x80
    }
  }
}
