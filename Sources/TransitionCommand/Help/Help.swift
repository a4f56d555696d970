internal import TransitionKit

/// What `--help` and `--filterhelp` print.
enum Help {
  /// The help: examples, then all options, those of the filters filter by filter.
  static var text: String {
    var parts = [
      "Makes the pictures between two pictures, with the transitions of Core Image.",
      "Examples:\n"
        + Example.first.map { example in
          Wrapped.shell(example.command, indent: 2) + "\n"
            + Wrapped.text(example.sentence, indent: 6)
        }.joined(separator: "\n"),
      """
      Usage:
        dotransition --transitionfilter NAME -s SOURCE -d TARGET -o DIR -b NAME [...]
        dotransition -l | --filterproperties [NAME] | --filterhelp NAME
      """,
    ]
    let groups = OptionDefinition.listed
    parts += groups.prefix(1).map { options($0.options, under: $0.group) }
    parts.append(
      "Filters, for --transitionfilter, and their parameters with their usual ranges:")
    parts += Filters.all.map(filter)
    parts += groups.dropFirst().map { options($0.options, under: $0.group) }
    parts.append(
      Wrapped.text(
        "Coordinates are pixels from the bottom left corner, y upward; angles are radians, "
          + "counterclockwise. Colors are r,g,b or r,g,b,a in 0 to 1, or #RRGGBB. man dotransition "
          + "has more.", indent: 0))
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
    "\(group.rawValue):\n"
      + options.map { option in
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

  /// What the parameter does, its default and its usual range, in parentheses.
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

/// Text in lines of at most 80 characters.
enum Wrapped {
  static func text(_ text: String, indent: Int, ending: String = "") -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if indent + last.count + 1 + word.count + ending.count > 80 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = "\(last) \(word)"
      }
    }
    return lines.map { margin + $0 }.joined(separator: ending + "\n")
  }

  /// A command line for the shell, continued with backslashes.
  static func shell(_ command: String, indent: Int) -> String {
    text(command, indent: indent, ending: " \\")
      .replacing(
        " \\\n" + String(repeating: " ", count: indent),
        with: " \\\n"
          + String(repeating: " ", count: indent + 2))
  }
}
