/// What went wrong with a picture's file.
public struct ImageFileError: Error, Hashable {
  /// The kinds of failure.
  public enum Reason: Sendable, Hashable {
    /// No such file, or no permission to read it.
    case unreadable
    /// A file that is not a picture, or not a whole one.
    case undecodable
    /// A picture with more pixels than allowed.
    case tooLarge
    /// A picture that, brought to the frame, would have more rows or columns than pictures can have.
    case unscalable
    /// A type of file that cannot be written.
    case unknownType
    /// Options that the type's encoder does not take.
    case badSaveOptions
    /// The file or its directory cannot be created.
    case uncreatable
    /// Writing failed: disk full, quota, vanished directory.
    case unwritable
    /// Less memory is left than the work may need.
    case outOfMemory
    /// libvips cannot work at all.
    case library
  }

  /// The kind of failure.
  public let reason: Reason
  /// What the system or libvips said; for people, not for decisions.
  public let detail: String

  init(_ reason: Reason, detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
