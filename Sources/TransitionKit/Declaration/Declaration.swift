/// What a transition declares of itself.
public struct Declaration<Root: KernelTransition>: Sendable {
  let name: String
  let displayName: String
  let summary: String
  let unitesSizes: Bool
  let isAlwaysLit: Bool
  let parameters: [Parameter<Root>]

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - unitesSizes: whether, for unscaled pictures of different heights, the frame must hold both.
  ///   - isAlwaysLit: whether it brightens or darkens pictures whatever its parameters.
  ///   - parameters: the parameters, in the order in which they are listed.
  public init(
    _ name: String, displayName: String, summary: String, unitesSizes: Bool = false,
    isAlwaysLit: Bool = false, parameters: [Parameter<Root>]
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.unitesSizes = unitesSizes
    self.isAlwaysLit = isAlwaysLit
    self.parameters = parameters
  }
}
