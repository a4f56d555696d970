/// A parameter's value that cannot be read.
public struct ParameterError: Error, Hashable {
  /// The text that was given.
  public let text: String
  /// The right form, as the object of "expected".
  public let expected: String
}
