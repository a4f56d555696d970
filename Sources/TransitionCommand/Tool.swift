internal import ArgumentParser
internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// The tool, as a function of the process's arguments.
public enum Tool {
  /// Runs the tool.
  ///
  /// - Returns: the exit status.
  public static func run() -> Int32 {
    defer { VipsLibrary.reportLeaks() }
    do throws(Failure) {
      try Surroundings.prepare()
      return try perform(Surroundings.arguments())
    } catch {
      Console.error(error.message)
      return error.status.rawValue
    }
  }

  /// The version of the tool, part of what frames depend on.
  static let version = "1.0"

  private static func perform(_ arguments: [String]) throws(Failure) -> Int32 {
    guard !arguments.isEmpty else {
      Console.note(usage)
      throw .usage("nothing to do: name a filter, two pictures and an output, or ask for --help")
    }
    guard let command = try parse(arguments) else { return 0 }
    if command.reports.listtransitionfilters {
      try Console.print(Transitions.all.map { $0.description.name }.joined(separator: " "))
      return 0
    }
    if let name = command.reports.filterproperties {
      try Console.print(try properties(of: name).text())
      return 0
    }
    if let name = command.reports.filterhelp {
      try Console.print(Help.text(of: try filter(named: name).description))
      return 0
    }
    if let document = command.reports.generate {
      try Console.print(document == .manual ? String(Manual.text.dropLast()) : Gallery.text)
      return 0
    }
    return try Job(command).run()
  }

  private static let usage = """
    Usage: dotransition --transitionfilter NAME -s SOURCE -d TARGET -o DIR -b NAME [options]
    Example: dotransition --transitionfilter pagecurl -s a.jpg -d b.jpg -o out -b turn -c 20
    """

  /// The parsed command line; `nil` after help or version, which are printed here.
  private static func parse(_ arguments: [String]) throws(Failure) -> DoTransition? {
    let arguments = try CanonicalArguments.of(arguments)
    do {
      return try DoTransition.parse(arguments)
    } catch {
      guard DoTransition.exitCode(for: error) == .success else {
        throw .usage(DoTransition.message(for: error))
      }
      let message = DoTransition.fullMessage(for: error, columns: 80)
      // ArgumentParser does not tell which request it is, but its help is like no other.
      try Console.print(message == DoTransition.helpMessage(columns: 80) ? Help.text : message)
      return nil
    }
  }

  private static func properties(of name: String) throws(Failure) -> JSON {
    if name.isEmpty { return .array(Transitions.all.map { PropertyList.json($0.description) }) }
    return PropertyList.json(try filter(named: name).description)
  }

  /// The filter of a name.
  static func filter(named name: String) throws(Failure) -> any Transition.Type {
    if let filter = Transitions.named(name) { return filter }
    let names = Transitions.all.flatMap { [$0.description.name, $0.description.alias] }
    throw .usage(
      "unknown filter: \(name)\(Suggestion.phrase(for: name, among: names)); -l lists the filters")
  }
}
