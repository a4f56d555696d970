internal import TransitionSystem

/// The options of films.
struct FilmSettings {
  @Setting(
    "codec", in: .output, .choice("CODEC"),
    "The codec of a film: h264, h265, av1, vp9 or prores.",
    default: "h264; vp9 in .webm, prores for alpha in .mov")
  var codec: FilmCodec?

  @Setting(
    "depth", in: .output, .choice("8|10"), "Bits of a sample of a film.",
    default: "8; 10 for prores")
  var depth: FilmDepth?

  @Setting(
    "draft", in: .output, scope: .run,
    "Make a film of half the width and height, as fast as its encoder can, to look at.")
  var isDraft: Bool

  @Setting(
    "parts", in: .output, scope: .run, .path("FOLDER"),
    "Make a film of parts that stay in this folder, so that what is there is not made again.")
  var parts: Path?

  @Setting(
    "clean-parts", in: .output,
    "Delete parts in the folder of --parts that the finished film does not use.")
  var cleansParts: Bool

  @Setting(
    "chapters", in: .output,
    "Begin a chapter of the film at each picture; without it, only titles begin one.")
  var hasAllChapters: Bool
}
