internal import TransitionSystem

extension Settings {
  /// A document that is made from the declarations, for the project itself.
  enum Document: String, CaseIterable { case manual, gallery }

  /// All options: the declared ones in their order, then the parameters.
  var all: [any AnySetting] {
    [self, film, words].flatMap(Self.settings) + parameters
  }

  private static func settings(_ declarations: Any) -> [any AnySetting] {
    Mirror(reflecting: declarations).children.compactMap { $0.value as? any AnySetting }
  }

  /// The options of which a picture or a step may have a value of its own.
  var ofParts: [any AnySetting] {
    all.filter { $0.definition.isOfParts || $0.definition.scope == .line }
  }

  /// The options of which a picture may have a value of its own.
  var ofItems: [any AnySetting] {
    ofParts.filter { [.picture, .line].contains($0.definition.scope) }
  }

  /// All pictures that are named, by an option or without one.
  var pictures: [Path] { entries.map(\.name) + [source].compactMap(\.self) + targets }

  /// Whether a length or a time is given in seconds.
  var usesSeconds: Bool {
    let isTime = if case .show = time { true } else { false }
    return isTime || count.isTime || hold.isTime
  }

  /// Whether the command line itself gives an option, not only a list.
  func isOnCommandLine(_ setting: any AnySetting) -> Bool {
    onCommandLine.contains(setting.definition.name)
  }

  /// Refuses to sort what a list puts in order.
  func checkOrder() throws(Failure) {
    guard lists.isEmpty || !isOnCommandLine($order) else {
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
}

extension OptionDefinition {
  /// Whether single pictures or steps may each have a value of their own.
  var isOfParts: Bool {
    [.picture, .step].contains(scope) && group != .parameters && form != .values
  }
}
