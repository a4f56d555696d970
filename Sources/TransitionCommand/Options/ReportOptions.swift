internal import ArgumentParser
internal import TransitionKit

/// Options that print something, and those that say how the tool works.
struct ReportOptions: ParsableArguments {
  @Flag(
    name: [.customShort("l"), .long], help: "Print the names of the filters on one line.")
  var listtransitionfilters = false

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp(
      "Print a filter's parameters as JSON, or every filter's.", valueName: "NAME"),
    completion: .list(Transitions.all.map { $0.description.name }))
  var filterproperties: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Print the help of one filter.", valueName: "NAME"),
    completion: .list(Transitions.all.map { $0.description.name }))
  var filterhelp: String?

  @Option(help: .hidden) var generate: Document?

  /// What is made from the declarations.
  enum Document: String, ExpressibleByArgument { case manual, gallery }

  @Flag(
    name: [.customShort("v"), .long], inversion: .prefixedNo,
    help: "Report the plan, each frame and the time taken.")
  var verbose = false

  @Flag(
    name: .customLong("dry-run"),
    help: "Render nothing; print files, numbers, times and all parameters.")
  var dryRun = false

  @Flag(help: "Print that as JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A bar with the time left: auto (on a terminal, after a second), always or never.",
      valueName: "WHEN"),
    completion: .list(ProgressBar.When.allCases.map(\.rawValue)))
  var progress = ProgressBar.When.auto.rawValue

  @Flag(name: [.customShort("q"), .long], help: "Report nothing but errors.")
  var quiet = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames made at once, 1 to 1024 (default: one a core).", valueName: "N"))
  var jobs: String?

  @Option(
    name: .customLong("max-pixels"), parsing: .unconditional,
    help: ArgumentHelp("Refuse pictures with more pixels; 0 for no limit.", valueName: "N"))
  var maxPixels = "1000000000"

  @Flag(help: "Accepted as in the original; every render is one in software.")
  var softwarerender = false
}
