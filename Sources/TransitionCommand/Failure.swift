internal import ImageFiles

/// A reason to stop, in words for people and as a status for programs.
public struct Failure: Error, Hashable {
  /// Exit statuses, most of them those of BSD's `sysexits`.
  public enum Status: Int32, Sendable, CaseIterable {
    case missing = 1
    case usage = 64
    case badInput = 65
    case noInput = 66
    case defect = 70
    case cannotCreate = 73
    case cannotWrite = 74
    case interrupted = 130
    case terminated = 143
  }

  /// One line: what, which, and what would be right.
  public let message: String
  /// The status to exit with.
  public let status: Status

  /// Makes a failure.
  public init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, message) }

  /// What went wrong with a file.
  init(_ error: ImageFileError, path: some CustomStringConvertible, role: String) {
    let detail = error.detail.isEmpty ? "" : " (\(error.detail))"
    switch error.reason {
    case .unreadable:
      self.init(.noInput, "cannot read \(role): \(path): \(error.detail)")
    case .undecodable:
      self.init(
        .badInput, "\(role) is not a picture that can be read whole: \(path)\(detail)")
    case .tooLarge:
      self.init(
        .badInput, "\(role) is too large: \(path): \(error.detail); --max-pixels 0 lifts the limit")
    case .unscalable:
      self.init(
        .badInput, "\(role) cannot be scaled to the frame: \(path): it would have \(error.detail)")
    case .unknownType:
      self.init(.usage, "cannot write files of this type: \(path)")
    case .badSaveOptions:
      self.init(.usage, "--save-options: \(error.detail)")
    case .uncreatable:
      self.init(.cannotCreate, "cannot create \(role): \(path): \(error.detail)")
    case .unwritable:
      self.init(.cannotWrite, "cannot write \(role): \(path)\(detail)")
    case .outOfMemory:
      self.init(.cannotCreate, "not enough memory: \(error.detail)")
    case .library:
      self.init(.defect, "libvips does not work: \(error.detail)")
    }
  }
}

extension Failure.Status {
  /// When the tool exits with this status.
  var meaning: String {
    switch self {
    case .missing: "--missing found frames that are not there."
    case .usage:
      "The command line cannot be right: an unknown or malformed option, filter, type or frame."
    case .badInput: "A file is not a picture that can be read whole."
    case .noInput: "A picture is missing or cannot be read."
    case .defect: "A defect of dotransition or of libvips."
    case .cannotCreate:
      "A file cannot be created or must not be replaced, or the system allows too little memory."
    case .cannotWrite: "Writing failed, as on a full disk; finished frames stay."
    case .interrupted: "Interrupted from the keyboard; --skip-existing goes on from there."
    case .terminated: "Told to end; --skip-existing goes on from there."
    }
  }
}
