internal import ArgumentParser
internal import TransitionKit

/// Options that say which frames are made, and of which times.
struct FrameOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How time runs: ease-in-out, cubic-bezier(0.4,0,0.2,1), steps(5), bounce-out and other"
        + " names, which the manual lists.",
      valueName: "NAME"),
    completion: .list(Easing.names))
  var easing = Easing.linear.name

  @Flag(help: "The same frames in the opposite order, from the target to the source.")
  var reverse = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which of source and target are frames: both, start, end or none. A chain of"
        + " transitions repeats no frame with start.",
      valueName: "WHICH"),
    completion: .list(FrameSequence.Endpoints.allCases.map(\.rawValue)))
  var endpoints = FrameSequence.Endpoints.both.rawValue

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make only these, by number: 7, 3-9, 0-99x2, 5-, commas between (default: all).",
      valueName: "SPEC"))
  var frames: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make only the K-th of N equal parts of these frames, K from 1.", valueName: "K/N"))
  var shard = "1/1"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make one frame, at this time from 0 to 1, not eased.", valueName: "T"))
  var time: String?
}
