internal import ArgumentParser

/// Options of streams, which `--output -` writes.
struct StreamOptions: ParsableArguments {
  @Option(
    name: .customLong("pixel-format"), parsing: .unconditional,
    help: ArgumentHelp(
      "What --output - writes: y4m, rgb24, rgba, rgb48 (little-endian) or ppm (default: y4m).",
      valueName: "FORMAT"),
    completion: .list(StreamFormat.Packing.allCases.map(\.rawValue)))
  var pixelFormat: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames a second that y4m declares (default: 30).", valueName: "N[/D]"))
  var fps: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Color samples of y4m: 444, or 420 for one in four pixels (default: 444).",
      valueName: "444|420"),
    completion: .list(StreamFormat.Chroma.allCases.map(\.rawValue)))
  var chroma: String?

  /// Whether none is given.
  var isEmpty: Bool { pixelFormat == nil && fps == nil && chroma == nil }
}
