internal import TransitionKit
internal import TransitionSystem

/// The transitions of a show's steps: those that lines of a list name, and for the other steps
/// those of the run in turn.
struct NamedTransitions {
  /// A transition as it is named, or those among which each of its steps chooses.
  private struct Candidate {
    let argument: TransitionArgument
    let filters: [NamedFilter]

    /// Whether it is the cut, and not one of several that may be.
    var isCut: Bool { argument.choices == nil && filters[0].filter.isCut }
  }

  /// All that decides the transition of a step.
  private struct Choice: Hashable {
    let candidate: Int
    let card: RandomFilters.Card
    let easing: Easing
    /// The parameters on the step's line.
    let values: [Word]
  }

  private let candidates: [Candidate]
  /// Those that steps without their own take in turn, as indices.
  private let turns: [Int]
  /// The one that each step has, as an index.
  private let candidateOfStep: [Int]
  /// The number of steps that take theirs in turn.
  private let inTurn: Int
  /// The picture from which each step leads, as it is named.
  private let lines: [Entry]
  private let settings: Settings
  /// The length of steps that have none of their own.
  private let count: Length

  /// Refuses words whose names stand for nothing, each once, without opening a file.
  static func check(_ words: [Word], _ settings: Settings) throws(Failure) {
    var known: Set<[Path]> = []
    for word in words where known.insert(key(of: word)).inserted {
      try TransitionArgument(word, settings).checkNames(settings)
    }
  }

  /// What tells words apart: by bytes, beside a folder, since names that look alike may be two
  /// files'.
  private static func key(of word: Word) -> [Path] { [Path(word.text), word.folder] }

  /// Finds the transitions, whose names are checked. Of files, only those of shaders are opened.
  ///
  /// - Throws: why a shader cannot be read.
  init(_ settings: Settings, _ lines: [Entry], count: Length) throws(Failure) {
    var arguments: [TransitionArgument] = []
    var known: [[Path]: Int] = [:]
    func index(_ word: Word) throws(Failure) -> Int {
      let key = Self.key(of: word)
      if let index = known[key] { return index }
      arguments.append(try TransitionArgument(word, settings))
      known[key] = arguments.count - 1
      return arguments.count - 1
    }
    // The original's command lines keep its look.
    let usual = settings.source == nil ? "dissolve" : "CIDissolveTransition"
    let words = settings.transitions.isEmpty ? [Word(text: usual)] : settings.transitions
    var (turns, candidateOfStep): ([Int], [Int]) = ([], [])
    var inTurn = 0
    for word in words { turns.append(try index(word)) }
    for line in lines {
      if let word = line.transition {
        candidateOfStep.append(try index(word))
      } else {
        candidateOfStep.append(turns[inTurn % turns.count])
        inTurn += 1
      }
    }
    // A shader that many steps have is read once.
    var found: [[Path]: NamedFilter] = [:]
    candidates = try arguments.map { argument throws(Failure) in
      let filters = try argument.filters { name, folder throws(Failure) in
        if let filter = found[[Path(name), folder]] { return filter }
        let filter = try Filters.named(name, in: folder)
        found[[Path(name), folder]] = filter
        return filter
      }
      return Candidate(argument: argument, filters: filters)
    }
    (self.settings, self.lines, self.count) = (settings, lines, count)
    (self.turns, self.candidateOfStep, self.inTurn) = (turns, candidateOfStep, inTurn)
  }

  /// The passage of steps that have none of their own.
  var passage: Timeline.Passage {
    Timeline.Passage(count: count, easing: settings.easing)
  }

  /// Whether some of them are chosen by the seed.
  var chooseAtRandom: Bool { candidates.contains { $0.argument.choices != nil } }

  /// The shaders, and the files among the given values that would be pictures of some filter.
  var files: [Path] {
    let filters = candidates.flatMap(\.filters)
    let pictures = (Transitions.ours + filters.map(\.filter)).flatMap(\.parameters)
      .filter { $0.kind == .image }
    let all =
      [settings.assignments] + candidates.map(\.argument.assignments) + lines.map(\.assignments)
    return filters.compactMap(\.file)
      + all.joined().compactMap { assignment in
        pictures.first { assignment.isFor($0) && $0.isFile(assignment.text) }
          .flatMap { assignment.picture(as: $0.name).source.file }
      }
  }

  /// The passages of the steps, and whether somebody has said how long each is.
  private func passages(_ choices: [Choice]) -> (all: [Timeline.Passage], areGiven: [Bool]) {
    let counts = zip(choices, lines).map { choice, line in
      candidates[choice.candidate].argument.options[settings.$count]
        ?? line.options[settings.$count]
    }
    let all = zip(choices, counts).map { choice, own in
      filter(of: choice).isCut ? .cut : Timeline.Passage(count: own ?? count, easing: choice.easing)
    }
    return (all, counts.map { $0 != nil || settings.$count.isGiven })
  }

