internal import TransitionKit
internal import TransitionSystem

/// The transitions that a command line names: steps take them in turn.
struct NamedTransitions {
  /// One of them, or those among which each of its steps chooses.
  private struct Item {
    let argument: TransitionArgument
    let filters: [NamedFilter]
  }

  /// The filter of a step, as an index among those of one of the items.
  private struct Choice: Hashable {
    let item: Int
    let filter: Int
  }

  private let items: [Item]
  /// The parameters that options give to all steps.
  private let assignments: [Assignment]
  /// The passage of steps that have none of their own.
  let passage: Timeline.Passage
  private let seed: UInt64
  private let isQuiet: Bool

  /// Finds the transitions. Of files, only those of shaders are opened, once all names are known.
  init(_ settings: Settings) throws(Failure) {
    var arguments: [TransitionArgument] = []
    let names = settings.filters.isEmpty ? ["dissolve"] : settings.filters
    for text in names { arguments.append(try TransitionArgument(text)) }
    for argument in arguments { try argument.checkNames() }
    // A shader that many steps have is read once. By bytes: names that look alike may be two files'.
    var found: [Path: NamedFilter] = [:]
    var items: [Item] = []
    for argument in arguments {
      let filters = try argument.filters { name throws(Failure) in
        if let filter = found[Path(name)] { return filter }
        let filter = try Filters.named(name)
        found[Path(name)] = filter
        return filter
      }
      items.append(Item(argument: argument, filters: filters))
    }
    self.items = items
    assignments = settings.assignments
    passage = Timeline.Passage(count: settings.count, easing: settings.easing)
    seed = UInt64(settings.seed)
    isQuiet = settings.isQuiet
  }

  /// Whether some of them are chosen by the seed.
  var chooseAtRandom: Bool { items.contains { $0.argument.choices != nil } }

  /// The shaders, and the files among the given values that would be pictures of some filter.
  var files: [Path] {
    let filters = items.flatMap(\.filters)
    return filters.compactMap(\.file)
      + images(assignments, of: Transitions.ours + filters.map(\.filter))
      + items.flatMap { images($0.argument.assignments, of: $0.filters.map(\.filter)) }
  }

  private func images(_ assignments: [Assignment], of filters: [Filter]) -> [Path] {
    let parameters = filters.flatMap(\.parameters)
    return assignments.filter { assignment in
      parameters.contains { assignment.isFor($0) && $0.isFile(assignment.text) }
    }.compactMap { GivenPicture(role: $0.name, name: $0.path).path }
  }

  /// The different transitions of some steps, and which of them each step has.
  func steps(
    _ count: Int
  ) throws(Failure) -> (transitions: [FilterSettings], steps: [RenderSettings.Step]) {
    try checkParameters()
    let choices = choices(count)
    if items.count > count, !isQuiet {
      Console.note(
        "dotransition: \(items.count) transitions are named for \(count): the others are not used")
    }
    try checkUse(by: choices.map { items[$0.item].filters[$0.filter].filter })
    // Steps whose values are the same share a transition, and what is wrong with it is said once.
    var transitions: [FilterSettings] = []
    var indices: [FilterSettings.Identity: Int] = [:]
    var known: [Choice: Int] = [:]
    var warnings: Set<String> = []
    var steps: [RenderSettings.Step] = []
    for choice in choices {
      let item = items[choice.item]
      let index: Int
      if let shared = known[choice] {
        index = shared
      } else {
        let transition = try settings(of: item, item.filters[choice.filter])
        for warning in transition.warnings where warnings.insert(warning).inserted && !isQuiet {
          Console.warn(warning)
        }
        index = indices[transition.identity] ?? transitions.count
        if index == transitions.count { transitions.append(transition) }
        indices[transition.identity] = index
        known[choice] = index
      }
      let own = Timeline.Passage(
        count: item.argument.count ?? passage.count,
        easing: item.argument.easing ?? passage.easing)
      steps.append(RenderSettings.Step(transition: index, passage: own))
    }
    // What is said of a transition that no step has is right all the same.
    for item in items.dropFirst(count) where !item.argument.assignments.isEmpty {
      for filter in item.filters { _ = try settings(of: item, filter) }
    }
    return (transitions, steps)
  }

