internal import TransitionKit

/// A parameter of a shader: a `uniform` that is not given by the tool.
public struct Uniform: Sendable, Hashable {
  /// Its name in the shader.
  public let name: String
  /// Its type as it is written: `vec3`, `bool`, `sampler2D`.
  public let type: String
  /// The kind of its components.
  public let kind: Kind
  /// Its default, one number a component: whole ones for ints, 0 or 1 for bools; empty for a
  /// picture, which must be given.
  public let defaultValue: [Double]
  /// What its numbers mean.
  public let meaning: Meaning
  /// One sentence that says what it does, if its comment has one.
  public let sentence: String?
  /// The line that declares it, counted from 1.
  public let line: Int

  /// What a uniform's numbers mean, as far as its comment says.
  public enum Meaning: Sendable, Hashable {
    /// Any numbers.
    case any
    /// Numbers in a range.
    case range(ClosedRange<Double>)
    /// An angle in radians.
    case angle
    /// A color: red, green and blue as people write them, and perhaps an opacity, not
    /// premultiplied.
    case color

    /// A number brought into those that have a meaning.
    func clamped(_ number: Double) -> Double {
      switch self {
      case .range(let range): min(max(number, range.lowerBound), range.upperBound)
      case .color: min(max(number, 0), 1)
      case .any, .angle: number
      }
    }

    /// The numbers of an angle or a color as people write it; `nil` if it is something else.
    func numbers(_ text: String, count: Int) -> [Double]? {
      switch self {
      case .angle: ParameterText.angle(text).map { [Double($0)] }
      case .color:
        (try? Color(parsing: text)).flatMap { color in
          guard count > 3 || color.alpha == 1 else { return nil }
          // With the digits as they are written, so that a default that is given is the default.
          return [color.red, color.green, color.blue, color.alpha].prefix(count)
            .map { Double($0.description) ?? Double($0) }
        }
      case .any, .range: nil
      }
    }
  }

  /// The kind of a uniform's components.
  public enum Kind: String, Sendable {
    /// Numbers.
    case float
    /// Whole numbers.
    case int
    /// 0 and 1.
    case bool
    /// A picture.
    case picture
  }

  /// The number of components: 1 for a float, 3 for a `vec3`, 0 for a picture.
  public var count: Int { defaultValue.count }

  /// The form of a value's text, for messages: `3 numbers`.
  public var expected: String {
    if kind == .picture { return "a picture's path" }
    if meaning == .angle { return ParameterText.angleExpectation }
    if meaning == .color {
      return count > 3 ? Color.expectation : "an opaque color such as 1,0.5,0 or #FF8000 or orange"
    }
    let noun =
      switch kind {
      case .int: "whole number"
      case .bool: "true or false"
      default: "number"
      }
    if kind == .bool { return count == 1 ? noun : "\(count) of \(noun)" }
    let color = kind == .float && (count == 3 || count == 4) ? ", or a color such as #FF8000" : ""
    return (count == 1 ? "a \(noun)" : "\(count) \(noun)s, or one for all") + color
  }

  /// Reads a value: `0.5`, `50%`, `0.5,0.5`, `vec2(0.5, 0.5)`, `true`, `#FF8000`, and what the
  /// meaning has beside these; one number is for all components.
  ///
  /// - Returns: one number a component, or nil if the text is something else; see ``expected``.
  public func value(_ text: String) -> [Double]? {
    guard kind != .picture else { return nil }
    let text = SourceText.trimmed(text)
    if let numbers = meaning.numbers(text, count: count) { return numbers }
    if kind == .float, text.hasSuffix("%") { return percentages(text) }
    if text.hasPrefix("#") { return color(text.dropFirst()) }
    guard let numbers = UniformText.numbers(text, exactly: true),
      numbers.count == 1 || numbers.count == count
    else { return nil }
    switch kind {
    case .int:
      let isWhole = numbers.allSatisfy { $0.rounded() == $0 && $0.magnitude <= 0x1p31 - 1 }
      guard isWhole else { return nil }
    case .bool: guard numbers.allSatisfy({ $0 == 0 || $0 == 1 }) else { return nil }
    default: guard numbers.allSatisfy({ Float($0).isFinite }) else { return nil }
    }
    return numbers.count == 1 ? Array(repeating: numbers[0], count: count) : numbers
  }