  private func filter(of choice: Choice) -> Filter {
    candidates[choice.candidate].filters[choice.card.index].filter
  }

  /// The different transitions of the steps, and which of them each step has. `fitted` may shorten
  /// steps, so that they are cuts.
  func steps(
    _ fitted: (_ passages: [Timeline.Passage], _ areGiven: [Bool]) -> [Timeline.Passage]
  ) throws(Failure) -> (transitions: [FilterSettings], steps: [Show.Step]) {
    try checkParameters()
    let choices = choices
    let (passages, areGiven) = passages(choices)
    let fitted = fitted(passages, areGiven)
    if !settings.transitions.isEmpty, turns.count > inTurn {
      Console.remark(
        inTurn > 0
          ? "\(turns.count) transitions are named for \(inTurn): the others are not used"
          : "--transition has no effect: "
            + (lines.isEmpty ? "there is no step" : "each step has its own"))
    }
    var seen: Set<[Int]> = []
    let used = choices.filter { seen.insert([$0.candidate, $0.card.index]).inserted }
    try checkUse(by: used.map(filter))
    // Steps whose values are the same share a transition, and what is wrong with it is said once.
    var transitions: [FilterSettings] = []
    var indices: [[AnyHashable]: Int] = [:]
    var known: [Choice: Int] = [:]
    var steps: [Show.Step] = []
    for (step, (choice, line)) in zip(choices, lines).enumerated() {
      let candidate = candidates[choice.candidate]
      let index: Int
      if fitted[step].isCut, !passages[step].isCut {
        let cut = try FilterSettings(.cut, [], easedBy: .linear)
        index = indices[cut.identity] ?? transitions.count
        if index == transitions.count { transitions.append(cut) }
        indices[cut.identity] = index
      } else if let shared = known[choice] {
        index = shared
      } else {
        let transition = try filterSettings(
          of: candidate, candidate.filters[choice.card.index], line.assignments, choice.easing,
          angle: choice.card.angle)
        for assignment in line.assignments where !transition.filter.has(assignment) {
          Console.remark(
            "\(assignment.label) has no effect: \(transition.filter.alias) was chosen")
        }
        for value in candidate.argument.options.all {
          guard let other = transition.filter.parameter(named: value.option) else { continue }
          let (name, text) = (candidate.argument.name, value.text)
          Console.remark(
            "\(name):\(other.writtenName)=\(text) is an option of the step; the parameter of this name is "
              + "\(name):\(TransitionArgument.name(of: other))=\(text)")
        }
        transition.warnings.forEach(Console.warn)
        index = indices[transition.identity] ?? transitions.count
        if index == transitions.count { transitions.append(transition) }
        indices[transition.identity] = index
        known[choice] = index
      }
      steps.append(
        Show.Step(
          transition: index, passage: fitted[step], isShortened: fitted[step] != passages[step],
          hasOwnLength: areGiven[step]))
    }
    // What is said of a transition that no step has is right all the same.
    for index in turns.dropFirst(inTurn) where !candidates[index].argument.assignments.isEmpty {
      for filter in candidates[index].filters {
        _ = try filterSettings(of: candidates[index], filter, [], settings.easing)
      }
    }
    return (transitions, steps)
  }

  /// The transitions of the steps, one after the other.
  private var choices: [Choice] {
    var random = RandomFilters(seed: UInt64(settings.seed))
    return zip(candidateOfStep, lines).map { index, line in
      let candidate = candidates[index]
      let card = candidate.argument.choices.map { choices in
        random.next(of: index, among: candidate.filters, areNamed: choices.areNamed)
      }
      return Choice(
        candidate: index, card: card ?? RandomFilters.Card(index: 0),
        easing: candidate.argument.options[settings.$easing]
          ?? line.options.value(settings.$easing),
        values: line.assignments.flatMap { [Word(text: $0.option), $0.word.unplaced] })
    }
  }

  private func filterSettings(
    of candidate: Candidate, _ named: NamedFilter, _ line: [Assignment], _ easing: Easing,
    angle: String? = nil
  ) throws(Failure) -> FilterSettings {
    let dealt = angle.map {
      Assignment(name: "angle", word: Word(text: $0), option: "angle", origin: .preset)
    }
    return try FilterSettings(
      named.filter, file: named.file,
      (named.preset?.assignments ?? []) + [dealt].compactMap(\.self) + settings.assignments + line
        + candidate.argument.assignments, easedBy: easing,
      pixelScale: settings.film.isDraft ? Float(Draft.scale) : 1)
  }

