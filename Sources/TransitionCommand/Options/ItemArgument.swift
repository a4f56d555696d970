internal import TransitionSystem

/// A word that names a picture, with options of that picture alone: `boat.mp4:from=3s:to=9.5s`.
struct ItemArgument {
  let name: String
  let options: OptionValues

  /// Divides a word and reads its options. A file or a folder of the whole name comes first.
  ///
  /// - Throws: a usage error for a value that is none, or a name that is that of no such option.
  init(_ word: Word, _ settings: Settings) throws(Failure) {
    guard word.text.utf8.contains(UInt8(ascii: ":")), !Self.isThere(word.text, in: word.folder)
    else {
      (name, options) = (word.text, OptionValues())
      return
    }
    let ours = settings.ofItems
    func option(_ name: String) -> (any AnySetting)? { ours.first { $0.definition.name == name } }
    let divided = DividedWord(
      word.text, at: { option($0) != nil },
      takesRest: { option($0)?.definition.takesRest ?? false },
      isWhole: { Self.isThere($0, in: word.folder) })
    var options = OptionValues()
    try divided.read(at: word.position) { name, text, label throws(Failure) in
      guard let option = option(name) else { return }
      if !option.definition.takesRest {
        try Self.checkNames(in: text, after: label, ours, in: settings, at: nil)
      }
      options.set(try option.read(text, as: label))
    }
    if !Self.isThere(divided.name, in: word.folder) {
      try Self.checkNames(in: divided.name, after: nil, ours, in: settings, at: word.position) {
        Self.isThere($0, in: word.folder)
      }
    }
    (name, self.options) = (divided.name, options)
  }

  private static func isThere(_ name: String, in folder: Path) -> Bool {
    !name.isEmpty && name.utf8.count <= 4096
      && FileStatus(Path(expandingTilde: name).resolved(in: folder)) != nil
  }

  /// Refuses `:name=` with a name that is that of no option of pictures.
  private static func checkNames(
    in text: String, after label: String?, _ ours: [any AnySetting], in settings: Settings,
    at position: ListPosition?, if isPicture: (String) -> Bool = { _ in true }
  ) throws(Failure) {
    guard let mark = text.firstMatch(of: /:([-0-9A-Z_a-z]+)=/) else { return }
    let before = String(text[..<mark.range.lowerBound])
    guard isPicture(before) || ColorSource(Path(before)) != nil else { return }
    let name = String(mark.1)
    let known = ours.map(\.definition.name)
    let all = OptionNames(settings.all.map(\.definition))
    let reason: String
    switch all.use(exactly: name.lowercased())?.option.scope {
    case .step:
      reason =
        "it belongs to the way to the next picture: --transition NAME:\(name)=VALUE, or --\(name)"
    case .show, .run: reason = "it is for the whole show: --\(name)"
    case .picture, .line, nil:
      let near = Suggestion.phrase(for: name, among: known)
      reason =
        near.isEmpty ? "options of a picture are \(known.listed("and"))" : "no such option" + near
    }
    throw .usage("\(label ?? before):\(name)=: \(reason)", at: position)
  }
}
