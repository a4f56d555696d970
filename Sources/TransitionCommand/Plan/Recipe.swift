internal import ImageFiles
internal import TransitionKit

/// What a frame shows, but for its time: the pictures, the filter, the size and the colors.
struct Recipe {
  let filter: any Transition.Type
  /// The parameters that were given, brought into their domains.
  let values: [(key: ParameterKey, value: ParameterValue)]
  /// The pictures that are parameters.
  let images: [(key: ParameterKey, path: Path)]
  let source: Path
  let target: Path
  let fit: Fit?
  let size: (width: Int, height: Int)?
  /// The color of margins and under alpha, if one was given.
  let background: Color?
  let workingSpace: WorkingSpace
  let pixelLimit: Int?

  /// Checks all that can be checked without opening a file.
  init(_ command: DoTransition) throws(Failure) {
    let (common, look, quiet) = (command.common, command.look, command.reports.quiet)
    guard let name = common.transitionfilter else {
      throw .usage("missing --transitionfilter: name a transition; -l lists them")
    }
    filter = try Tool.filter(named: name)
    source = try OptionText.path(common.sourceimage, "-s", "the picture to start from")
    target = try OptionText.path(common.targetimage, "-d", "the picture to end at")
    (values, images) = try Self.parameters(
      command.filter.texts, of: filter.description, quiet: quiet)
    fit = try look.fit.map { text throws(Failure) in try OptionText.choice(text, "--fit") }
    size = try look.size.map { text throws(Failure) in try OptionText.size(text, "--size") }
    background = try look.background.map { text throws(Failure) in
      try Self.background(text, quiet: quiet)
    }
    workingSpace = try OptionText.choice(look.workingSpace, "--working-space")
    let limit = try OptionText.integer(command.reports.maxPixels, "--max-pixels", 0...Int.max)
    pixelLimit = limit == 0 ? nil : limit
    if let size, let pixelLimit, size.width * size.height > pixelLimit {
      throw .usage(
        "--size: \(size.width)x\(size.height) has more pixels than --max-pixels \(pixelLimit)")
    }
  }

  private static func background(_ text: String, quiet: Bool) throws(Failure) -> Color {
    let color = try OptionText.value("--background") { () throws(ParameterError) in
      try Color(parsing: text)
    }
    func clamp(_ component: Float) -> Float { min(max(component, 0), 1) }
    let clamped = Color(
      clamp(color.red), clamp(color.green), clamp(color.blue), clamp(color.alpha))
    warn(ofClamping: .color(color), to: .color(clamped), "--background \(text)", quiet: quiet)
    return clamped
  }

  private static func warn(
    ofClamping value: ParameterValue, to clamped: ParameterValue, _ option: String, quiet: Bool
  ) {
    if !quiet, value.text != clamped.text, let used = clamped.text {
      Console.warn("\(option) is outside its range: \(used) is used")
    }
  }

  private static func parameters(
    _ texts: [ParameterKey: String], of filter: FilterDescription, quiet: Bool
  ) throws(Failure) -> (
    values: [(key: ParameterKey, value: ParameterValue)],
    images: [(key: ParameterKey, path: Path)]
  ) {
    var values: [(key: ParameterKey, value: ParameterValue)] = []
    var images: [(key: ParameterKey, path: Path)] = []
    for (key, text) in texts.sorted(by: { $0.key.name < $1.key.name }) {
      if key.kind == .image {
        guard !text.isEmpty else { throw .usage("--\(key.option): expected a picture's path") }
      }
      guard let parameter = filter.parameters.first(where: { $0.key == key }) else {
        let owners = Transitions.all.map { $0.description }
          .filter { $0.parameters.contains { $0.key == key } }.map(\.name)
        if !quiet {
          Console.warn(
            "\(filter.name) has no --\(key.option): ignored; it belongs to "
              + owners.joined(separator: ", "))
        }
        continue
      }
      if key.kind == .image {
        images.append((key, OptionText.expandingTilde(text)))
        continue
      }
      let value = try OptionText.value("--\(key.option)") { () throws(ParameterError) in
        try ParameterValue(text, as: key.kind)
      }
      let clamped = parameter.clamped(value)
      warn(ofClamping: value, to: clamped, "--\(key.option) \(text)", quiet: quiet)
      values.append((key, clamped))
    }
    return (values, images)
  }

  /// The transition with the parameters that were given, without pictures.
  func transition() throws(UnknownParameter) -> any Transition {
    var transition = filter.init()
    for (key, value) in values { try transition.set(key, to: value) }
    return transition
  }

  /// What lies under alpha where a file or a stream has none.
  var matte: Color { background ?? .black }

  /// Every picture that is read, and what it is.
  var pictures: [(role: String, path: Path)] {
    [("source image", source), ("target image", target)] + images.map { ($0.key.name, $0.path) }
  }
}
