internal import TransitionSystem

extension Settings {
  /// A document that is made from the declarations, for the project itself.
  enum Document: String, CaseIterable { case manual }

  /// All options: the declared ones in their order, then the parameters.
  var all: [any AnySetting] {
    Mirror(reflecting: self).children.compactMap { $0.value as? any AnySetting } + parameters
  }

  /// The options of which a picture or a step may have a value of its own.
  var ofParts: [any AnySetting] {
    all.filter { $0.definition.isOfParts || $0.definition.scope == .line }
  }

  /// All pictures that are named, by an option or without one.
  var pictures: [Path] { entries.map(\.name) + [source].compactMap(\.self) + targets }

  /// Whether a length or a time is given in seconds.
  var usesSeconds: Bool {
    let isTime = if case .show = time { true } else { false }
    return isTime || count.isTime || hold.isTime
  }

  /// The frames a second of whatever has such a rate.
  var frameRate: FrameRate { rate ?? .standard }

  /// Whether what is asked for is a text about the tool, for which no file is opened.
  var printsText: Bool {
    showsShortHelp || showsHelp || showsVersion || listsFilters || filterProperties != nil
      || filterHelp != nil || completedShell != nil || generated != nil
  }

  /// Refuses to sort what a list puts in order.
  func checkOrder() throws(Failure) {
    guard lists.isEmpty || !onCommandLine.contains($order.definition.name) else {
      throw .usage(
        "--order sorts pictures, and a list says their order: leave out one of them, or give it on a "
          + "line of the list")
    }
  }

  /// Whether a picture is among those that `--order` sorts: all, or those of the list that has it.
  func sorts(_ entry: Entry) -> Bool {
    let sorted = lists.filter { list in
      list.run.values.contains { $0.option.name == $order.definition.name }
    }
    guard !sorted.isEmpty else { return true }
    return entry.position.map { position in sorted.contains { $0.path == position.list } } ?? false
  }

  /// Lets the pictures share the length of the whole, if it is given.
  ///
  /// - Returns: the music, if its length is that of the whole.
  /// - Throws: a usage error, or what is wrong with the music.
  func shareLength() throws(Failure) -> Music? {
    guard let length else { return nil }
    guard hold == .moment else {
      throw .usage("--length decides how long each picture is held: leave out --hold or --length")
    }
    switch length {
    case .length(let length):
      $hold.replace(by: .share(of: length))
      return nil
    case .music:
      guard !music.isEmpty else {
        throw .usage("--length music is the length of --music: give it, or a time such as 60s")
      }
      let songs = try Music(music)
      $hold.replace(by: .share(of: try songs.length))
      return songs
    }
  }
}

extension OptionDefinition {
  /// Whether single pictures or steps may each have a value of their own.
  var isOfParts: Bool {
    [.picture, .step].contains(scope) && group != .parameters && form != .values
  }
}
