internal import ArgumentParser
internal import ImageFiles
internal import TransitionKit

/// Options of every filter that say how large frames are and how colors are mixed.
struct LookOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How pictures of another size are fitted: cover, contain, stretch or none (default: cover,"
        + " but masks stretch).",
      valueName: "HOW"),
    completion: .list(Fit.allCases.map(\.rawValue)))
  var fit: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frames' size (default: the source's).", valueName: "WxH"))
  var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Color of margins, and under alpha where the file type has none (default: black).",
      valueName: "COLOR"))
  var background: String?

  @Option(
    name: .customLong("working-space"), parsing: .unconditional,
    help: ArgumentHelp(
      "Where colors are mixed: linear (light) or srgb (values, as video tools do).",
      valueName: "SPACE"),
    completion: .list(WorkingSpace.allCases.map(\.rawValue)))
  var workingSpace = WorkingSpace.linear.rawValue
}
