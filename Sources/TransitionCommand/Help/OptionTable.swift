internal import ArgumentParser
internal import Foundation

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
    let decoder = JSONDecoder()
    let dump = try? decoder.decode(Dump.self, from: Data(DoTransition._dumpHelp().utf8))
    let all = (dump?.command.arguments ?? []).filter(\.shouldDisplay)
    // Of --verbose and --no-verbose, the first speaks for both.
    let names = Set(all.flatMap { $0.names.map(\.name) })
    let arguments = all.filter { argument in
      !argument.names.contains {
        $0.name.hasPrefix("no-") && names.contains(String($0.name.dropFirst(3)))
      }
    }
    var titles: [String] = []
    for title in arguments.map(\.title) where !titles.contains(title) { titles.append(title) }
    groups = titles.filter { $0 != Self.filterTitle }.map { title in
      Group(
        title: title,
        options: arguments.filter { $0.title == title }.map { $0.entry(invertible: names) })
    }
  }

  /// The title of the group of the filters' parameters.
  static let filterTitle = "Parameters of the filters"

  /// The part of ArgumentParser's description of a command that is used here.
  private struct Dump: Decodable {
    struct Command: Decodable { let arguments: [Argument] }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let names: [Name]
      let valueName: String?
      let defaultValue: String?
      let abstract: String?
      let sectionTitle: String?
      let shouldDisplay: Bool
      let parsingStrategy: String

      /// What ArgumentParser adds by itself has no title.
      var title: String { sectionTitle ?? "Help" }

      func entry(invertible names: Set<String>) -> Entry {
        let sentence = abstract ?? ""
        let isFlag = kind == "flag"
        let value = parsingStrategy == "unconditional" ? valueName : valueName.map { "[\($0)]" }
        return Entry(
          names: self.names.map { name in
            if name.kind == "short" { return "-" + name.name }
            return (names.contains("no-" + name.name) ? "--[no-]" : "--") + name.name
          },
          placeholder: isFlag ? nil : value,
          sentence: isFlag ? sentence : sentence.withDefault(defaultValue))
      }
    }

    let command: Command
  }
}

extension String {
  /// A sentence with a default in parentheses before its full stop.
  fileprivate func withDefault(_ value: String?) -> String {
    guard let value, !value.isEmpty, hasSuffix(".") else { return self }
    return "\(dropLast()) (default: \(value))."
  }
}
