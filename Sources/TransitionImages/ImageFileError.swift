public import TransitionSystem

/// The name of a file, which is bytes. Literals are paths, and `Path(_:)` makes one of any text.
public typealias Path = TransitionSystem.Path

/// A refusal of the system: what was to be done with which file, and the reason.
public typealias FileError = TransitionSystem.FileError

/// A failure to read, write or work on a picture.
public enum ImageFileError: FileErrorCarrier, Hashable {
  /// The system refused to read, create or write a file.
  case file(FileError)
  /// A file that is not a picture, or not a whole one. The detail is libvips' text, for people.
  case undecodable(role: String, path: Path, detail: String)
  /// A file of none of the types that are read; `types` are their names.
  case unlisted(role: String, path: Path, types: String)
  /// A file that is a picture, perhaps, but is not read; the detail says why.
  case refused(role: String, path: Path, detail: String)
  /// A picture with more pixels than allowed; the detail says how many.
  case tooLarge(role: String, path: Path, detail: String)
  /// A type of file that cannot be written.
  case unknownType(String)
  /// Options that the type's encoder does not take; the detail is libvips' text.
  case badSaveOptions(String)
  /// An option of the type's encoder, `k=v`, whose value is none; and what would be one.
  case badSaveValue(option: String, expected: String)
  /// Options with which the type's encoder makes files that cannot be read.
  case unreadableSaveOptions
  /// Less memory is left than the work may need.
  case outOfMemory(megabytes: Int)
  /// The system allows fewer threads than the work may need.
  case tooFewThreads(available: Int, needed: Int)
  /// libvips cannot do its work; the detail is its text.
  case library(String)

  /// Makes the error of a refusal of the system.
  public init(_ error: FileError) { self = .file(error) }
}

extension ImageFileError {
  /// The value of work of libvips on no file, whose failure becomes an error of this type.
  static func from<Value>(
    vips work: () throws(VipsError) -> Value
  ) throws(ImageFileError) -> Value {
    do throws(VipsError) {
      return try work()
    } catch { throw .library(error.detail) }
  }
}

/// An operation of libvips that failed, with its report.
struct VipsError: Error {
  let detail: String

  /// The last report of libvips.
  static var last: VipsError { VipsError(detail: VipsLibrary.errorText()) }
}
