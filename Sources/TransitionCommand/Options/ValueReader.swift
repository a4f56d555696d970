internal import TransitionKit
internal import TransitionSystem

/// How the text of an option's value is read and written; what cannot be read is a usage error that
/// names the option and says what would be right.
struct ValueReader<Value> {
  /// The word for a value in a synopsis.
  let placeholder: String
  /// The words that a shell offers.
  var completion = OptionDefinition.Completion.nothing
  /// From which value to which, as help states it; empty if that goes without saying.
  var range = ""
  let read: (_ text: String, _ option: String) throws(Failure) -> Value
  /// The value as one would write it.
  let text: (Value) -> String
}

extension ValueReader<String> {
  static func text(_ placeholder: String, completion: OptionDefinition.Completion = .nothing)
    -> ValueReader
  {
    ValueReader(
      placeholder: placeholder, completion: completion, read: { text, _ in text }, text: { $0 })
  }

  static var filter: ValueReader {
    .text("NAME", completion: .words(Filters.names))
  }
}

extension ValueReader where Value == Path {
  static func path(_ placeholder: String = "PATH") -> ValueReader {
    ValueReader(
      placeholder: placeholder, completion: .file,
      read: { text, option throws(Failure) in
        guard !text.isEmpty else { throw .usage("\(option): the path is empty") }
        return Path(expandingTilde: text)
      }, text: \.description)
  }
}

extension ValueReader where Value == Int {
  static func integer(_ range: ClosedRange<Int>, _ placeholder: String = "N") -> ValueReader {
    let limits = range.upperBound == .max ? "" : "\(range.lowerBound) to \(range.upperBound)"
    return ValueReader(
      placeholder: placeholder, range: limits,
      read: { text, option throws(Failure) in
        if let number = Int(text), range.contains(number) { return number }
        let expected = limits.isEmpty ? "of at least \(range.lowerBound)" : "from \(limits)"
        throw .usage("\(option): '\(text)' is not a whole number \(expected)")
      }, text: { String($0) })
  }
}

/// A width and a height in pixels.
struct Size: Sendable, Hashable, CustomStringConvertible {
  var width: Int
  var height: Int
  var description: String { "\(width)x\(height)" }

  /// The even number nearest to a side that is computed, at least 2: films need it.
  static func even(_ side: Double) -> Int { max(2, 2 * Int((side / 2).rounded())) }
}

extension ValueReader where Value: CaseIterable & RawRepresentable<String> {
  /// One of a few words, in any case.
  static func choice(
    _ placeholder: String, of values: [Value] = Array(Value.allCases)
  ) -> ValueReader {
    let names = values.map(\.rawValue)
    return .words(
      placeholder, values.map { ($0.rawValue, $0) },
      orElse: { text, option throws(Failure) in
        throw .usage(
          "\(option): unknown value '\(text)'\(Suggestion.phrase(for: text, among: names)); "
            + "expected one of \(names.joined(separator: ", "))")
      }, text: \.rawValue)
  }
}

extension ValueReader {
  /// One of a few words, in any case, or else a text of another form.
  static func words(
    _ placeholder: String, _ words: [(word: String, value: Value)], range: String = "",
    orElse read: @escaping (_ text: String, _ option: String) throws(Failure) -> Value,
    text: @escaping (Value) -> String
  ) -> ValueReader {
    ValueReader(
      placeholder: placeholder, completion: .words(words.map(\.word)), range: range,
      read: { text, option throws(Failure) in
        if let word = words.first(where: { $0.word == text.lowercased() }) { return word.value }
        return try read(text, option)
      }, text: text)
  }
}

extension ValueReader<Easing> {
  static var easing: ValueReader {
    .parameter(
      "NAME", names: Easing.names, { text throws(ParameterError) in try Easing(text) }, text: \.name
    )
  }
}

extension ValueReader<Color> {
  static var color: ValueReader {
    .parameter("COLOR", { text throws(ParameterError) in try Color(parsing: text) }, text: \.text)
  }
}

extension ValueReader {
  private static func parameter(
    _ placeholder: String, names: [String] = [],
    _ read: @escaping (String) throws(ParameterError) -> Value, text: @escaping (Value) -> String
  ) -> ValueReader {
    ValueReader(
      placeholder: placeholder, completion: names.isEmpty ? .nothing : .words(names),
      read: { text, option throws(Failure) in
        try reading(text, option, among: names, read)
      }, text: text)
  }

  /// A value that TransitionKit reads.
  static func reading(
    _ text: String, _ option: String, among names: [String] = [],
    _ read: (String) throws(ParameterError) -> Value
  ) throws(Failure) -> Value {
    do throws(ParameterError) {
      return try read(text)
    } catch {
      throw .usage(
        "\(option): '\(error.text)' is not \(error.expected)"
          + Suggestion.phrase(for: error.text, among: names))
    }
  }
}
