/// The options as they are declared, in their groups; help and manual are loops over it.
struct OptionTable {
  /// Options under one title.
  struct Group {
    let title: String
    let options: [Entry]
  }

  /// One option.
  struct Entry {
    /// The names with their hyphens, short ones first: `-c`, `--count`.
    let names: [String]
    /// What stands for the value; `nil` for a flag.
    let placeholder: String?
    /// What the option does, as a sentence, with its default.
    let sentence: String
  }

  /// All groups but that of the filters' parameters, which belong to the filters.
  let groups: [Group]

  init() {
    let all = DeclaredOption.all.filter(\.shouldDisplay)
    // Of --verbose and --no-verbose, the first speaks for both.
    let names = Set(all.flatMap { $0.names.map(\.name) })
    let options = all.filter { option in
      !option.names.contains {
        $0.name.hasPrefix("no-") && names.contains(String($0.name.dropFirst(3)))
      }
    }
    var titles: [String] = []
    for title in options.map(\.title) where !titles.contains(title) { titles.append(title) }
    groups = titles.filter { $0 != Self.filterTitle }.map { title in
      Group(
        title: title,
        options: options.filter { $0.title == title }.map { $0.entry(invertible: names) })
    }
  }

  /// The title of the group of the filters' parameters.
  static let filterTitle = "Parameters of the filters"
}

extension DeclaredOption {
  /// What ArgumentParser adds by itself has no title.
  fileprivate var title: String { sectionTitle ?? "Help" }

  fileprivate func entry(invertible names: Set<String>) -> OptionTable.Entry {
    let sentence = abstract ?? ""
    let placeholder: String? =
      switch value {
      case .none: nil
      case .optional: valueName.map { "[\($0)]" }
      case .required: valueName
      }
    return OptionTable.Entry(
      names: self.names.map { name in
        if name.isLetter { return "-" + name.name }
        return (names.contains("no-" + name.name) ? "--[no-]" : "--") + name.name
      },
      placeholder: placeholder,
      sentence: value == .none ? sentence : sentence.withDefault(defaultValue))
  }
}

extension String {
  /// A sentence with a default in parentheses before its full stop.
  fileprivate func withDefault(_ value: String?) -> String {
    guard let value, !value.isEmpty, hasSuffix(".") else { return self }
    return "\(dropLast()) (default: \(value))."
  }
}
