/// The name, the summary and the parameters of a transition, as it declares them.
public struct Declaration<Root: KernelTransition>: Sendable {
  let name: String
  let displayName: String
  let summary: String
  let unitesSizes: Bool
  let parameters: [Parameter<Root>]

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - unitesSizes: whether, for unscaled pictures of different heights, the frame must hold both.
  ///   - parameters: the parameters, in the order in which they are listed.
  public init(
    _ name: String, displayName: String, summary: String, unitesSizes: Bool = false,
    parameters: [Parameter<Root>]
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.unitesSizes = unitesSizes
    self.parameters = parameters
  }
}
