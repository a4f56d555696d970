internal import TransitionImages
internal import TransitionSystem

extension Settings {
  /// The settings with the values that a command line gives them, or else the lists that it names.
  init(_ arguments: [String]) throws(Failure) {
    let settings = all
    let names = OptionNames(settings.map(\.definition).filter { $0.scope != .line })
    let listNames = OptionNames(settings.map(\.definition))
    let commandLine = try Arguments(arguments.map { Word(text: $0) }, names)
    var run = try Arguments([], names)
    // A stranger's name is a name.
    let isStranger = !commandLine.values(of: $isUntrusted.definition).isEmpty
    let divided = isStranger ? 0 : commandLine.plain.count - commandLine.literalCount
    for (index, word) in commandLine.plain.enumerated() {
      if let list = try ListFile(word.text, self, listNames) {
        lists.append(list)
        entries += list.entries
        run.append(list.run)
      } else {
        entries.append(try Entry(word, self, isDivided: index < divided))
      }
    }
    try ListFile.checkTwice(run)
    // Each says how long pictures are held.
    let held = [$hold.definition, $length.definition]
    if held.contains(where: { !commandLine.values(of: $0).isEmpty }) { run.remove(held) }
    var options = run
    options.remove(commandLine.values.map(\.option))
    options.append(commandLine)
    onCommandLine = Set(commandLine.values.map(\.option.name))
    repeated = settings.map(\.definition).filter { option in
      option.isOfParts && Set(commandLine.words(of: option).map(\.text)).count > 1
    }.map(\.label)
    for setting in settings {
      let values = options.values(of: setting.definition)
      if let last = values.last { try setting.set(values.map(\.word.text), as: last.label) }
    }
    transitions = options.words(of: $filters.definition)
    assignments = try Assignment.all(in: run, self, origin: .list)
    assignments += try Assignment.all(in: commandLine, self, origin: .option)
    if commandLine.values(of: $source.definition).count > 1 {
      throw .usage("-s is given twice: name the pictures after the first with -d")
    }
    try checkTrust()
    try checkWatch()
    if !music.isEmpty {
      $music.replace(by: try options.words(of: $music.definition).map(Song.init))
    }
    if let word = options.words(of: words.$watermark.definition).last {
      words.$watermark.replace(by: try Watermark(word))
    }
    if let word = options.words(of: words.$fontFile.definition).last {
      WatchRound.reads([word.path])
      words.$fontFile.replace(by: word.path)
      words.typeface = try Failure.located(
        at: word.position, Failure.from(image: Typeface(file: word.path)))
    }
    try checkOrder()
  }
}
