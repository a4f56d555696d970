internal import GLTransitions
internal import TransitionKit

/// A name that stands for a filter with some of its parameters.
struct Preset: Sendable {
  /// The titles under which presets are listed.
  enum Group: String, CaseIterable, Sendable {
    case masks = "Masks, each a maskwipe"
    case xfade = "As in ffmpeg's xfade"
    case near = "Much as in ffmpeg's xfade"
  }

  let name: String
  let group: Group
  /// Makes the filter: a shader is read only if it is used.
  private let makeFilter: @Sendable () -> Filter
  /// Values of its parameters, weaker than all that a command line says.
  let parameters: [(name: String, text: String)]

  var filter: Filter { makeFilter() }

  static let all = masks + xfade + near

  /// The preset of a name without case, hyphens and blanks.
  static func named(_ folded: String) -> Preset? { all.first { $0.name == folded } }

  /// A name for each built-in mask.
  private static let masks = BuiltInMask.allCases.map { mask in
    wipe(mask.rawValue, mask, in: .masks)
  }

  /// The transitions of ffmpeg's xfade that look the same here. Its `dissolve` is none of them:
  /// that name is another transition's.
  private static let xfade = [
    Preset(
      name: "fade", group: .xfade, makeFilter: { Filter(DissolveTransition.self, .ours) },
      parameters: []),
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
    shader("slideleft", "push", ["angle": "180deg", "blur": "0"]),
    shader("slideright", "push", ["blur": "0"]),
    shader("slideup", "push", ["angle": "90deg", "blur": "0"]),
    shader("slidedown", "push", ["angle": "-90deg", "blur": "0"]),
    shader("coverleft", "cover", ["angle": "180deg", "shadow": "0"]),
    shader("coverright", "cover", ["shadow": "0"]),
    shader("coverup", "cover", ["angle": "90deg", "shadow": "0"]),
    shader("coverdown", "cover", ["angle": "-90deg", "shadow": "0"]),
    shader("revealleft", "slide", ["angle": "180deg", "parallax": "0", "shadow": "0"]),
    shader("revealright", "slide", ["parallax": "0", "shadow": "0"]),
    shader("revealup", "slide", ["angle": "90deg", "parallax": "0", "shadow": "0"]),
    shader("revealdown", "slide", ["angle": "-90deg", "parallax": "0", "shadow": "0"]),
  ]

  /// Those of xfade for which shaders stand that show the same idea in their own way.
  private static let near = [
    shader("fadeblack", "fadecolor", in: .near),
    shader("fadewhite", "fadecolor", ["color": "white"], in: .near),
    shader("fadegrays", "fadegray", in: .near),
    shader("hblur", "blur", in: .near),
    shader("pixelize", "pixelate", in: .near),
    shader("squeezeh", "squeeze", ["angle": "90deg"], in: .near),
    shader("squeezev", "squeeze", in: .near),
    shader("zoomin", "zoom", in: .near),
  ]

  private static func wipe(
    _ name: String, _ mask: BuiltInMask, in group: Group = .xfade,
    _ others: KeyValuePairs<String, String> = [:]
  ) -> Preset {
    Preset(
      name: name, group: group, makeFilter: { Filter(MaskWipeTransition.self, .ours) },
      parameters: [("maskimage", mask.rawValue)] + others.map { ($0.key, $0.value) })
  }

  private static func shader(
    _ name: String, _ shader: String, _ parameters: KeyValuePairs<String, String> = [:],
    in group: Group = .xfade
  ) -> Preset {
    Preset(
      name: name, group: group, makeFilter: { ShippedTransitions.filter(shader) },
      parameters: parameters.map { ($0.key, $0.value) })
  }

  /// Its parameters as the command line would give them.
  var assignments: [Assignment] {
    parameters.map { parameter, text in
      Assignment(
        name: parameter, word: Word(text: text), option: "\(name):\(parameter)", origin: .preset)
    }
  }

  /// The same without its name, on the command line: `maskwipe --maskimage heart`.
  var command: String {
    let filter = filter
    let options = parameters.map { name, text in
      guard let parameter = filter.parameters.first(where: { $0.writtenName == name }),
        parameter.hasOption
      else { return "--set \(name)=\(text)" }
      return parameter.kind == .flag ? "--\(name)" : "--\(name) \(text)"
    }
    return ([filter.alias] + options).joined(separator: " ")
  }

  /// The value of a parameter; `nil` if the preset gives it none.
  func value(of parameter: ParameterDescription) -> ParameterText? {
    assignments.last { $0.isFor(parameter) }
      .flatMap { try? ParameterText($0.text, for: parameter) }
  }
}
