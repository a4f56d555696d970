internal import TransitionKit
internal import TransitionSystem

/// A JSON text whose keys keep their order, printed as the original printed it.
enum JSON: Sendable {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case number(String)
  case bool(Bool)
  case null

  static func string(_ path: Path) -> JSON { .string(path.description) }

  static func number(_ value: Int) -> JSON { .number(String(value)) }
  static func number(_ value: Float) -> JSON { .number(value.shortest) }
  static func number(_ value: Double) -> JSON { .number(value.shortest) }

  /// The text, indented by two blanks a level; in one line without blanks if there is no indent.
  func text(indent: String? = "") -> String {
    let inner = indent.map { $0 + "  " }
    func list(_ open: String, _ items: [String], _ close: String) -> String {
      guard let indent, let inner else { return open + items.joined(separator: ",") + close }
      let lines = items.map { inner + $0 }.joined(separator: ",\n")
      return open + "\n" + lines + (items.isEmpty && open == "{" ? "" : "\n") + indent + close
    }
    return switch self {
    case .object(let members):
      list(
        "{",
        members.map {
          Self.quote($0) + (indent == nil ? ":" : ": ") + $1.text(indent: inner)
        }, "}")
    case .array(let items): list("[", items.map { $0.text(indent: inner) }, "]")
    case .string(let string): Self.quote(string)
    case .number(let digits): digits
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  /// A line of `--progress json`: an object that says what has happened.
  static func event(_ name: String, _ members: [(String, JSON)]) -> String {
    object([("event", .string(name))] + members).text(indent: nil) + "\n"
  }

  /// The last event of a run: its `result`, or its `error`.
  static func end(_ name: String, _ message: String, status: Int32) -> String {
    event(name, [("status", .number(Int(status))), ("message", .string(message))])
  }

  private static func quote(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.steersTerminals:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
