internal import GLTransitions
internal import TransitionKit
internal import TransitionSystem

/// A filter with the parameters that a command line gives it.
struct FilterSettings: Sendable {
  let filter: Filter
  let file: Path?
  /// The parameters that are given or have a default as text, but for pictures.
  private(set) var values: [(parameter: ParameterDescription, text: ParameterText)] = []
  private(set) var images: [(parameter: ParameterDescription, picture: GivenPicture)] = []
  /// Warnings of values that are outside their ranges in any frame.
  private(set) var warnings: [String] = []
  /// The assignment of each given parameter, by the parameter's name.
  private var sources: [String: Assignment] = [:]
  /// The transition with those parameters that do not depend on the frame.
  private var transition: any Transition
  /// Whether the filter's own pace has made way for the steps' easing.
  let isEased: Bool

  /// Reads those of the given parameters that the filter has, of several for one the last. Lengths
  /// in pixels are scaled, those of the filter's own, too.
  init(
    _ filter: Filter, file: Path? = nil, _ assignments: [Assignment], easedBy easing: Easing,
    pixelScale: Float = 1
  ) throws(Failure) {
    (self.filter, self.file) = (filter, file)
    transition = filter.makeTransition(easedBy: easing)
    isEased = filter.hasPace && easing != .linear
    for parameter in filter.parameters {
      guard let assignment = assignments.last(where: { $0.isFor(parameter) }) else {
        guard !parameter.isRequired else {
          throw .usage("\(filter.name) needs a picture: --set \(parameter.name)=PATH")
        }
        if let text = parameter.defaultText {
          try set(parameter, to: text)
        } else if pixelScale != 1, parameter.unit == .pixels,
          let value = transition.value(of: parameter.name)
        {
          try transition.setting(parameter, to: value.scaled(by: pixelScale))
        }
        continue
      }
      sources[parameter.name] = assignment
      let (option, text) = (assignment.label, assignment.text)
      if parameter.isFile(text) {
        guard !text.isEmpty else { throw .usage("\(option): expected a picture's path") }
        let suggestion = Suggestion.phrase(
          for: text, among: parameter.choices.compactMap(\.text))
        let picture = assignment.picture(as: parameter.name)
        if !suggestion.isEmpty, let path = picture.source.file, FileStatus(path) == nil {
          throw Failure(
            .noInput, "\(option): neither a file nor a mask is named '\(text)'\(suggestion)")
        }
        images.append((parameter, picture))
        continue
      }
      // An option that is a flag takes no value: after a name people write one.
      if assignment.origin == .step, parameter.kind == .flag,
        (try? ParameterText(text, for: parameter)) == nil
      {
        throw .usage("\(option): '\(text)' is neither yes nor no")
      }
      let read = try ValueReader<ParameterText>.reading(text, option) {
        text throws(ParameterError) in
        try ParameterText(text, for: parameter)
      }
      let value = parameter.unit == .pixels ? read.scaled(by: pixelScale) : read
      try set(parameter, to: value)
      if value.isAbsolute {
        warnings += parameter.warnings(of: value.value(in: .zero), as: text, assignment)
      }
    }
  }

  private mutating func set(
    _ parameter: ParameterDescription, to text: ParameterText
  ) throws(Failure) {
    if text.isAbsolute { try transition.setting(parameter, to: text.value(in: .zero)) }
    values.append((parameter, text))
  }

  /// The same with lengths in pixels of another size.
  func scaled(by factor: Float) throws(Failure) -> FilterSettings {
    guard factor != 1 else { return self }
    var copy = self
    for parameter in filter.parameters where parameter.unit == .pixels {
      if let index = values.firstIndex(where: { $0.parameter.name == parameter.name }) {
        let text = values[index].text.scaled(by: factor)
        copy.values[index].text = text
        if text.isAbsolute { try copy.transition.setting(parameter, to: text.value(in: .zero)) }
      } else if let value = transition.value(of: parameter.name) {
        try copy.transition.setting(parameter, to: value.scaled(by: factor))
      }
    }
    return copy
  }

  /// All that decides what the transition draws: two of the same identity are the same.
  var identity: [AnyHashable] {
    [name, filter.parameters.map(valueText), images.map(\.picture)]
  }

  /// The filter's name with all that decides what it draws, but for parameters.
  var name: String { filter.fullName + (isEased ? " (eased)" : "") }

