/// A parameter's value as people write it, some of whose lengths may be parts of a frame.
///
/// Numbers are separated by commas, with blanks around them if need be, and use a decimal point
/// whatever the locale. Lengths take `%`; angles take `deg`, `turn` and `rad`.
public struct ParameterText: Sendable {
  /// A number that may be a percentage of the frame.
  private struct Component {
    let number: Float
    let isPart: Bool
  }

  /// The text.
  public let text: String
  private let kind: ParameterKind
  private var components: [Component]
  /// The value, if it is not made of components.
  private let whole: ParameterValue?

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - parameter: the parameter that it is for.
  /// - Throws: the text and the form that would be right.
  public init(_ text: String, for parameter: ParameterDescription) throws(ParameterError) {
    if let choice = parameter.choices.first(where: { $0.text == text }) {
      self.init(text, choice)
    } else if let reader = parameter.reader {
      guard let value = reader.read(text) else {
        throw ParameterError(text: text, expected: reader.expected)
      }
      self.init(text, value)
    } else {
      try self.init(text, as: parameter.kind, in: parameter.unit)
    }
  }

  private init(_ text: String, _ whole: ParameterValue) {
    self.text = text
    self.whole = whole
    kind = whole.kind
    components = []
  }

  /// Reads a value of a kind and a unit.
  init(_ text: String, as kind: ParameterKind, in unit: ParameterUnit = .none)
    throws(ParameterError)
  {
    self.text = text
    self.kind = kind
    guard kind != .color else {
      whole = .color(try Color(parsing: text))
      components = []
      return
    }
    let expected = Self.expectation(kind, unit)
    guard kind != .flag else {
      guard let flag = Self.flags[text] else {
        throw ParameterError(text: text, expected: expected)
      }
      whole = .flag(flag)
      components = []
      return
    }
    whole = nil
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == kind.count else { throw ParameterError(text: text, expected: expected) }
    var components: [Component] = []
    for part in parts {
      guard let component = Self.component(part, unit) else {
        throw ParameterError(text: text, expected: expected)
      }
      components.append(component)
    }
    self.components = components
  }

  private static let flags = ["true": true, "yes": true, "false": false, "no": false]

  private static func component(_ text: Substring, _ unit: ParameterUnit) -> Component? {
    var text = text
    while text.last == " " { text.removeLast() }
    switch unit {
    case .none: break
    case .pixels:
      if text.hasSuffix("%") {
        return Float.finite(text.dropLast()).map { Component(number: $0, isPart: true) }
      }
    case .radians:
      for (suffix, radians) in [("deg", Double.pi / 180), ("turn", 2 * .pi), ("rad", 1)]
      where text.hasSuffix(suffix) {
        return Float.finite(text.dropLast(suffix.count)).map { number in
          Component(number: Float(Double(number) * radians), isPart: false)
        }
      }
    }
    return Float.finite(text).map { Component(number: $0, isPart: false) }
  }

  /// The form of an angle, as the object of "expected".
  public static let angleExpectation = "an angle such as 90deg, 0.25turn or 1.57"

  /// The radians of an angle as people write it; `nil` if it is none.
  public static func angle(_ text: String) -> Float? {
    component(text[...], .radians)?.number
  }

  private static func expectation(_ kind: ParameterKind, _ unit: ParameterUnit) -> String {
    switch (kind, unit) {
    case (.number, .radians): angleExpectation
    case (.number, .pixels): "a length such as 60 or 12%"
    case (.number, .none): "a number such as 1.5"
    case (.point, _): "2 numbers separated by commas, such as 100,-20.5 or 50%,50%"
    case (.rectangle, _): "4 numbers separated by commas, such as 0,0,640,480 or 0,0,100%,50%"
    case (.color, _): Color.expectation
    case (.flag, _): "true or false"
    case (.image, _), (.components, _): "a picture"
    }
  }

  /// Whether it is the same in any frame.
  public var isAbsolute: Bool { !components.contains(where: \.isPart) }

  /// The same text with pixels of another size: what is no part of the frame is so many times as
  /// large.
  public func scaled(by factor: Float) -> ParameterText {
    var copy = self
    copy.components = components.map {
      Component(number: $0.isPart ? $0.number : $0.number * factor, isPart: $0.isPart)
    }
    return copy
  }

  /// The value in a frame: `%` are of its width for x and w, of its height for y and h, and of its
  /// shorter side for a number by itself.
  public func value(in frame: Rect) -> ParameterValue {
    if let whole { return whole }
    let sides =
      components.count == 1
      ? [min(frame.width, frame.height)] : [frame.width, frame.height, frame.width, frame.height]
    let n = zip(components, sides).map { $0.isPart ? $0.number * $1 / 100 : $0.number }
    return switch n.count {
    case 1: .number(n[0])
    case 2: .point(Point(x: n[0], y: n[1]))
    default: .rectangle(Rect(x: n[0], y: n[1], width: n[2], height: n[3]))
    }
  }
}

extension ParameterKind {
  /// The number of numbers in a value; colors and pictures are read in another way.
  fileprivate var count: Int {
    switch self {
    case .number: 1
    case .point: 2
    case .rectangle: 4
    case .color, .image, .flag, .components: 0
    }
  }
}

extension Float {
  /// A decimal number, finite, with nothing before or after it but blanks.
  static func finite(_ text: some StringProtocol) -> Float? {
    var characters = Substring(text)
    while characters.first == " " { characters.removeFirst() }
    while characters.last == " " { characters.removeLast() }
    // Keeps out `inf`, `nan` and hexadecimal, which Float reads.
    guard characters.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    guard let number = Float(characters), number.isFinite else { return nil }
    return number
  }
}
