/// A transition that can be chosen: its name, its parameters and a way to make it.
///
/// Help, listings, manual, completions and tests are loops over filters. One is made from the
/// declaration of a ``KernelTransition``; others describe themselves.
public struct Filter: Sendable {
  /// Whose defaults a filter has.
  public enum Look: Sendable {
    /// Core Image's, lengths in pixels: the same command looks different at each size.
    case coreImage
    /// This library's, lengths as parts of the frame.
    case ours
  }

  /// Core Image's name, such as `CIPageCurlTransition`, if it has Core Image's defaults; else
  /// another.
  public let name: String
  /// The name in words: `Page Curl`.
  public let displayName: String
  /// One sentence that says what one sees.
  public let summary: String
  /// What it does with the pictures, if it says so.
  public let family: Family?
  /// The parameters, in the order in which they are listed.
  public let parameters: [ParameterDescription]
  /// Whether, for unscaled pictures of different heights, the frame must hold both.
  public let unitesSizes: Bool
  /// Where it mixes colors unless someone asks for another scale.
  public let workingSpace: WorkingSpace
  /// Its difference from other filters of its name, if there can be others.
  public let identity: String
  /// Whether it reads levels of its pictures, which take memory.
  public let hasLevels: Bool
  /// Whether it has a pace of its own, which it leaves to an easing that is not linear.
  public let hasPace: Bool
  private let make: @Sendable (Easing) -> any Transition

  /// Describes a transition.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - family: what it does with the pictures, if it says so.
  ///   - parameters: the parameters, in the order in which they are listed.
  ///   - unitesSizes: whether, for unscaled pictures of different heights, the frame must hold
  ///     both.
  ///   - workingSpace: where it mixes colors unless someone asks for another scale.
  ///   - identity: its difference from other filters of its name, if there can be others.
  ///   - hasLevels: whether it reads levels of its pictures.
  ///   - makeTransition: makes the transition with its defaults.
  public init(
    name: String, displayName: String, summary: String, family: Family? = nil,
    parameters: [ParameterDescription], unitesSizes: Bool = false,
    workingSpace: WorkingSpace = .linear,
    identity: String = "", hasLevels: Bool = false,
    makeTransition: @escaping @Sendable () -> any Transition
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.family = family
    self.parameters = parameters
    self.unitesSizes = unitesSizes
    self.workingSpace = workingSpace
    self.identity = identity
    self.hasLevels = hasLevels
    hasPace = false
    make = { _ in makeTransition() }
  }

  /// Takes a transition as it declares itself.
  ///
  /// - Parameters:
  ///   - type: the transition.
  ///   - look: the defaults. Filters of Core Image have their short names with this library's;
  ///     others have but one kind.
  public init<Declared: KernelTransition>(_ type: Declared.Type, _ look: Look = .coreImage) {
    let declaration = type.declaration
    let isOurs = look == .ours && declaration.name.hasPrefix("CI")
    name = isOurs ? Self.alias(of: declaration.name) : declaration.name
    (displayName, summary) = (declaration.displayName, declaration.summary)
    family = declaration.family
    parameters = declaration.parameters.map { isOurs ? $0.description.ours : $0.description }
    unitesSizes = declaration.unitesSizes
    (workingSpace, identity, hasLevels) = (.linear, "", false)
    let pace = isOurs ? declaration.pace : nil
    hasPace = pace != nil
    make = { easing in
      var transition = type.init()
      if isOurs { declaration.adjust(&transition) }
      pace?(&transition, easing == .linear)
      return transition
    }
  }

  /// Makes the transition with its defaults, but for those that depend on the frame.
  ///
  /// - Parameter easing: that of the times for which frames are asked.
  /// - Returns: the transition.
  public func makeTransition(easedBy easing: Easing = .linear) -> any Transition { make(easing) }

  /// The transition with its defaults for a frame.
  ///
  /// - Throws: ``UnknownParameter`` if it has not all of its declared parameters.
  public func makeTransition(in frame: Rect) throws(UnknownParameter) -> any Transition {
    var transition = make(.linear)
    for parameter in parameters {
      guard let text = parameter.defaultText else { continue }
      try transition.set(parameter.name, to: text.value(in: frame))
    }
    return transition
  }

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
