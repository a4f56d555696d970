internal import TransitionKit

/// The texts of `-h`, `--help`, `--filterhelp` and `-l -v`.
enum Help {
  private static let purpose = "Makes films, animations and frames of pictures, with transitions."

  private static let usage = "Usage: dotransition PICTURE... -o OUTPUT [OPTION...]"

  /// Commands to copy.
  private static let commands = examples.map { "  " + $0.key }.joined(separator: "\n")

  /// The help that fits a screen: what people need first, and where the rest is.
  static var screen: String {
    let settings = Settings()
    // Sentences that fit a line, shorter than the options' own.
    let needed: [(setting: any AnySetting, sentence: String)] = [
      (settings.$folder, "film.mp4, turn.webp, show.html, turn_####.png, or -."),
      (settings.$filters, "random or one of these; again for the next step."),
      (settings.$count, "Each transition's time: 1.5s (default: 30 frames)."),
      (settings.$hold, "How long each picture stands still: 3s, or frames."),
      (settings.$length, "Instead of --hold, the length of the whole: 60s."),
      (settings.$size, "1080p, 4k, square, vertical, 640x360, 1920x, 50%."),
      (settings.$fit, "cover, contain, contain-blur, stretch or none."),
      (settings.$panZoom, "Move the pictures: auto, in, out, 'FROM>TO'."),
      (settings.words.$caption, "Words over the pictures: '{name}', or any text."),
      (settings.$easing, "linear, ease-in-out, bounce-out and others."),
      (settings.$loops, "Go back from the last picture to the first."),
      (settings.$order, "Sort the pictures by name or date."),
      (settings.$rate, "Frames a second: 25, 30000/1001 (30)."),
      (settings.$quality, "1 to 100, of films and lossy pictures (90)."),
      (settings.$type, "Type of frames in a folder: png, jpg, tiff, webp."),
      (settings.$time, "One frame: at 12.5s, or from 0 to 1 of two pictures."),
      (settings.$contactSheet, "One picture of the whole, in small frames."),
      (settings.$isDryRun, "Print the plan with all times; render nothing."),
    ]
    let options = needed.map { setting, sentence in
      let option = setting.definition
      let value = option.preferred == "duration" ? "TIME" : option.shownPlaceholder
      return ([option.shortestName, value].compactMap(\.self).joined(separator: " "), sentence)
    }
    return [
      purpose + "\n\n" + commands, usage,
      ([("PICTURE...", "Pictures, folders, f.%04d.png, black or colors, @LIST.")] + options)
        .map { item($0, $1) }.joined(separator: "\n"),
      "Transitions:\n" + Filters.builtInNames.joined(separator: " ").wrapped(indent: 2)
        + "\n"
        + ("Masks are transitions, too, such as heart, iris and clock. Values for one step follow "
        + "after colons: swipe:angle=45deg:duration=2s.").wrapped(indent: 2),
      "More:\n"
        + [
          ("--help", "All options."),
          ("--help NAME", "One transition, or one option."),
          ("-l", "All transitions, masks, and xfade's names."),
          ("man dotransition", "The manual."),
        ].map { item($0, $1) }.joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// A line for each transition, its short name and what one sees, then the names of presets.
  static var transitions: String {
    let lines = (Filters.shortNames + [Filter.cut.name]).map { name in
      let summary = (try? Filters.named(name))?.filter.summary ?? "A file that is not a transition."
      return (name + " ").filled(to: 22) + summary
    }
    let presets = Preset.Group.allCases.map { group in
      let names = Filters.presets.filter { $0.group == group }.map(\.name).joined(separator: " ")
      // Two columns are left for the margin that the whole help has.
      return "\n\(group.rawValue):\n"
        + names.wrapped(indent: 4).split(separator: "\n").map { $0.dropFirst(2) }
        .joined(separator: "\n")
    }
    return (lines + presets).joined(separator: "\n")
  }

  /// Examples, then all options in the order in which people need them, then the transitions.
  static var text: String {
    var parts: [String] = [
      purpose,
      examples.map { "  \($0)\n" + $1.wrapped(indent: 6) }
        .joined(separator: "\n"),
      usage + "\n       dotransition -l | --filterhelp NAME | --filterproperties [NAME]",
      ("PICTURE is a picture, a film, a folder of them, which are shown in the order of their names, "
        + "a numbered sequence, 'plate.%04d.png' or 'plate.####.png', or a color: black, #203040, "
        + "transparent. ./black is a file. Options of one picture follow its name after colons: "
        + "boat.mp4:from=3s:to=9.5s, first.jpg:hold=6s.").wrapped(indent: 0),
      ("@trip.list is a list of pictures. On the line of each follow options of that picture "
        + "(--hold, --fit, --focus, --pan-zoom, --caption; of a film --from, --to) and of the way from it to the next (--transition, parameters, "
        + "--duration, --easing). Lines that begin with an option are for the whole show:").wrapped(
          indent: 0),
      """
        # trip.list
        --size 1080p --hold 4s --duration 1s
        title.svg      --hold 2s
        first.jpg      --transition pagecurl --angle 150deg --duration 2s
        "boat 2.jpg"   --hold 6s --focus 60%,70%
        '#203040'      --hold 1s
      """,
    ]
    parts += OptionDefinition.listed.map { "\($0.group.rawValue):\n" + items($0.options) }
    parts.append(
      "Transitions (--filterhelp NAME tells the parameters of one):\n"
        + transitions.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"))
    parts.append(
      ("Lengths are pixels or %, of the frame's shorter side, or for x of its width and for y of its "
        + "height; positions are measured from its bottom left corner. Times are 1.5s or 1:30. "
        + "Angles are radians, 90deg or 0.25turn, counterclockwise. Colors are names of CSS, "
        + "#RRGGBB or r,g,b,a in 0 to 1. man dotransition has more.").wrapped(indent: 0))
    return parts.joined(separator: "\n\n")
  }

  /// The help of what a word names: a transition, an option, or one of each.
  /// - Throws: a usage error for a word that names nothing, and what is wrong with a shader.
  static func text(on topic: String) throws(Failure) -> String {
    if topic == agentsTopic { return agents }
    let options = Settings().all.map(\.definition).filter(\.isListed)
    let names = OptionNames(options)
    let letter = topic.unicodeScalars.first.flatMap { topic.count == 1 ? names.option($0) : nil }
    let option = letter ?? names.use(exactly: topic.lowercased())?.option
    let isTransition = (try? Filters.check([topic])) != nil
    guard option != nil || isTransition else {
      let known = Filters.shortNames + Preset.all.map(\.name) + options.map(\.name)
      throw .usage(
        "--help: no transition and no option is called '\(topic)'"
          + Suggestion.phrase(for: topic, among: known))
    }
    let transition = isTransition ? try text(of: Filters.named(topic)) : nil
    return [option.map(text(of:)), transition].compactMap(\.self).joined(separator: "\n\n")
  }

  /// The help of an option; of a parameter's the transitions that have it, each with its own.
  private static func text(of option: OptionDefinition) -> String {
    guard option.group == .parameters else { return items([option]) }
    let owners = Filters.all
      .filter { $0.parameters.contains { $0.hasOption && $0.option == option.name } }
      .map(\.shortName)
    return
      "\(option.label) is a parameter of \(owners.listed("and")): --help NAME is of one of them."
      .wrapped(indent: 0)
  }

  /// The help of a filter, whose example has a name of it: the short one if none is given.
  static func text(of filter: Filter, named name: String? = nil) -> String {
    [self.filter(filter), otherDefaults(filter), example(name ?? filter.shortName, of: filter)]
      .compactMap(\.self).joined(separator: "\n\n")
  }

  /// The name by which a filter has other defaults; `nil` if it has none.
  private static func otherDefaults(_ filter: Filter) -> String? {
    guard filter.identity.isEmpty,
      let ours = Transitions.ours.first(where: { $0.alias == filter.alias }),
      let original = Filters.original(of: ours),
      ours.parameters.contains(where: { $0.defaultText != nil })
    else { return nil }
    return
      (filter.isCoreImages
      ? "\(ours.name) is the same with defaults in % of the frame."
      : "\(original.name) is the same with Core Image's defaults, in pixels.").wrapped(indent: 2)
  }

  /// The help of one filter by a name: of a preset, with its values as defaults.
  static func text(of named: NamedFilter) -> String {
    let filter = named.filter
    guard let preset = named.preset else {
      return text(of: filter, named: named.file == nil ? nil : named.name)
    }
    return [
      "\(preset.name), a preset of \(names(of: filter)):\n"
        + preset.command.wrapped(indent: 2),
      self.filter(filter, preset), example(preset.name, of: filter),
    ].joined(separator: "\n\n")
  }

  private static func example(_ name: String, of filter: Filter) -> String {
    let pictures = filter.parameters.filter(\.isRequired)
      .map { " --set \($0.name)=\($0.name).png" }.joined()
    return "dotransition a.jpg b.jpg --transition \(name)\(pictures) -o film.mp4".wrappedCommand
  }

  private static func items(_ options: [OptionDefinition]) -> String {
    options.map { option in
      let names = option.names.joined(separator: ", ")
      let head = option.shownPlaceholder.map { "\(names) \($0)" } ?? names
      return item(option.letter == nil ? "    " + head : head, option.sentenceWithRange)
    }.joined(separator: "\n")
  }

  private static func names(of filter: Filter) -> String {
    let isOnly = filter.isCoreImages || filter.name == filter.alias || !filter.identity.isEmpty
    return isOnly ? filter.name : "\(filter.name), \(filter.alias)"
  }

  private static func filter(_ filter: Filter, _ preset: Preset? = nil) -> String {
    let head = names(of: filter)
    let parameters = filter.parameters.map { parameter in
      item(
        "  " + parameter.synopsis,
        parameter.sentenceWithRange(default: preset?.value(of: parameter)?.text))
    }
    return ([head, filter.summary.wrapped(indent: 2)] + parameters).joined(separator: "\n")
  }

  /// A term and what is to be said of it, beside it or below.
  private static func item(_ head: String, _ sentence: String) -> String {
    let column = 28
    let text = sentence.wrapped(indent: column)
    return head.count + 4 > column
      ? "  \(head)\n\(text)"
      : "  " + head + text.dropFirst(head.count + 2)
  }
}

extension ParameterDescription {
  /// How the command line sets it: `--radius`, `--set speed=`.
  var label: String { hasOption ? "--" + option : "--set \(name)=" }

  /// That with what stands for its value.
  var synopsis: String {
    kind == .flag ? label : label + (hasOption ? " " : "") + placeholder
  }

  /// A sentence about the parameter, its default and its usual range, in parentheses.
  ///
  /// `preset` is another default, `original` the same parameter of Core Image's filter.
  func sentenceWithRange(
    default preset: String? = nil, original: ParameterDescription? = nil
  ) -> String {
    if kind == .flag, preset == nil { return sentence }
    var remarks = [preset ?? shownDefault].compactMap { $0.map { "default: \($0)" } }
    if let other = original?.shownDefault, other != shownDefault {
      remarks.append("Core Image's: \(other)")
    }
    if !choices.isEmpty {
      remarks.append("names: " + choices.compactMap(\.text).joined(separator: ", "))
    }
    if let suggested {
      remarks.append(
        "\(shown(suggested.lowerBound.shortest)) to \(shown(suggested.upperBound.shortest))")
    }
    return sentence.with(remarks: remarks)
  }

  private var shownDefault: String? {
    unset?.text ?? defaultText?.text ?? initial?.text.map(shown)
  }

  /// A number with few digits, an angle in degrees: nobody types pi.
  private func shown(_ text: String) -> String {
    guard let number = Float(text) else { return text }
    if unit == .radians {
      return ((number * 1800 / .pi).rounded() / 10).shortest + "deg"
    }
    return text.count > 7 ? ((number * 10000).rounded() / 10000).shortest : text
  }
}

extension String {
  /// A sentence with remarks in parentheses before its full stop.
  func with(remarks: [String]) -> String {
    if remarks.isEmpty { return self }
    return "\(hasSuffix(".") ? dropLast() : self[...]) (\(remarks.joined(separator: "; ")))."
  }
}
