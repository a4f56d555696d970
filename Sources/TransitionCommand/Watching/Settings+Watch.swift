internal import TransitionSystem

extension Settings {
  /// Refuses beside `--watch` what makes nothing, or nothing again.
  func checkWatch() throws(Failure) {
    guard watches else { return }
    let excluded: [(setting: any AnySetting, does: String)] = [
      ($isDryRun, "prints the plan"), ($printsList, "prints the show"),
      ($listsMissing, "prints what is missing"), ($refusesExisting, "makes nothing again"),
      ($shard, "makes a share of what other machines make"),
    ]
    for (setting, does) in excluded where setting.isGiven {
      throw .usage("\(setting.definition.label) \(does): leave it out, or --watch")
    }
  }
}

extension Job {
  /// Refuses beside `--watch` outputs that cannot be made again, and files that cannot be read
  /// again.
  func checkWatch(_ settings: Settings) throws(Failure) {
    let files =
      outputs.files(ofFrame: plan.chosen.first ?? 0).map(\.path)
      + [settings.words.subtitles].compactMap(\.self)
    let stream = outputs.main is FrameStream ? "-" : files.first(where: AtomicFile.isSpecial)
    if let stream {
      throw .usage(
        "--watch makes files again and again, and \(Destination.displayName(of: stream)) is a "
          + "stream: name a file")
    }
    let lists = settings.lists.map { $0.path ?? "@-" }
    let once = (lists + show.inputs).first { $0 == "@-" || FileStatus($0)?.kind == .stream }
    if let once {
      throw .usage(
        "--watch reads files again and again, and \(once) can be read once: name a file")
    }
  }
}