  /// The filters of some steps, one after the other.
  private func choices(_ count: Int) -> [Choice] {
    var random = RandomFilters(seed: seed)
    return (0..<count).map { step in
      let number = step % items.count
      let item = items[number]
      let isOpen = item.argument.choices != nil
      return Choice(item: number, filter: isOpen ? random.next(among: item.filters) : 0)
    }
  }

  private func settings(of item: Item, _ named: NamedFilter) throws(Failure) -> FilterSettings {
    try FilterSettings(
      named.filter,
      (named.preset?.assignments ?? []) + assignments + item.argument.assignments)
  }

  /// Refuses parameters after a transition's name that it does not have.
  private func checkParameters() throws(Failure) {
    for item in items {
      for filter in item.filters.map(\.filter) {
        for assignment in item.argument.assignments
        where !filter.parameters.contains(where: assignment.isFor) {
          let name = item.argument.name
          let known = filter.parameters.map(\.writtenName) + TransitionArgument.stepNames
          let near = Suggestion.phrase(
            for: assignment.label, among: known.map { "\(name):\($0)" })
          let owners = owners(of: assignment)
          let hint =
            owners.isEmpty ? "its own are \(known.listed("and"))" : "it belongs to \(owners)"
          throw .usage(
            "\(assignment.label): \(filter.name) has no such parameter"
              + (near.isEmpty ? "; \(hint)" : near))
        }
      }
    }
  }

  /// The filters of ours that have a parameter, in a sentence.
  private func owners(of assignment: Assignment) -> String {
    Filters.all.filter { $0.parameters.contains(where: assignment.isFor) }.map(\.alias).listed(
      "and")
  }

  /// Warns of parameters that no step has, and refuses those that no filter has.
  private func checkUse(by filters: [Filter]) throws(Failure) {
    let parameters = filters.flatMap(\.parameters)
    let names = Set(filters.map(\.name)).sorted().joined(separator: ", ")
    for assignment in assignments where !parameters.contains(where: assignment.isFor) {
      let owners = Filters.all.filter { $0.parameters.contains(where: assignment.isFor) }
      guard !assignment.label.hasPrefix("--set ") else {
        throw .usage(
          "\(assignment.label): \(names) has no such parameter"
            + Suggestion.phrase(for: assignment.name, among: parameters.map(\.writtenName)))
      }
      if !isQuiet {
        Console.warn(
          "\(names) has no \(assignment.label): ignored; it belongs to "
            + owners.map(\.name).joined(separator: ", "))
      }
    }
  }

  /// Refuses a parameter that options give twice: with several steps nobody means the last of them
  /// for all.
  func checkTwice() throws(Failure) {
    let parameters = (items.flatMap(\.filters).map(\.filter) + Transitions.ours).flatMap(
      \.parameters)
    for (index, second) in assignments.enumerated() {
      guard
        let first = assignments[..<index].first(where: { first in
          parameters.contains { first.isFor($0) && second.isFor($0) }
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
    let owners = items.filter { $0.argument.choices == nil }
      .filter { $0.filters[0].filter.parameters.contains(where: second.isFor) }
      .map(\.argument.name)
    let others = Filters.all.filter { $0.parameters.contains(where: second.isFor) }.map(\.alias)
    let names = owners.isEmpty ? others : owners
    let ways = zip([first, second], [names.first, names.dropFirst().first ?? names.first]).map {
      let way = "\($1 ?? ""):\(second.name)=\($0.text)"
      return "--transition " + (way.contains { " '()".contains($0) } ? "'\(way)'" : way)
    }
    return "each step gets its own by " + ways.joined(separator: " ")
  }
}
