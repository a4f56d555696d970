/// All that is to be known of a transition, stated once: help, listings, manual, completions and
/// tests are loops over these.
public struct Declaration<Root: Transition>: Sendable {
  /// Core Image's name: `CIPageCurlTransition`.
  public let name: String
  /// The name in words: `Page Curl`.
  public let displayName: String
  /// One sentence that says what one sees.
  public let summary: String
  /// The parameters, in the order in which they are listed.
  public let parameters: [Parameter<Root>]

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - parameters: the parameters, in the order in which they are listed.
  public init(
    _ name: String, displayName: String, summary: String, parameters: [Parameter<Root>]
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.parameters = parameters
  }
}

/// A parameter that a transition does not have.
public struct UnknownParameter: Error {}

extension Transition {
  /// What the declaration says, without the type.
  public static var description: FilterDescription {
    FilterDescription(
      name: declaration.name, displayName: declaration.displayName, summary: declaration.summary,
      parameters: declaration.parameters.map(\.description))
  }

  /// Sets a parameter, brought into its domain.
  ///
  /// - Throws: ``UnknownParameter`` if the transition has none of this key.
  public mutating func set(_ key: ParameterKey, to value: ParameterValue)
    throws(UnknownParameter)
  {
    guard let parameter = Self.declaration.parameters.first(where: { $0.description.key == key })
    else { throw UnknownParameter() }
    parameter.set(&self, parameter.description.clamped(value))
  }

  /// A parameter's value; `nil` if it is unset or the transition has none of this key.
  public func value(of key: ParameterKey) -> ParameterValue? {
    Self.declaration.parameters.first { $0.description.key == key }?.get(self)
  }
}
