internal import TransitionKit

/// What the comment after a uniform says: its default, perhaps its range or meaning, and a
/// sentence.
///
///     // = 0.4; 0 to 1; Softness of the edge.
///     // = 0.0; angle; Direction of movement: 0 right, 90deg up.
///     // = vec3(0.0); color; Color of the backdrop.
///     // = true; Begin at the top.
struct UniformComment {
  /// The default.
  let initial: String
  let meaning: Uniform.Meaning
  let sentence: String?

  /// Reads the comment of a uniform of a type; `nil` if it begins with no `=`.
  init?(_ comment: Comment, for type: Type) {
    let text = SourceText.trimmed(comment.text)
    guard text.hasPrefix("=") else { return nil }
    let line = text.dropFirst().prefix { !$0.isNewline }
    let parts = line.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      .map(SourceText.trimmed)
    initial = SourceText.trimmed(parts[0].split(separator: "//").first ?? "")
    // Comments of files that know no such form are not taken for one.
    guard parts.count > 1, let meaning = Self.meaning(parts[1]), Self.fits(meaning, type) else {
      // This sign begins nothing else, and these units end nothing else.
      let isColor = initial.hasPrefix("#") && Self.fits(.color, type)
      let isAngle =
        ["deg", "turn"].contains(where: initial.hasSuffix) && Self.fits(.angle, type)
        && ParameterText.angle(initial) != nil
      meaning = isColor ? .color : isAngle ? .angle : .any
      let isSentence =
        parts.count == 2 && parts[1].first?.isUppercase == true && parts[1].last == "."
      sentence = isSentence ? SourceText.printable(parts[1]) : nil
      return
    }
    self.meaning = meaning
    sentence = parts.count > 2 && !parts[2].isEmpty ? SourceText.printable(parts[2]) : nil
  }

  /// The numbers of the default; `nil` if it is no number. Angles and colors may be written as on
  /// the command line.
  func numbers(_ count: Int) -> [Double]? {
    meaning.numbers(initial, count: count) ?? share ?? UniformText.numbers(initial, exactly: false)
  }

  /// The number of a percentage: 0.3 for `30%`.
  private var share: [Double]? {
    guard initial.hasSuffix("%") else { return nil }
    return UniformText.numbers(String(initial.dropLast()), exactly: true).map {
      $0.map { $0 / 100 }
    }
  }

  /// Whether numbers of a type can have a meaning.
  private static func fits(_ meaning: Uniform.Meaning, _ type: Type) -> Bool {
    switch meaning {
    case .any: true
    case .range: type.scalar == .float || type.scalar == .int
    case .angle: type.scalar == .float && type.count == 1
    case .color: type.scalar == .float && (3...4).contains(type.count)
    }
  }

  private static func meaning(_ text: String) -> Uniform.Meaning? {
    switch text {
    case "angle": return .angle
    case "color": return .color
    default:
      guard let middle = text.firstRange(of: " to "),
        let low = Double(text[..<middle.lowerBound]), let high = Double(text[middle.upperBound...]),
        Float(low).isFinite, Float(high).isFinite, low <= high
      else { return nil }
      return .range(low...high)
    }
  }
}
