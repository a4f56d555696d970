/// What people and programs can know of a transition.
public struct FilterDescription: Sendable {
  /// Core Image's name: `CIPageCurlTransition`.
  public let name: String
  /// The name in words: `Page Curl`.
  public let displayName: String
  /// One sentence that says what one sees.
  public let summary: String
  /// The parameters, in the order in which they are listed.
  public let parameters: [ParameterDescription]

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
