/// The name of a file: bytes, of which only the slash has a meaning.
///
/// A `String` cannot be one. Its characters are what a reader sees: a slash and a combining mark
/// after it are one character, and that is no slash. And strings that look alike are equal, where
/// a file system has a file for each spelling.
public struct Path: Sendable, Hashable {
  /// The bytes, none of which is zero.
  public let bytes: [UInt8]

  /// Makes a path, or a part of one, of bytes.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Makes a path of a text's UTF-8.
  public init(_ text: String) { self.init(bytes: text.utf8) }

  /// Makes a path of a text in which `~/` at the beginning is the home folder: shells leave it as
  /// it is where it is quoted.
  public init(expandingTilde text: String) {
    let path = Path(text)
    let home = ProcessSetup.environment("HOME")
    let isAtHome = !home.isEmpty && (path == "~" || path.bytes.starts(with: "~/".utf8))
    self.init(bytes: isAtHome ? home + path.bytes.dropFirst() : path.bytes)
  }

  /// The bytes with a zero after them, as the C library takes them.
  public var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Puts two parts side by side, with nothing between them.
  public static func + (first: Path, second: Path) -> Path {
    Path(bytes: first.bytes + second.bytes)
  }

  /// The folder: the bytes to the last slash, with it; empty if there is none.
  public var directory: Path { Path(bytes: bytes[..<nameStart]) }

  /// The folders that lead to it, the first one first, each with a slash at its end.
  var folders: [Path] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map { Path(bytes: bytes[...$0]) }
  }

  /// The bytes after the last slash.
  public var name: Path { Path(bytes: bytes[nameStart...]) }

  /// The text after the last period of the name; `nil` if there is none, or none but the first.
  public var fileExtension: String? {
    lastPeriod.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
  }

  /// The path without the last period of the name and what follows it, if there is an extension.
  public var withoutExtension: Path {
    lastPeriod.map { Path(bytes: bytes[..<$0]) } ?? self
  }

  /// The name without its extension, as text.
  public var nameWithoutExtension: String { name.withoutExtension.description }

  /// That before an extension.
  private var lastPeriod: Int? {
    bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > nameStart ? $0 : nil }
  }

  private var nameStart: Int {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }
}

extension Path: ExpressibleByStringLiteral {
  /// Makes a path of a literal's UTF-8.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Path: CustomStringConvertible {
  /// The path for people: what is not UTF-8 is replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
