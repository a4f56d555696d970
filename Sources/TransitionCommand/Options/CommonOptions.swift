internal import ArgumentParser
internal import ImageFiles
internal import TransitionKit

/// The options that most command lines have, all of them the original's.
struct CommonOptions: ParsableArguments {
  @Option(
    name: [.customShort("s"), .long], parsing: .unconditional,
    help: ArgumentHelp("The picture that the transition starts from.", valueName: "PATH"),
    completion: .file())
  var sourceimage: String?

  @Option(
    name: [.customShort("d"), .long], parsing: .unconditional,
    help: ArgumentHelp("The picture that it ends at.", valueName: "PATH"), completion: .file())
  var targetimage: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The transition: CIPageCurlTransition, also pagecurl; -l lists them.", valueName: "NAME"),
    completion: .list(Transitions.all.map { $0.description.name }))
  var transitionfilter: String?

  @Option(
    name: [.customShort("o"), .long], parsing: .unconditional,
    help: ArgumentHelp("The folder for the frames, made if it is missing.", valueName: "DIR"),
    completion: .directory)
  var outputdir: String?

  @Option(
    name: [.customShort("b"), .long], parsing: .unconditional,
    help: ArgumentHelp("What the frames' names begin with.", valueName: "NAME"))
  var basename: String?

  @Option(
    name: [.customShort("c"), .long], parsing: .unconditional,
    help: ArgumentHelp("The number of frames, both ends included.", valueName: "N"))
  var count = "30"

  @Option(
    name: [.customShort("t"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "public.tiff, public.png, public.jpeg, or an extension that libvips can save"
        + " (default: public.tiff).",
      valueName: "TYPE"),
    completion: .list(FileType.suggestions))
  var exportfiletype: String?
}
