import TransitionImages
import TransitionSystem

extension ImageFileError {
  /// Which error it is, whatever the file.
  enum Kind: Equatable {
    case file(FileError.Action)
    case undecodable, tooLarge, unknownType, badSaveOptions, badSaveValue, outOfMemory,
      tooFewThreads, unreadableSaveOptions, library
  }

  var kind: Kind {
    switch self {
    case .file(let error): .file(error.action)
    case .undecodable, .unlisted, .refused: .undecodable
    case .tooLarge: .tooLarge
    case .unknownType: .unknownType
    case .badSaveOptions: .badSaveOptions
    case .unreadableSaveOptions: .unreadableSaveOptions
    case .badSaveValue: .badSaveValue
    case .outOfMemory: .outOfMemory
    case .tooFewThreads: .tooFewThreads
    case .library: .library
    }
  }

  /// What the system or libvips says.
  var detail: String {
    switch self {
    case .file(let error): error.reason
    case .undecodable(_, _, let detail), .refused(_, _, let detail), .tooLarge(_, _, let detail),
      .badSaveOptions(let detail), .library(let detail):
      detail
    case .unlisted(_, _, let types): types
    case .unknownType(let name): name
    case .badSaveValue(let option, let expected): "\(option): \(expected)"
    case .outOfMemory(let megabytes): "\(megabytes)"
    case .tooFewThreads(let available, _): "\(available)"
    case .unreadableSaveOptions: ""
    }
  }
}
