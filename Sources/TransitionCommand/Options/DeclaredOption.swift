internal import ArgumentParser
internal import Foundation

/// An option as ArgumentParser has taken it from its declaration.
struct DeclaredOption: Decodable {
  /// A letter, or a name of several.
  struct Name: Decodable {
    let kind: String
    /// Without hyphens.
    let name: String

    var isLetter: Bool { kind == "short" }
  }

  /// Whether a value follows.
  enum Value { case none, optional, required }

  let names: [Name]
  let valueName: String?
  let defaultValue: String?
  let abstract: String?
  let sectionTitle: String?
  /// Whether it is for everyone to know.
  let shouldDisplay: Bool
  private let kind: String
  private let parsingStrategy: String

  var value: Value {
    kind == "flag" ? .none : parsingStrategy == "unconditional" ? .required : .optional
  }

  /// The names of several letters.
  var longNames: [String] { names.filter { !$0.isLetter }.map(\.name) }

  /// The options of the command, hidden ones too.
  static let all: [DeclaredOption] = {
    struct Dump: Decodable {
      struct Command: Decodable { let arguments: [DeclaredOption] }
      let command: Command
    }
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(DoTransition._dumpHelp().utf8))
    return dump?.command.arguments ?? []
  }()
}
