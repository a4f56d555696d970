internal import TransitionKit

/// The texts of `-h`, `--help`, `--filterhelp` and `-l -v`.
enum Help {
  private static let purpose = "Makes transitions between pictures: frames, films and animations."

  private static let usage = """
    Usage:
      dotransition --transitionfilter NAME -s SOURCE -d TARGET -o DIR -b NAME [...]
      dotransition --transitionfilter NAME PICTURE... --output FILE [...]
    """

  /// The help that fits a screen: what people need first, and where the rest is.
  static var screen: String {
    let settings = Settings()
    let needed: [any AnySetting] = [
      settings.$source, settings.$targets, settings.$filters, settings.$folder,
      settings.$basename, settings.$type, settings.$output, settings.$count, settings.$size,
      settings.$easing,
    ]
    let options = needed.map(\.definition)
    return [
      purpose, usage,
      "Options:\n" + items(options),
      "Transitions:\n" + Wrapped.text(Filters.all.map(\.alias).joined(separator: " "), indent: 2),
      "More:\n"
        + [
          ("--help", "All options, and all parameters of the transitions."),
          ("--filterhelp NAME", "The parameters of one transition."),
          ("man dotransition", "The manual."),
        ].map { item($0, $1) }.joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// A line for each transition: its short name and what one sees.
  static var transitions: String {
    Filters.shortNames.map { name in
      let summary = (try? Filters.named(name))?.summary ?? "A file that is not a transition."
      return name.padded(to: 22) + summary
    }.joined(separator: "\n")
  }

  /// The help: examples, then all options in the order in which people need them, with the
  /// parameters of the transitions, one by one, among them.
  static var text: String {
    var parts = [
      purpose,
      "Examples:\n"
        + Example.first.map { example in
          Wrapped.shell(example.command, indent: 2) + "\n"
            + Wrapped.text(example.sentence, indent: 6)
        }.joined(separator: "\n"),
      usage + "\n  dotransition -l [-v] | --filterproperties [NAME] | --filterhelp NAME",
    ]
    let groups = OptionDefinition.listed
    let first = groups.prefix { $0.group != .frames }
    parts += first.map { options($0.options, under: $0.group) }
    parts.append(
      "Transitions:\n"
        + transitions.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    parts.append("Their parameters, with default and usual range:")
    parts += Filters.all.filter { !$0.parameters.isEmpty }.map(filter)
    parts += groups.dropFirst(first.count).map { options($0.options, under: $0.group) }
    parts.append(
      Wrapped.text(
        "Coordinates are pixels from the bottom left corner, y upward; angles are radians, "
          + "counterclockwise, or 90deg, 0.25turn. Lengths take % of the frame. Colors are r,g,b or "
          + "r,g,b,a in 0 to 1, #RRGGBB, or a name of CSS. man dotransition has more.", indent: 0))
    return parts.joined(separator: "\n\n")
  }

  /// The help of one filter.
  static func text(of filter: Filter) -> String {
    self.filter(filter)
      + "\n\n"
      + Wrapped.shell(
        "dotransition --transitionfilter \(filter.shortName) -s a.jpg -d b.jpg -o out -b frame",
        indent: 2)
  }

  private static func options(
    _ options: [OptionDefinition], under group: OptionDefinition.Group
  ) -> String {
    "\(group.rawValue):\n" + items(options)
  }

  private static func items(_ options: [OptionDefinition]) -> String {
    options.map { option in
      let names = option.names.joined(separator: ", ")
      let head = option.shownPlaceholder.map { "\(names) \($0)" } ?? names
      return item(option.letter == nil ? "    " + head : head, option.sentenceWithDefault)
    }.joined(separator: "\n")
  }

  private static func filter(_ filter: Filter) -> String {
    let head = filter.identity.isEmpty ? "\(filter.name), \(filter.alias)" : filter.name
    let parameters = filter.parameters.map { parameter in
      item(
        "  " + parameter.synopsis,
        parameter.sentenceWithRange)
    }
    return ([head, Wrapped.text(filter.summary, indent: 2)] + parameters).joined(separator: "\n")
  }

  /// A term and what is to be said of it, beside it or below.
  private static func item(_ head: String, _ sentence: String) -> String {
    let column = 28
    let text = Wrapped.text(sentence, indent: column)
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
  var sentenceWithRange: String {
    if kind == .flag { return sentence }
    var facts = [unset?.text ?? initial?.text.map(Self.rounded)].compactMap {
      $0.map { "default: \($0)" }
    }
    if !choices.isEmpty {
      facts.append("names: " + choices.compactMap(\.text).joined(separator: ", "))
    }
    if let suggested {
      facts.append(
        "\(Self.rounded(suggested.lowerBound.shortest)) to "
          + Self.rounded(suggested.upperBound.shortest))
    }
    let unit = unit == .radians && kind == .number ? " radians" : ""
    if facts.isEmpty { return sentence }
    return "\(sentence.dropLast()) (\(facts.joined(separator: "; "))\(unit))."
  }

  /// A number with few digits: nobody needs all those of pi.
  private static func rounded(_ text: String) -> String {
    guard let number = Float(text), text.count > 7 else { return text }
    return ((number * 10000).rounded() / 10000).shortest
  }
}

extension String {
  /// With blanks after it up to a column, one at least.
  fileprivate func padded(to column: Int) -> String {
    self + String(repeating: " ", count: max(1, column - count))
  }
}
