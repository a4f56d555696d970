internal import TransitionKit

/// The transitions of which a page shows each with the same two pictures: all, those that are
/// named, or those among which `random` chooses.
struct Looks {
  /// Each as `--transition` takes it, by families.
  let words: [Word]
  /// The settings with these for the steps.
  let settings: Settings

  /// - Returns: `nil` if the command line asks for no such page: for another output, or for the one
  ///   transition that it names.
  init?(_ settings: Settings, isPair: Bool) throws(Failure) {
    guard isPair, !settings.loops, !settings.printsList, settings.pictures.count == 2,
      settings.entries.allSatisfy({ !$0.hasStep }), (try? Destination(settings))?.isPage ?? false,
      var words = try Self.words(settings)
    else { return nil }
    var seen: Set<Word> = []
    words = words.filter { seen.insert($0.unplaced).inserted }
    var sections: [Word: LookSection] = [:]
    for word in words { sections[word] = try LookSection(word, settings) }
    self.words = LookSection.allCases.flatMap { section in
      words.filter { sections[$0] == section }
    }
    var settings = settings
    settings.transitions = self.words
    self.settings = settings
  }

  private static func words(_ settings: Settings) throws(Failure) -> [Word]? {
    guard let first = settings.transitions.first else { return all }
    let arguments = try settings.transitions.map { word throws(Failure) in
      try TransitionArgument(word, settings)
    }
    guard arguments.count > 1 || arguments[0].choices != nil else { return nil }
    var words: [Word] = []
    for (word, argument) in zip(settings.transitions, arguments) {
      try argument.checkNames(settings)
      guard argument.choices != nil else {
        words.append(word)
        continue
      }
      let values = word.text.dropFirst(argument.name.count)
      words += try argument.filters().map { word.with($0.name + values) }
    }
    return words.isEmpty ? [first] : words
  }

  /// One word for each transition and mask; files that cannot be shown are left out.
  private static var all: [Word] {
    let masks = Filters.presets.filter { $0.group == .masks }.map(\.name)
    return (Filters.shortNames + masks).filter { name in
      do throws(Failure) {
        let parameters = try Filters.named(name).filter.parameters
        guard let picture = parameters.first(where: \.isRequired) else { return true }
        Console.warn("left out: \(name) needs a picture: --set \(picture.name)=PATH")
      } catch {
        Console.warn("left out: \(error.text(isVerbose: false))")
      }
      return false
    }.map { Word(text: $0) }
  }

  /// What the words stand for, with the ways that they have come to.
  func looks(_ steps: [Show.Step], of transitions: [FilterSettings]) -> [Look] {
    zip(words, steps).map { word, step in
      Look(
        word: word, section: (try? LookSection(word, settings)) ?? .others,
        transition: step.transition, easing: step.passage.easing,
        summary: transitions[step.transition].filter.summary)
    }
  }
}

/// A transition on a page that shows several with the same pictures.
struct Look: Sendable {
  /// As `--transition` takes it.
  let word: Word
  let section: LookSection
  /// The index of the transition.
  let transition: Int
  let easing: Easing
  let summary: String
}

/// A heading under which looks stand.
enum LookSection: String, Sendable, CaseIterable {
  case mixes, wipes, masks, moves, zooms, sheets, pieces, matter, others

  /// The heading of a transition as it is named: its family, or that of masks.
  init(_ word: Word, _ settings: Settings) throws(Failure) {
    let argument = try TransitionArgument(word, settings)
    let named = try Failure.located(
      at: word.position, Filters.named(argument.name, in: word.folder))
    self =
      named.preset?.group == .masks
      ? .masks : named.filter.family.flatMap { LookSection(rawValue: $0.rawValue) } ?? .others
  }

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// What its looks have in common.
  var summary: String {
    switch self {
    case .mixes: "One picture shows through the other, or through a color."
    case .wipes: "An edge uncovers the target in its place."
    case .masks: "A form, or a grain, says what is uncovered first. Each is a maskwipe."
    case .moves: "The pictures move across the frame."
    case .zooms: "The viewer comes nearer, or the pictures turn about a point."
    case .sheets: "The pictures are sheets in space."
    case .pieces: "The pictures fall into pieces."
    case .matter: "The pictures are of water, light or fire."
    case .others: "Of files, or of no family."
    }
  }
}
