/// A parameter's value that cannot be read.
public struct ParameterError: Error, Hashable {
  /// What was given.
  public let text: String
  /// What would be right, as the object of "expected".
  public let expected: String
}
