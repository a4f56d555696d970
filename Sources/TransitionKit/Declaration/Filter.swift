/// A transition that can be chosen: its name, its parameters and a way to make it.
///
/// Help, listings, manual, completions and tests are loops over filters. One is made from the
/// declaration of a ``KernelTransition``; others describe themselves.
public struct Filter: Sendable {
  /// Core Image's name, such as `CIPageCurlTransition`, or one in its manner.
  public let name: String
  /// The name in words: `Page Curl`.
  public let displayName: String
  /// One sentence that says what one sees.
  public let summary: String
  /// The parameters, in the order in which they are listed.
  public let parameters: [ParameterDescription]
  /// Whether, for unscaled pictures of different heights, the frame must hold both.
  public let unitesSizes: Bool
  /// Where it mixes colors unless someone asks for another scale.
  public let workingSpace: WorkingSpace
  /// Its difference from other filters of its name, if there can be others.
  public let identity: String
  private let make: @Sendable () -> any Transition

  /// Describes a transition.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - parameters: the parameters, in the order in which they are listed.
  ///   - unitesSizes: whether, for unscaled pictures of different heights, the frame must hold both.
  ///   - workingSpace: where it mixes colors unless someone asks for another scale.
  ///   - identity: its difference from other filters of its name, if there can be others.
  ///   - makeTransition: makes the transition with its defaults.
  public init(
    name: String, displayName: String, summary: String, parameters: [ParameterDescription],
    unitesSizes: Bool = false, workingSpace: WorkingSpace = .linear,
    identity: String = "", makeTransition: @escaping @Sendable () -> any Transition
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.parameters = parameters
    self.unitesSizes = unitesSizes
    self.workingSpace = workingSpace
    self.identity = identity
    make = makeTransition
  }

  /// Takes a transition as it declares itself.
  public init<Declared: KernelTransition>(_ type: Declared.Type) {
    let declaration = type.declaration
    self.init(
      name: declaration.name, displayName: declaration.displayName, summary: declaration.summary,
      parameters: declaration.parameters.map(\.description), unitesSizes: declaration.unitesSizes
    ) { type.init() }
  }

  /// The transition with its defaults.
  public func makeTransition() -> any Transition { make() }

  /// The short name that also stands for it on the command line: `pagecurl`.
  public var alias: String { Self.alias(of: name) }

  /// A name without case, `CI` and `Transition`.
  static func alias(of name: String) -> String {
    var name = Substring(name.lowercased())
    if name.hasPrefix("ci") { name = name.dropFirst(2) }
    if name.hasSuffix("transition") { name = name.dropLast(10) }
    return String(name)
  }
}
