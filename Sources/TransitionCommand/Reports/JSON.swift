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

  /// The text, indented by two blanks a level.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where members.isEmpty: return "{\n\(indent)}"
    case .object(let members):
      let lines = members.map { "\(inner)\(Self.quote($0)): \($1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let items) where items.isEmpty: return "[\n\n\(indent)]"
    case .array(let items):
      let lines = items.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .string(let string): return Self.quote(string)
    case .number(let digits): return digits
    case .bool(let flag): return flag ? "true" : "false"
    case .null: return "null"
    }
  }

  /// The text without ends of lines and blanks.
  var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quote($0)):\($1.line)" }.joined(separator: ",") + "}"
    case .array(let items): "[" + items.map(\.line).joined(separator: ",") + "]"
    case .string, .number, .bool, .null: text()
    }
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
