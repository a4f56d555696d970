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

  /// A name for each built-in mask. Sharp clouds would look like torn paper.
  private static let masks = BuiltInMask.allCases.map { mask in
    wipe(mask.rawValue, mask, in: .masks, mask == .clouds ? ["softness": "0.6"] : [:])
  }

  /// The transitions of ffmpeg's xfade that look the same here. Its `dissolve` is none of them:
  /// that name is another transition's.
  private static let xfade: [Preset] = [
    [
      Preset(
        name: "fade", group: .xfade, makeFilter: { Filter(DissolveTransition.self) },
        parameters: [])
    ],
    inFourDirections { wipe("wipe" + $0, .linear, angle: $1, ["softness": "0"]) },
    inFourDirections { wipe("smooth" + $0, .linear, angle: $1, ["softness": "1"]) },
    [
      wipe("circleopen", .iris, ["softness": "1"]),
      wipe("circleclose", .iris, ["softness": "1", "invert": "yes"]),
      wipe("vertopen", .barndoor, ["softness": "1"]),
      wipe("vertclose", .barndoor, ["softness": "1", "invert": "yes"]),
      wipe("horzopen", .barndoor, angle: "90deg", ["softness": "1"]),
      wipe("horzclose", .barndoor, angle: "90deg", ["softness": "1", "invert": "yes"]),
      wipe("wipetl", .box, ["center": "0,100%", "softness": "0", "invert": "yes"]),
      wipe("wipetr", .box, ["center": "100%,100%", "softness": "0", "invert": "yes"]),
      wipe("wipebl", .box, ["center": "0,0", "softness": "0", "invert": "yes"]),
      wipe("wipebr", .box, ["center": "100%,0", "softness": "0", "invert": "yes"]),
    ],
    inFourDirections { shader("slide" + $0, "push", angle: $1, ["blur": "0"]) },
    inFourDirections { shader("cover" + $0, "cover", angle: $1, ["shadow": "0"]) },
    inFourDirections {
      shader("reveal" + $0, "slide", angle: $1, ["parallax": "0", "shadow": "0"])
    },
  ].flatMap(\.self)

  private static func inFourDirections(
    _ preset: (_ direction: String, _ angle: String?) -> Preset
  ) -> [Preset] {
    [("left", "180deg"), ("right", nil), ("up", "90deg"), ("down", "-90deg")].map(preset)
  }

  /// Those of xfade for which shaders stand that show the same idea in their own way.
  private static let near = [
    shader("fadeblack", "fadecolor", in: .near),
    shader("fadewhite", "fadecolor", ["color": "white"], in: .near),
    shader("fadegrays", "fadegray", in: .near),
    shader("hblur", "blur", in: .near),
    shader("pixelize", "pixelate", in: .near),
    shader("squeezeh", "squeeze", angle: "90deg", in: .near),
    shader("squeezev", "squeeze", in: .near),
    shader("zoomin", "zoom", in: .near),
  ]

  private static func wipe(
    _ name: String, _ mask: BuiltInMask, angle: String? = nil, in group: Group = .xfade,
    _ others: KeyValuePairs<String, String> = [:]
  ) -> Preset {
    Preset(
      name: name, group: group, makeFilter: { Filter(MaskWipeTransition.self, .ours) },
      parameters: [("maskimage", mask.rawValue)] + parameters(angle, others))
  }

  private static func shader(
    _ name: String, _ shader: String, angle: String? = nil,
    _ others: KeyValuePairs<String, String> = [:], in group: Group = .xfade
  ) -> Preset {
    Preset(
      name: name, group: group, makeFilter: { ShippedTransitions.filter(shader) },
      parameters: parameters(angle, others))
  }

  private static func parameters(
    _ angle: String?, _ others: KeyValuePairs<String, String>
  ) -> [(name: String, text: String)] {
    (angle.map { [("angle", $0)] } ?? []) + others.map { ($0.key, $0.value) }
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
    return ([filter.shortName] + options).joined(separator: " ")
  }

  /// The value of a parameter; `nil` if the preset gives it none.
  func value(of parameter: ParameterDescription) -> ParameterText? {
    assignments.last { $0.isFor(parameter) }
      .flatMap { try? ParameterText($0.text, for: parameter) }
  }
}
