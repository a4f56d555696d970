internal import ImageFiles
internal import System
internal import TransitionKit

/// What frames show, but for their times: the pictures, the transitions, the size and the colors.
struct RenderSettings: Sendable {
  /// A picture that is read, and what it is.
  struct Picture: Sendable, Hashable {
    let role: String
    let path: Path
  }

  /// A filter with the parameters that are given.
  struct Transition: Sendable {
    let filter: Filter
    /// The parameters that were given, brought into their domains.
    let values: [(parameter: ParameterDescription, value: ParameterValue)]
    /// The parameters that are pictures.
    let images: [(parameter: ParameterDescription, picture: Picture)]
  }

  /// The pictures, first to last.
  let pictures: [Picture]
  /// The transitions between them: one fewer.
  let transitions: [Transition]
  let fit: Fit?
  let size: Size?
  /// The color of margins and under alpha, if one was given.
  let background: Color?
  let workingSpace: WorkingSpace
  let pixelLimit: Int?

  /// Checks all that can be checked without opening a file.
  init(_ settings: Settings) throws(Failure) {
    guard let name = settings.filter else {
      throw .usage("missing --transitionfilter: name a transition; -l lists them")
    }
    let filter = try Filter.named(name)
    guard let source = settings.source else {
      throw .usage("missing -s: the picture to start from")
    }
    guard let target = settings.target else { throw .usage("missing -d: the picture to end at") }
    pictures = [
      Picture(role: "source image", path: source), Picture(role: "target image", path: target),
    ]
    let quiet = settings.isQuiet
    transitions = [try Self.transition(filter, settings.parameters, quiet: quiet)]
    fit = settings.fit
    size = settings.size
    background = settings.background.map { color in
      func clamp(_ component: Float) -> Float { min(max(component, 0), 1) }
      let clamped = Color(
        clamp(color.red), clamp(color.green), clamp(color.blue), clamp(color.alpha))
      Self.warn(ofClamping: .color(color), to: .color(clamped), "--background", quiet: quiet)
      return clamped
    }
    workingSpace = settings.workingSpace
    pixelLimit = settings.maxPixels == 0 ? nil : settings.maxPixels
    if let size, let pixelLimit, size.width * size.height > pixelLimit {
      throw .usage("--size: \(size) has more pixels than --max-pixels \(pixelLimit)")
    }
  }

  private static func warn(
    ofClamping value: ParameterValue, to clamped: ParameterValue, _ option: String, quiet: Bool
  ) {
    guard !quiet, let given = value.text, let used = clamped.text, given != used else { return }
    Console.warn("\(option) \(given) is outside its range: \(used) is used")
  }

  /// A filter with those of the given parameters that it has.
  private static func transition(
    _ filter: Filter, _ settings: [ParameterSetting], quiet: Bool
  ) throws(Failure) -> Transition {
    var values: [(parameter: ParameterDescription, value: ParameterValue)] = []
    var images: [(parameter: ParameterDescription, picture: Picture)] = []
    for setting in settings {
      guard let text = setting.text else { continue }
      let option = setting.definition.label
      guard
        let parameter = filter.parameters.first(where: { $0.option == setting.definition.name })
      else {
        let owners = Transitions.all
          .filter { $0.parameters.contains { $0.option == setting.definition.name } }.map(\.name)
        if !quiet {
          Console.warn(
            "\(filter.name) has no \(option): ignored; it belongs to "
              + owners.joined(separator: ", "))
        }
        continue
      }
      if parameter.kind == .image {
        guard !text.isEmpty else { throw .usage("\(option): expected a picture's path") }
        images.append(
          (parameter, Picture(role: parameter.name, path: Path(expandingTilde: text))))
        continue
      }
      let value = try ValueReader<ParameterValue>.reading(text, option) {
        text throws(ParameterError) in try ParameterValue(text, as: parameter.kind)
      }
      let clamped = parameter.clamped(value)
      warn(ofClamping: value, to: clamped, option, quiet: quiet)
      values.append((parameter, clamped))
    }
    return Transition(filter: filter, values: values, images: images)
  }

  /// What lies under alpha where a file or a stream has none.
  var matte: Color { background ?? .black }

  /// Every picture that is read.
  var allPictures: [Picture] { pictures + transitions.flatMap { $0.images.map(\.picture) } }
}

extension RenderSettings.Transition {
  /// The transition with the parameters that were given, without pictures.
  func make() throws(Failure) -> any Transition {
    var transition = filter.makeTransition()
    for (parameter, value) in values { try transition.setting(parameter, to: value) }
    return transition
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

extension Filter {
  /// The filter of a name.
  static func named(_ name: String) throws(Failure) -> Filter {
    if let filter = Transitions.named(name) { return filter }
    let names = Transitions.all.flatMap { [$0.name, $0.alias] }
    throw .usage(
      "unknown filter: \(name)\(Suggestion.phrase(for: name, among: names)); -l lists the filters")
  }
}