  /// A parameter's value as text, as it is given where it depends on the frame; `nil` if it is
  /// unset or a picture.
  func valueText(of parameter: ParameterDescription) -> String? {
    if let text = text(of: parameter), !text.isAbsolute { return text.text }
    return value(of: parameter, in: .zero)?.text
  }

  /// A parameter's value as it is given, or else as its default is stated; `nil` if it is unset or
  /// a picture.
  func writtenText(of parameter: ParameterDescription) -> String? {
    text(of: parameter)?.text ?? value(of: parameter, in: .zero)?.text
  }

  func picture(of parameter: ParameterDescription) -> GivenPicture? {
    images.first { $0.parameter.name == parameter.name }?.picture
  }

  /// The assignment of a parameter; `nil` if it has its default.
  func source(of parameter: ParameterDescription) -> Assignment? { sources[parameter.name] }

  /// The transition with all its parameters but pictures, for a frame.
  func transition(in frame: Rect) throws(Failure) -> any Transition {
    var transition = transition
    for (parameter, text) in values where !text.isAbsolute {
      try transition.setting(parameter, to: text.value(in: frame))
    }
    return transition
  }

  /// A parameter's value in a frame; `nil` if it is unset or a picture.
  func value(of parameter: ParameterDescription, in frame: Rect) -> ParameterValue? {
    guard let text = text(of: parameter), !text.isAbsolute else {
      return transition.value(of: parameter.name)
    }
    return parameter.clamped(text.value(in: frame))
  }

  private func text(of parameter: ParameterDescription) -> ParameterText? {
    values.first { $0.parameter.name == parameter.name }?.text
  }

  /// The purpose of a given parameter that changes nothing beside the values of the others.
  func purpose(ofUnused parameter: ParameterDescription) -> String? {
    transition.purpose(ofUnused: parameter.name)
  }

  var shader: GLProgram? { (transition as? GLTransition)?.program }

  /// Refuses a shader that cannot be compiled for a frame.
  func check(in frame: Size) throws(Failure) {
    let bounds = Rect(width: frame.width, height: frame.height)
    guard let shader = try transition(in: bounds) as? GLTransition else { return }
    let checked = BackgroundWork {
      Result { () throws(GLError) in try shader.check(width: frame.width, height: frame.height) }
    }.wait()
    if case .failure(let error) = checked { throw Failure(error, in: filter.displayName) }
  }

  /// Warnings of values that depend on the frame and are outside their ranges in this one. The
  /// default has none, whether it is given or not.
  func warnings(in frame: Rect) -> [String] {
    values.filter { parameter, text in
      !text.isAbsolute && text.text != parameter.defaultText?.text
    }.flatMap { parameter, text in
      source(of: parameter).map {
        parameter.warnings(of: text.value(in: frame), as: nil, $0)
      } ?? []
    }
  }
}

extension Transition {
  /// Sets a parameter that the transition's filter declares.
  mutating func setting(_ parameter: ParameterDescription, to value: ParameterValue)
    throws(Failure)
  {
    do {
      try set(parameter.name, to: value)
    } catch { throw Failure(.defect, "\(parameter.name) is declared, but cannot be set") }
  }
}

extension ParameterValue {
  fileprivate func scaled(by factor: Float) -> ParameterValue {
    switch self {
    case .number(let n): .number(n * factor)
    case .point(let p): .point(Point(x: p.x * factor, y: p.y * factor))
    case .rectangle(let r):
      .rectangle(
        Rect(
          x: r.x * factor, y: r.y * factor, width: r.width * factor, height: r.height * factor))
    default: self
    }
  }
}

extension ParameterDescription {
  /// Whether a value names a file: star is the built-in mask, and ./star a file.
  func isFile(_ text: String) -> Bool {
    kind == .image && !choices.contains { $0.text == text }
  }

  /// Warnings of a value that is outside its range, or probably in degrees. `text`
  /// is how it is written, if it can be told from that alone.
  fileprivate func warnings(
    of value: ParameterValue, as text: String?, _ source: Assignment
  ) -> [String] {
    var warnings: [String] = []
    let written = text ?? value.text ?? ""
    if let used = clamped(value).text, used != value.text {
      warnings.append("\(source.with(written)) is outside its range: \(used) is used")
    }
    if unit == .radians, let angle = value.number, angle.magnitude > (2 * Float.pi).nextUp,
      written.last?.isLetter == false
    {
      warnings.append(
        "\(source.with(written)) is in radians, more than a whole turn: "
          + "\(source.written(written + "deg")) is in degrees")
    }
    return warnings
  }
}
