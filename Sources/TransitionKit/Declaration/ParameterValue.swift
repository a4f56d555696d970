/// A value of a parameter.
public enum ParameterValue: Sendable {
  case number(Float)
  case point(Point)
  case rectangle(Rect)
  case color(Color)
  case image(Bitmap)

  /// What the value is.
  public var kind: ParameterKind {
    switch self {
    case .number: .number
    case .point: .point
    case .rectangle: .rectangle
    case .color: .color
    case .image: .image
    }
  }

  /// Reads a value as people write it.
  ///
  /// Numbers are separated by commas, with blanks around them if need be, and use a decimal point
  /// whatever the locale. A color is `r,g,b`, `r,g,b,a` or `#RGB`, `#RRGGBB`, `#RRGGBBAA`.
  /// - Throws: what is wrong and what would be right.
  public init(_ text: String, as kind: ParameterKind) throws(ParameterError) {
    switch kind {
    case .number:
      self = .number(try Self.numbers(text, 1)[0])
    case .point:
      let n = try Self.numbers(text, 2)
      self = .point(Point(x: n[0], y: n[1]))
    case .rectangle:
      let n = try Self.numbers(text, 4)
      self = .rectangle(Rect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case .color:
      self = .color(try Color(parsing: text))
    case .image:
      throw ParameterError(text: text, expected: "a picture")
    }
  }

  /// Finite numbers between commas.
  static func numbers(_ text: String, _ counts: Int...) throws(ParameterError) -> [Float] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard counts.contains(parts.count) else {
      throw ParameterError(text: text, expected: expectation(counts))
    }
    var numbers: [Float] = []
    for part in parts {
      guard let number = finite(part) else {
        throw ParameterError(text: text, expected: expectation(counts))
      }
      numbers.append(number)
    }
    return numbers
  }

  /// A decimal number, finite, with nothing before or behind it but blanks.
  static func finite(_ text: some StringProtocol) -> Float? {
    var characters = Substring(text)
    while characters.first == " " { characters.removeFirst() }
    while characters.last == " " { characters.removeLast() }
    // Keeps out `inf`, `nan` and hexadecimal, which Float reads.
    guard characters.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    guard let number = Float(characters), number.isFinite else { return nil }
    return number
  }

  private static func expectation(_ counts: [Int]) -> String {
    counts == [1]
      ? "a number such as 1.5"
      : counts.map(String.init).joined(separator: " or ")
        + " numbers separated by commas, such as "
        + (counts[0] == 2 ? "100,-20.5" : counts[0] == 3 ? "1,0.5,0" : "0,0,640,480")
  }

  /// The value as it would be written on the command line; nothing for a picture.
  public var text: String? {
    func list(_ numbers: Float...) -> String { numbers.map(\.shortest).joined(separator: ",") }
    return switch self {
    case .number(let n): n.shortest
    case .point(let p): list(p.x, p.y)
    case .rectangle(let r): list(r.x, r.y, r.width, r.height)
    case .color(let c): list(c.red, c.green, c.blue, c.alpha)
    case .image: nil
    }
  }
}

extension Float {
  /// The shortest decimal number that reads back as this one, without a needless `.0`.
  public var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Color {
  /// Reads `r,g,b`, `r,g,b,a`, `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
  public init(parsing text: String) throws(ParameterError) {
    guard text.hasPrefix("#") else {
      do {
        let n = try ParameterValue.numbers(text, 3, 4)
        self.init(n[0], n[1], n[2], n.count == 4 ? n[3] : 1)
        return
      } catch { throw ParameterError(text: text, expected: Self.expectation) }
    }
    let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count - 1, [3, 6, 8].contains(digits.count) else {
      throw ParameterError(text: text, expected: Self.expectation)
    }
    let bytes =
      digits.count == 3
      ? digits.map { $0 * 17 }
      : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    let c = bytes.map { Float($0) / 255 }
    self.init(c[0], c[1], c[2], c.count == 4 ? c[3] : 1)
  }

  private static let expectation = "a color such as 1,0.5,0,1 or #FF8000"
}
