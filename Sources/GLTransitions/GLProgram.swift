public import TransitionKit

/// A transition written in GLSL for gl-transitions.com: read, checked and ready to be bound to
/// values of its uniforms.
public struct GLProgram: Sendable {
  /// The parameters, in the order of the file, without `progress` and `ratio`.
  public let uniforms: [Uniform]
  /// The text after `// Summary:`.
  public let summary: String?
  /// The family after `// Family:`, if it is one.
  public let family: Family?
  /// Whether it asks for levels of its pictures, by `// Levels:`.
  let hasLevels: Bool
  /// The working space after `// Working space:`, if it is one.
  public let workingSpace: WorkingSpace?
  /// The text after `// Author:`.
  public let author: String?
  /// The text after `// License:`.
  public let license: String?
  /// Warnings, such as of a default that does not fit its type.
  public let remarks: [GLError]

  /// The most bytes that a shader may have.
  public static let byteLimit = 1_000_000

  let source: SourceText
  let typed: TypedProgram
  /// What has been compiled of it, shared by all its copies.
  let codes = CodeCache()

  /// Reads a shader.
  ///
  /// - Parameter bytes: the file's bytes.
  /// - Throws: the first error, with its line and column.
  public init(source bytes: [UInt8]) throws(GLError) {
    guard bytes.count <= Self.byteLimit else {
      throw GLError(line: 0, column: 0, message: "the file is larger than a megabyte")
    }
    let source = SourceText(bytes)
    self.source = source
    var remarks: [SourceError] = []
    func choice(_ label: String, among values: [String]) -> String? {
      guard let said = source.remark(label) else { return nil }
      if values.contains(said.text) { return said.text }
      remarks.append(
        SourceError(
          said.position, "the comment '\(label): \(said.text)' is ignored",
          suggestion: "it takes \(values.joined(separator: ", "))"))
      return nil
    }
    hasLevels = choice("Levels", among: ["yes", "no"]) == "yes"
    do {
      typed = try Self.check(source, hasLevels: hasLevels)
    } catch {
      throw source.diagnostic(error)
    }
    uniforms = typed.uniforms
    summary = source.remark("Summary")?.text
    family = choice("Family", among: Family.allCases.map(\.rawValue)).flatMap {
      Family(rawValue: $0)
    }
    workingSpace = choice("Working space", among: WorkingSpace.allCases.map(\.rawValue)).flatMap {
      WorkingSpace(rawValue: $0)
    }
    author = source.remark("Author")?.text
    license = source.remark("License")?.text
    self.remarks = (typed.remarks + remarks).map(source.diagnostic)
  }

  /// Reads a shader.
  ///
  /// - Parameter source: the file's text.
  /// - Throws: the first error, with its line and column.
  public init(source: String) throws(GLError) {
    try self.init(source: Array(source.utf8))
  }

  private static func check(
    _ source: SourceText, hasLevels: Bool
  ) throws(SourceError) -> TypedProgram {
    let (words, comments) = try Tokenizer.tokenize(source)
    let tokens = try Preprocessor.run(words, of: source)
    let tree = try Parser.parse(tokens)
    return try Checker.check(tree, source: source, comments: comments, hasLevels: hasLevels)
  }
}