  /// Refuses parameters after a transition's name, or on its line, that it does not have.
  private func checkParameters() throws(Failure) {
    for (index, line) in zip(candidateOfStep, lines) where candidates[index].isCut {
      let argument = candidates[index].argument
      let options =
        argument.options.all.map { (argument.name + ":", $0) }
        + line.options.all.filter { $0.option.scope == .step }.map { ("--", $0) }
      guard let (mark, value) = options.first else { continue }
      let name = value.option.preferred ?? value.option.name
      throw .usage("\(mark)\(name): a cut has neither length nor easing", at: line.position)
    }
    for candidate in candidates {
      for filter in candidate.filters.map(\.filter) {
        for assignment in candidate.argument.assignments where !filter.has(assignment) {
          throw unknown(assignment, to: candidate, [filter])
        }
      }
    }
    for (index, line) in zip(candidateOfStep, lines) {
      let filters = candidates[index].filters.map(\.filter)
      for assignment in line.assignments where !filters.contains(where: { $0.has(assignment) }) {
        throw unknown(assignment, to: candidates[index], filters)
      }
    }
  }

  /// The error of a parameter that a transition does not have.
  private func unknown(
    _ assignment: Assignment, to candidate: Candidate, _ filters: [Filter]
  ) -> Failure {
    let name = candidate.argument.name
    let isStep = assignment.origin == .step
    let parameters = filters.flatMap(\.parameters)
    let known =
      isStep
      ? parameters.map(TransitionArgument.name) + TransitionArgument.stepNames
      : parameters.map { $0.hasOption && !assignment.isSet ? $0.label : "--set \($0.writtenName)" }
    let near = Suggestion.phrase(
      for: assignment.option, among: isStep ? known.map { "\(name):\($0)" } : known)
    let owners = owners(of: assignment)
    let hint =
      !owners.isEmpty
      ? "it belongs to \(owners.listed("and"))"
      : known.isEmpty ? "it has none" : "its own are \(known.listed("and"))"
    return .usage(
      "\(assignment.label): \(filters.count == 1 ? filters[0].name : name) has no such parameter"
        + (near.isEmpty ? "; \(hint)" : near))
  }

  /// The names of the filters of ours that have a parameter.
  private func owners(of assignment: Assignment) -> [String] {
    Filters.all.filter { $0.has(assignment) }.map(\.alias)
  }

  /// Warns of parameters that no step has, and refuses those that no filter has.
  private func checkUse(by filters: [Filter]) throws(Failure) {
    guard !filters.isEmpty else {
      for assignment in settings.assignments {
        Console.remark("\(assignment.label) has no effect: there is no transition")
      }
      return
    }
    let parameters = filters.flatMap(\.parameters)
    let names = Set(filters.map(\.name)).sorted().joined(separator: ", ")
    for assignment in settings.assignments where !parameters.contains(where: assignment.isFor) {
      guard !assignment.isSet else {
        throw .usage(
          "\(assignment.label): \(names) has no such parameter"
            + Suggestion.phrase(for: assignment.name, among: parameters.map(\.writtenName)))
      }
      Console.warn(
        "\(assignment.word.position.prefix)\(names) has no \(assignment.option): ignored; it belongs to "
          + owners(of: assignment).joined(separator: ", "))
    }
  }

  /// Refuses a parameter that options give twice: with several steps nobody means the last of them
  /// for all.
  func checkTwice() throws(Failure) {
    let filters = candidates.flatMap(\.filters).map(\.filter) + Transitions.ours
    let parameters = filters.flatMap(\.parameters)
    for (index, second) in settings.assignments.enumerated() {
      guard
        let first = settings.assignments[..<index].first(where: { first in
          first.origin == second.origin
            && parameters.contains { first.isFor($0) && second.isFor($0) }
        })
      else { continue }
      throw .usage("\(second.label) is given twice: \(waysOfTheirOwn(first, second))")
    }
  }

  /// The way to give two steps values of their own, as the end of a sentence.
  private func waysOfTheirOwn(_ first: Assignment, _ second: Assignment) -> String {
    guard !["count", "duration", "easing"].contains(second.name.lowercased()) else {
      return "of this name there is one for all steps"
    }
    let named = candidates.filter {
      $0.argument.choices == nil && $0.filters[0].filter.has(second)
    }.map(\.argument.name)
    let names = named.isEmpty ? owners(of: second) : named
    let ways = zip([first, second], [names.first, names.dropFirst().first ?? names.first]).map {
      let way = "\($1 ?? ""):\(second.name)=\($0.text)"
      return "--transition " + (way.contains { " '()".contains($0) } ? "'\(way)'" : way)
    }
    return "each step gets its own by " + ways.joined(separator: " ")
  }
}

extension Filter {
  /// The parameter that has the name of an option.
  fileprivate func parameter(named option: OptionDefinition) -> ParameterDescription? {
    parameters.first { option.isNamed($0.writtenName) }
  }

  /// Whether it has the parameter that an assignment is for.
  fileprivate func has(_ assignment: Assignment) -> Bool {
    parameters.contains(where: assignment.isFor)
  }
}
