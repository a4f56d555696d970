internal import ArgumentParser
internal import ImageFiles

/// The command line, parsed and not yet checked.
struct DoTransition: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dotransition",
    abstract: "Make the pictures between two pictures.",
    version: "dotransition \(Tool.version) (libvips \(VipsLibrary.version))")

  @OptionGroup(title: "Common options") var common: CommonOptions
  @OptionGroup(title: OptionTable.filterTitle) var filter: FilterOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Streams") var stream: StreamOptions
  @OptionGroup(title: "Frames") var frames: FrameOptions
  @OptionGroup(title: "Size and color") var look: LookOptions
  @OptionGroup(title: "Reports and running") var reports: ReportOptions
}
