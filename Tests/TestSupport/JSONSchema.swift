internal import Foundation

/// A schema of the project's documents, which tells what is wrong with a JSON value.
///
/// It knows the words of JSON Schema that these documents use, and refuses others: a schema cannot
/// promise what no test sees.
public struct JSONSchema {
  private let root: JSONValue

  /// The errors in a schema itself.
  public enum SchemaError: Error { case unknown(word: String), unreadable(String) }

  /// Reads a schema in `Documentation`.
  public init(_ name: String) throws {
    let path = "\(Repository.root)/Documentation/\(name).schema.json"
    root = try JSONValue(String(contentsOfFile: path, encoding: .utf8))
  }

  /// What is wrong with a value, each with the path to it; nothing if it fits.
  public func errors(in value: JSONValue) throws -> [String] {
    try errors(in: value, by: root, at: "$")
  }

  private func errors(
    in value: JSONValue, by schema: JSONValue, at path: String
  ) throws -> [String] {
    if schema == .bool(true) { return [] }
    if schema == .bool(false) { return ["\(path): nothing is allowed here"] }
    var errors: [String] = []
    func expect(_ condition: Bool, _ text: String) {
      if !condition { errors.append("\(path): \(text)") }
    }
    for (word, rule) in schema.members.sorted(by: { $0.key < $1.key }) {
      switch word {
      case "$schema", "$defs", "title", "description": break
      case "$ref":
        let names = (rule.string ?? "").split(separator: "/").dropFirst().map(String.init)
        let target = names.reduce(root) { $0[$1] ?? .bool(false) }
        errors += try self.errors(in: value, by: target, at: path)
      case "type":
        let types = rule.string.map { [$0] } ?? rule.elements.compactMap(\.string)
        expect(types.contains { value.isOf(type: $0) }, "not of type \(types)")
      case "const": expect(value == rule, "not \(rule)")
      case "enum": expect(rule.elements.contains(value), "none of \(rule.elements)")
      case "minimum": expect((value.number ?? .infinity) >= (rule.number ?? 0), "below \(rule)")
      case "maximum": expect((value.number ?? -.infinity) <= (rule.number ?? 0), "above \(rule)")
      case "minItems": expect(value.elements.count >= Int(rule.number ?? 0), "too few")
      case "maxItems": expect(value.elements.count <= Int(rule.number ?? 0), "too many")
      case "pattern":
        let isMatch = value.string?.range(of: rule.string ?? "", options: .regularExpression) != nil
        expect(isMatch, "does not match \(rule)")
      case "items":
        for (index, element) in value.elements.enumerated() {
          errors += try self.errors(in: element, by: rule, at: "\(path)[\(index)]")
        }
      case "required":
        for name in rule.elements.compactMap(\.string) where value[name] == nil {
          expect(false, "no \(name)")
        }
      case "properties", "additionalProperties": break
      case "anyOf", "oneOf":
        let fitting = try rule.elements.filter {
          try self.errors(in: value, by: $0, at: path).isEmpty
        }
        expect(
          word == "oneOf" ? fitting.count == 1 : !fitting.isEmpty, "\(fitting.count) forms fit")
      default: throw SchemaError.unknown(word: word)
      }
    }
    for (name, member) in value.members.sorted(by: { $0.key < $1.key }) {
      let rule = schema["properties"]?[name] ?? schema["additionalProperties"] ?? .bool(true)
      errors += try self.errors(in: member, by: rule, at: "\(path).\(name)")
    }
    return errors
  }
}

extension JSONValue {
  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number):
      type == "number" || type == "integer" && number.rounded() == number
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
