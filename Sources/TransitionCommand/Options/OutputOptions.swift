internal import ArgumentParser

/// Options that say where frames go and as what.
struct OutputOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Instead of -o, -b and -t: dir/turn_%04d.png, a plain name for one frame, or - for stdout.",
      valueName: "PATTERN"),
    completion: .file())
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Digits of the numbers in names that -b begins, 1 to 20 (default: 3).", valueName: "N"))
  var padding: String?

  @Option(
    name: .customLong("start-number"), parsing: .unconditional,
    help: ArgumentHelp("The number of the first frame, 0 to 1000000000.", valueName: "N"))
  var startNumber = "0"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Quality of lossy types, 1 to 100; full chroma from 90.", valueName: "N"))
  var quality = "90"

  @Option(
    name: .customLong("save-options"), parsing: .unconditional,
    help: ArgumentHelp("Options for libvips' encoder, such as compression=lzw.", valueName: "K=V,…")
  )
  var saveOptions = ""

  @Option(
    name: .customLong("contact-sheet"), parsing: .unconditional,
    help: ArgumentHelp(
      "One picture with all frames, beside them or alone.", valueName: "FILE"),
    completion: .file())
  var contactSheet: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames side by side on it, 1 to 1000 (default: as many as below each other).",
      valueName: "N"))
  var columns: String?

  @Flag(
    name: .customLong("skip-existing"),
    help: "Keep frames that are there; refuse those of another render.")
  var skipExisting = false

  @Flag(
    name: .customLong("no-overwrite"),
    help: "Refuse to begin if any of the frames is there.")
  var noOverwrite = false

  @Flag(
    help: "Render nothing; print the frames that are not there for --frames; status 1 if any.")
  var missing = false
}
