internal import TransitionLibC

/// A refusal of the system: what was to be done with which file, and the reason.
public struct FileError: Error, Hashable {
  /// The work that is refused.
  public enum Action: Sendable, Hashable {
    /// To open or read a file.
    case read
    /// To make a file.
    case create
    /// To write to a file that is made.
    case write
    /// To run a program.
    case run
  }

  /// The work that is refused.
  public let action: Action
  /// The meaning of the file to whoever works with it: `source image`, `frame`.
  public let role: String
  /// The file's name.
  public let path: Path
  /// The reason in the system's words: `No such file or directory`.
  public private(set) var reason: String
  /// The number of the reason, such as `EPIPE`; `nil` if it is not the system's.
  let code: Int32?

  /// Makes an error whose reason is told by something else than the system, such as a library.
  public init(_ action: Action, _ role: String, _ path: Path, _ reason: String) {
    (self.action, self.role, self.path, self.reason) = (action, role, path, reason)
    code = nil
  }

  /// Makes the error of a number of the system: at once after a call that failed, that of the call.
  ///
  /// A file that cannot be made because the disk is full is one that cannot be written.
  init(_ action: Action, _ role: String, _ path: Path, code: Int32 = errno) {
    let isFull = code == ENOSPC || code == EDQUOT
    self.action = action == .create && isFull ? .write : action
    (self.role, self.path, self.code) = (role, path, code)
    reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension FileError {
  /// Whether the system refuses it only for now, because others use too much of something, or a
  /// network does not answer: another attempt may succeed.
  public var isForNow: Bool {
    [
      EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, EBUSY, ETXTBSY, EINTR, ENOLCK, EDEADLK, ESTALE,
      ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ECONNRESET,
    ].contains(code)
  }

  /// The error, with words after its reason.
  func followed(by words: String) -> FileError {
    var error = self
    error.reason += words
    return error
  }
}

/// An error that can carry a refusal of the system: ``FileError`` itself, or that of a module
/// above.
public protocol FileErrorCarrier: Error {
  /// Makes an error of the refusal.
  init(_ error: FileError)
}

extension FileErrorCarrier {
  /// The value of an expression on files, whose refusal becomes an error of this type.
  public static func from<Value>(
    file value: @autoclosure () throws(FileError) -> Value
  ) throws(Self) -> Value {
    do throws(FileError) {
      return try value()
    } catch { throw Self(error) }
  }
}

extension FileError: FileErrorCarrier {
  /// The refusal itself.
  public init(_ error: FileError) { self = error }
}
