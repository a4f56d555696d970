/// An error in a shader, and its position.
public struct GLError: Error, Sendable, Hashable {
  /// The line, counted from 1; 0 if the error is not in a line.
  public let line: Int
  /// The column of the first character, counted from 1.
  public let column: Int
  /// The error: `undeclared name: refl`.
  public let message: String
  /// How to mend it: `did you mean reflection?`.
  public let suggestion: String?
  /// The line itself, without its end, printable; empty if the error is not in a line, or in one of
  /// more than 10,000 bytes.
  public let sourceLine: String

  init(
    line: Int, column: Int, message: String, suggestion: String? = nil, sourceLine: String = ""
  ) {
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
    self.sourceLine = sourceLine
  }
}

/// An error at a position of the text, before its line is known.
struct SourceError: Error, Sendable {
  let position: SourcePosition
  let message: String
  var suggestion: String?

  init(_ position: SourcePosition, _ message: String, suggestion: String? = nil) {
    self.position = position
    self.message = message
    self.suggestion = suggestion
  }
}
