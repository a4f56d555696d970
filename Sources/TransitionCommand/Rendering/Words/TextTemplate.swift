internal import TransitionImages

/// A text with fields, which stand for what the file of a picture says.
struct TextTemplate: Sendable, Hashable {
  /// A field.
  enum Field: Sendable, Hashable {
    case name, number, description, title, city
    /// The date, in a form such as `%d %B %Y`.
    case date(form: String)

    static let words = ["name", "number", "date", "description", "title", "city"]
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    /// The first of some fields that is not empty.
    case fields([Field])
  }

  /// The parts of each line; none if there are no words.
  private var lines: [[Part]] = []
  /// As one would write it.
  let written: String

  /// No words, even where the whole show has some.
  static let none = TextTemplate()

  private init() { written = "none" }

  /// Reads a text.
  ///
  /// - Throws: the words that are wrong, and why.
  init(_ text: String) throws(Failure) {
    written = text
    var line: [Part] = []
    var plain = String.UnicodeScalarView()
    func endPlain() {
      if !plain.isEmpty { line.append(.text(String(plain))) }
      plain = String.UnicodeScalarView()
    }
    func endLine() {
      endPlain()
      lines.append(line)
      line = []
    }
    // By scalars: a mark behind a brace is one character with it.
    var rest = text.unicodeScalars[...]
    while let first = rest.popFirst() {
      switch (first, rest.first) {
      case ("\\", "n"), ("\\", "\\"), ("{", "{"), ("}", "}"):
        let next = rest.removeFirst()
        if next == "n" { endLine() } else { plain.append(next) }
      case ("\r", "\n"): continue
      case ("\n", _): endLine()
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else {
          throw .usage("'{\(Substring(rest).prefix(20))' has no end: {{ is a brace")
        }
        let fields = try rest[..<end].split(separator: "|", omittingEmptySubsequences: false)
          .map { name throws(Failure) in try Self.field(Substring(name)) }
        endPlain()
        line.append(.fields(fields))
        rest = rest[rest.index(after: end)...]
      case ("}", _): throw .usage("'}' ends no field: }} is a brace")
      default: plain.append(first)
      }
    }
    endLine()
    let hasWords = lines.joined().contains { part in
      if case .text(let text) = part { text.contains { !$0.isWhitespace } } else { true }
    }
    if !hasWords { lines = [] }
  }

  private static func field(_ name: Substring) throws(Failure) -> Field {
    switch name {
    case "name": return .name
    case "number": return .number
    case "description": return .description
    case "title": return .title
    case "city": return .city
    case "date": return .date(form: "%Y-%m-%d")
    default:
      if name.hasPrefix("date:") {
        let form = String(name.dropFirst("date:".count))
        try DateText.check(form)
        return .date(form: form)
      }
      throw .usage(
        "{\(name)} is no field\(Suggestion.phrase(for: String(name), among: Field.words)): "
          + "{name}, {number}, {date}, {date:%d %B %Y}, {description}, {title} and {city} are, "
          + "and {{ is a brace")
    }
  }

  /// Its fields.
  var fields: Set<Field> {
    Set(
      lines.joined().flatMap { part -> [Field] in
        if case .fields(let fields) = part { fields } else { [] }
      })
  }

  var isNone: Bool { lines.isEmpty }

  /// The text with the values of its fields. A line with a field that nothing is known of is left
  /// out.
  func text(_ value: (Field) -> String?) -> PlainText {
    let filled = lines.compactMap { line -> String? in
      var text = ""
      for part in line {
        switch part {
        case .text(let plain): text += plain
        case .fields(let fields):
          // The ends of lines in what a file says are blanks.
          let values = fields.lazy.compactMap(value).map { value in
            String(value.map { $0.isNewline ? " " : $0 })
          }
          guard let first = values.first(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            return nil
          }
          text += first
        }
      }
      return text
    }
    return PlainText(filled.joined(separator: "\n"))
  }
}

extension ValueReader<TextTemplate> {
  /// A text with fields, or `none`.
  static var template: ValueReader {
    .words(
      "TEXT", [("none", .none)],
      orElse: { text, option throws(Failure) in
        guard text.count <= PlainText.mostCharacters else {
          throw .usage(
            "\(option): the text has \(text.count) characters, more than "
              + "\(PlainText.mostCharacters)")
        }
        do throws(Failure) {
          return try TextTemplate(text)
        } catch { throw error.preceded(by: "\(option): ") }
      }, text: \.written)
  }
}
