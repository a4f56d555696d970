internal import TransitionKit

/// A name that stands for a filter with some of its parameters.
struct Preset: Sendable {
  /// The titles under which presets are listed.
  enum Group: String, CaseIterable, Sendable {
    case masks = "Masks, each a maskwipe"
    case xfade = "As in ffmpeg's xfade"
  }

  let name: String
  let group: Group
  let filter: Filter
  /// Values of its parameters, weaker than all that a command line says.
  let parameters: [(name: String, text: String)]

  /// Every preset, in the order in which they are listed.
  static let all = masks + xfade

  /// The preset of a name without case, hyphens and blanks.
  static func named(_ folded: String) -> Preset? { all.first { $0.name == folded } }

  /// A name for each built-in mask.
  private static let masks = BuiltInMask.allCases.map { mask in
    wipe(mask.rawValue, mask, in: .masks)
  }

  /// The transitions of ffmpeg's xfade that look the same here. Its `dissolve` is none of them: that
  /// name is another transition's.
  private static let xfade = [
    Preset(
      name: "fade", group: .xfade, filter: Filter(DissolveTransition.self), parameters: []),
    wipe("wipeleft", .linear, ["angle": "180deg", "softness": "0"]),
    wipe("wiperight", .linear, ["softness": "0"]),
    wipe("wipeup", .linear, ["angle": "90deg", "softness": "0"]),
    wipe("wipedown", .linear, ["angle": "-90deg", "softness": "0"]),
    wipe("smoothleft", .linear, ["angle": "180deg", "softness": "1"]),
    wipe("smoothright", .linear, ["softness": "1"]),
    wipe("smoothup", .linear, ["angle": "90deg", "softness": "1"]),
    wipe("smoothdown", .linear, ["angle": "-90deg", "softness": "1"]),
    wipe("circleopen", .iris, ["softness": "1"]),
    wipe("circleclose", .iris, ["softness": "1", "invert": "yes"]),
    wipe("vertopen", .barndoor, ["softness": "1"]),
    wipe("vertclose", .barndoor, ["softness": "1", "invert": "yes"]),
    wipe("horzopen", .barndoor, ["angle": "90deg", "softness": "1"]),
    wipe("horzclose", .barndoor, ["angle": "90deg", "softness": "1", "invert": "yes"]),
    wipe("wipetl", .box, ["center": "0,100%", "softness": "0", "invert": "yes"]),
    wipe("wipetr", .box, ["center": "100%,100%", "softness": "0", "invert": "yes"]),
    wipe("wipebl", .box, ["center": "0,0", "softness": "0", "invert": "yes"]),
    wipe("wipebr", .box, ["center": "100%,0", "softness": "0", "invert": "yes"]),
  ]

  private static func wipe(
    _ name: String, _ mask: BuiltInMask, in group: Group = .xfade,
    _ others: KeyValuePairs<String, String> = [:]
  ) -> Preset {
    Preset(
      name: name, group: group, filter: Filter(MaskWipeTransition.self),
      parameters: [("maskimage", mask.rawValue)] + others.map { ($0.key, $0.value) })
  }

  /// Its parameters as the command line would give them.
  var assignments: [Assignment] {
    parameters.map { parameter, text in
      Assignment(
        name: parameter, text: text, label: "\(name):\(parameter)", origin: .preset)
    }
  }

  /// The same without its name, on the command line: `maskwipe --maskimage heart`.
  var command: String {
    let options = parameters.map { parameter, text in
      let isFlag = filter.parameters.contains { $0.option == parameter && $0.kind == .flag }
      return isFlag ? "--\(parameter)" : "--\(parameter) \(text)"
    }
    return ([filter.alias] + options).joined(separator: " ")
  }

  /// The value of a parameter; `nil` if the preset gives it none.
  func value(of parameter: ParameterDescription) -> ParameterText? {
    assignments.last { $0.isFor(parameter) }
      .flatMap { try? ParameterText($0.text, for: parameter) }
  }
}
