internal import ArgumentParser
internal import ImageFiles
internal import TransitionKit

/// The command line, parsed and not yet checked.
struct DoTransition: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dotransition",
    abstract: "Make the pictures between two pictures.",
    usage: """
      dotransition --transitionfilter NAME -s SOURCE -d TARGET -o DIR -b NAME [options]
      dotransition -l | --filterproperties [NAME]
      """,
    version: "dotransition 1.0 (libvips \(VipsLibrary.version))")

  @OptionGroup(title: "Pictures and files") var files: FileOptions
  @OptionGroup(title: "Frames") var frames: FrameOptions
  @OptionGroup(title: "Listings and reports") var reports: ReportOptions
  @OptionGroup(title: "Parameters of the filters") var filter: FilterOptions
}

/// Options that name pictures and files.
struct FileOptions: ParsableArguments {
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
    name: [.customShort("t"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "public.tiff, public.png, public.jpeg, or an extension that libvips can save.",
      valueName: "TYPE"),
    completion: .list(FileType.suggestions))
  var exportfiletype: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Instead of -o, -b and -t: dir/turn_%04d.png, or a plain name with --time.",
      valueName: "PATTERN"),
    completion: .file())
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Quality of lossy types, 1 to 100; full chroma from 90.", valueName: "N"))
  var quality = "90"

  @Option(
    name: .customLong("save-options"), parsing: .unconditional,
    help: ArgumentHelp("Options for libvips' encoder, such as compression=lzw.", valueName: "K=V,…")
  )
  var saveOptions = ""

  @Option(
    name: .customLong("max-pixels"), parsing: .unconditional,
    help: ArgumentHelp("Refuse pictures with more pixels; 0 for no limit.", valueName: "N"))
  var maxPixels = "1000000000"
}

/// Options that say which frames are made, and how.
struct FrameOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .long], parsing: .unconditional,
    help: ArgumentHelp("The number of frames, both ends included.", valueName: "N"))
  var count = "30"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make one frame, at this time from 0 to 1.", valueName: "T"))
  var time: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How pictures of another size are fitted: cover, contain, stretch or none.",
      valueName: "HOW"),
    completion: .list(Fit.allCases.map(\.rawValue)))
  var fit: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frames' size, if not the source's.", valueName: "WxH"))
  var size: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Color of margins, and under alpha where the file type has none; black if not given.",
      valueName: "COLOR"))
  var background: String?

  @Option(
    name: .customLong("working-space"), parsing: .unconditional,
    help: ArgumentHelp("Where colors are mixed: linear or srgb.", valueName: "SPACE"),
    completion: .list(WorkingSpace.allCases.map(\.rawValue)))
  var workingSpace = "linear"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames made at once, if not one a core.", valueName: "N"))
  var jobs: String?

  @Flag(help: "Accepted as in the original; every render is one in software.")
  var softwarerender = false
}

/// Options that print something.
struct ReportOptions: ParsableArguments {
  @Flag(
    name: [.customShort("l"), .long], help: "Print the names of the filters on one line.")
  var listtransitionfilters = false

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp("Print a filter's parameters as JSON, or every filter's.", valueName: "NAME")
  )
  var filterproperties: String?

  @Flag(
    name: [.customShort("v"), .long], inversion: .prefixedNo,
    help: "Report the plan, each frame and the time taken.")
  var verbose = false

  @Flag(name: [.customShort("q"), .long], help: "Report nothing but errors.")
  var quiet = false
}
