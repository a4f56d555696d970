/// The name, the summary and the parameters of a transition, as it declares them.
public struct Declaration<Root: KernelTransition>: Sendable {
  let name: String
  let displayName: String
  let summary: String
  let family: Family?
  let unitesSizes: Bool
  let parameters: [Parameter<Root>]
  let adjust: @Sendable (inout Root) -> Void
  let pace: (@Sendable (inout Root, Bool) -> Void)?

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: the name, in the manner of `CIPageCurlTransition`.
  ///   - displayName: the name in words.
  ///   - summary: one sentence that says what one sees.
  ///   - family: what it does with the pictures.
  ///   - unitesSizes: whether, for unscaled pictures of different heights, the frame must hold
  ///     both.
  ///   - parameters: the parameters, in the order in which they are listed.
  ///   - adjust: gives a transition those parts of this library's look that are no parameters.
  ///   - pace: gives a transition a pace of its own, or takes it away: this library's look has one
  ///     unless an easing that is not linear decides it.
  public init(
    _ name: String, displayName: String, summary: String, family: Family? = nil,
    unitesSizes: Bool = false,
    parameters: [Parameter<Root>], adjust: @escaping @Sendable (inout Root) -> Void = { _ in },
    pace: (@Sendable (inout Root, Bool) -> Void)? = nil
  ) {
    self.name = name
    self.displayName = displayName
    self.summary = summary
    self.family = family
    self.unitesSizes = unitesSizes
    self.parameters = parameters
    self.adjust = adjust
    self.pace = pace
  }
}
