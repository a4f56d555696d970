/// A token of a shader.
struct Token: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    case identifier, number, symbol, end
    /// A character that no shader has but in parts that are left out, as a person can read it.
    case unknown
  }

  var kind: Kind
  var text: String
  var position: SourcePosition
  /// Whether it is the first of its line.
  var startsLine = false
  /// Whether a space stands before it: `#define F (x)` has no parameters.
  var followsSpace = false
}

/// A comment, which may tell a uniform's default.
struct Comment: Sendable {
  var start: Int
  var end: Int
  /// Its text, without its marks.
  var text: String
}
