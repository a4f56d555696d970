internal import TransitionLibC

/// What the system refused, of which file.
public struct FileError: Error, Hashable {
  public enum Action: Sendable, Hashable {
    case read, create, write
  }

  public let action: Action
  /// What the file is to whoever asked for it: `source image`, `frame`.
  public let role: String
  public let path: Path
  /// What the system says: `No such file or directory`.
  public let reason: String

  public init(_ action: Action, _ role: String, _ path: Path, _ reason: String) {
    self.action = action
    self.role = role
    self.path = path
    self.reason = reason
  }

  /// What the last failed call of the system reported: `No such file or directory`.
  static var lastReason: String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}

/// An error that can carry what the system refused.
public protocol FileErrorCarrier: Error {
  init(_ error: FileError)
}

extension FileError: FileErrorCarrier {
  public init(_ error: FileError) { self = error }
}