  /// Shares, of which each is written as a percentage or as a number.
  private func percentages(_ text: String) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map(SourceText.trimmed).compactMap { part -> Double? in
      guard part.hasSuffix("%") else { return UniformText.numbers(part, exactly: true)?.first }
      return UniformText.numbers(String(part.dropLast()), exactly: true)?.first.map { $0 / 100 }
    }
    guard numbers.count == parts.count else { return nil }
    guard [1, count].contains(numbers.count) else { return nil }
    return numbers.count == 1 ? Array(repeating: numbers[0], count: count) : numbers
  }

  private func color(_ digits: Substring) -> [Double]? {
    guard kind == .float, count == 3 || count == 4, digits.count == 6 || digits.count == 8,
      digits.count == 6 || count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let bits = UInt32(digits, radix: 16)
    else { return nil }
    let whole = digits.count == 6 ? bits << 8 | 0xFF : bits
    return (0..<count).map { index in
      let byte = whole >> UInt32(24 - 8 * index) & 0xFF
      return Double(byte) / 255
    }
  }
}

/// The forms in which values are written in comments and in options.
enum UniformText {
  /// The numbers of `1`, `1, 2`, `vec2(1, 2)`, `true`; nil if there is something else.
  ///
  /// If not `exactly`, text after a number is ignored, `60.0 Frames`, but for what computes with
  /// it, or goes on with it: `1/4`, `0x3`.
  static func numbers(_ text: String, exactly: Bool) -> [Double]? {
    var list = SourceText.trimmed(text)[...]
    let name = list.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    let rest = list.dropFirst(name.count).drop { $0 == " " }
    if name.first?.isLetter == true, rest.first == "(" {
      guard let end = rest.firstIndex(of: ")") else { return nil }
      if exactly, rest.index(after: end) != rest.endIndex { return nil }
      if goesOn(rest[rest.index(after: end)...]) { return nil }
      if Type.named[String(name)]?.width == nil { return nil }
      list = rest.dropFirst()[..<end]
    }
    var numbers: [Double] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = number(SourceText.trimmed(part), exactly: exactly) else { return nil }
      numbers.append(number)
    }
    return numbers.isEmpty ? nil : numbers
  }

  private static func number(_ text: String, exactly: Bool) -> Double? {
    let word = text.prefix { $0.isLetter }
    if word == "true" || word == "false" {
      return exactly && word.count != text.count ? nil : word == "true" ? 1 : 0
    }
    // The longest beginning that is a number.
    let digits = decimal(text)
    let rest = text[digits.endIndex...]
    let isAll = rest.isEmpty || rest == "f" || rest == "F"
    let number: Double? = NumberForm.decimal(digits)
    guard let number, number.isFinite, isAll || !exactly, !goesOn(rest) else { return nil }
    return number
  }

  /// Whether what follows a value is a part of an expression, and not of a sentence.
  private static func goesOn(_ text: Substring) -> Bool {
    guard let first = text.first else { return false }
    if !first.isWhitespace { return !"fF;:.,!?)]}\"'–—".contains(first) }
    let rest = text.drop(while: \.isWhitespace)
    guard let sign = rest.first, "*/+^".contains(sign), rest.count > 1 else { return false }
    return !["/", "*"].contains(rest.dropFirst().first)
  }

  /// The longest beginning of a text that is a decimal number; empty if there is none.
  private static func decimal(_ text: String) -> Substring {
    var rest = text[...]
    func passes(_ characters: String) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func passesDigits() -> Bool {
      let start = rest.startIndex
      rest = rest.drop { $0.isASCII && $0.isNumber }
      return rest.startIndex > start
    }
    _ = passes("+-")
    let hasWhole = passesDigits()
    let hasFraction = passes(".") && passesDigits()
    guard hasWhole || hasFraction else { return text[..<text.startIndex] }
    var end = rest.startIndex
    if passes("eE") {
      _ = passes("+-")
      if passesDigits() { end = rest.startIndex }
    }
    return text[..<end]
  }
}
