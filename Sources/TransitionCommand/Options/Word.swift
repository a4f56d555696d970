internal import TransitionSystem

/// A word of a command line, or of a list.
struct Word: Sendable, Hashable {
  let text: String
  /// Its position in a list; `nil` on the command line.
  var position: ListPosition?
  var folder: Path = ""

  /// The path from the working folder that it is.
  var path: Path { Path(text).resolved(in: folder) }

  /// The word apart from its position.
  var unplaced: Word { Word(text: text, folder: folder) }

  /// Another text at its position: a part of it.
  func with(_ text: String) -> Word { Word(text: text, position: position, folder: folder) }
}

/// A position in a list.
struct ListPosition: Sendable, Hashable, CustomStringConvertible {
  /// The list's path; `nil` for standard input.
  let list: Path?
  /// From 1.
  let line: Int
  /// In characters, from 1.
  let column: Int

  /// As compilers write it: `trip.list:5:17`.
  var description: String { "\(list?.description ?? "stdin"):\(line):\(column)" }
}

extension ListPosition? {
  /// The beginning of an error: `trip.list:5:17: `; empty on the command line.
  var prefix: String { map { "\($0): " } ?? "" }
}

extension Failure {
  /// The value of an expression whose failures have a position in a list, or none.
  static func located<Value>(
    at position: ListPosition?, _ value: @autoclosure () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try value()
    } catch { throw error.located(at: position) }
  }

  /// A usage error with its position in a list, if it has one.
  static func usage(_ message: String, at position: ListPosition?) -> Failure {
    usage(message).located(at: position)
  }

  /// The failure with its position in a list before it, if there is one.
  func located(at position: ListPosition?) -> Failure { preceded(by: position.prefix) }
}

extension Path {
  /// The path as seen from the working folder; `~/` begins the home folder.
  func resolved(in folder: Path) -> Path {
    if bytes.first == UInt8(ascii: "/") { return self }
    if bytes.first == UInt8(ascii: "~"), let text = String(validating: bytes, as: UTF8.self) {
      let expanded = Path(expandingTilde: text)
      if expanded != self { return expanded }
    }
    return folder + self
  }
}
