internal import GLTransitions
internal import TransitionImages
internal import TransitionSystem

/// A reason to stop, in words for people and as a status for programs.
struct Failure: FileErrorCarrier, Hashable {
  /// Exit statuses, most of them those of BSD's `sysexits`.
  enum Status: Int32, Sendable, CaseIterable {
    case missing = 1
    case usage = 64
    case badInput = 65
    case noInput = 66
    case missingProgram = 69
    case defect = 70
    case cannotCreate = 73
    case cannotWrite = 74
    case tooFewResources = 75
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case terminated = 143
  }

  /// One line: what, which, and what would be right.
  private(set) var message: String
  let status: Status
  /// Lines below the message: those of a shader that it is about.
  private(set) var excerpt: [String] = []
  /// The reason in the words of a library.
  private var libraryText = ""

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message.onOneLine
  }

  /// The failure with what a library says of the reason.
  private func citing(_ text: String) -> Failure {
    var copy = self
    copy.libraryText = text.onOneLine
    return copy
  }

  func followed(by words: String) -> Failure { with(message: message + words) }

  func preceded(by words: String) -> Failure { with(message: words + message) }

  private func with(message: String) -> Failure {
    var copy = self
    copy.message = message.onOneLine
    return copy
  }

  /// The message and the lines below it; what a library says only if asked for it.
  func text(isVerbose: Bool) -> String {
    let cited = libraryText.isEmpty ? "" : isVerbose ? " (\(libraryText))" : "; -v says why"
    return ([message + cited] + excerpt).joined(separator: "\n")
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, message) }

  /// That there is no file of a name, and which one may be meant.
  static func noFile(_ path: Path, _ role: String) -> Failure {
    Failure(
      .noInput,
      "cannot read \(role): \(path): No such file or directory"
        + Suggestion.phrase(forMissing: path, mayBeColor: false))
  }

  static func changed(_ file: Path) -> Failure {
    Failure(.badInput, "\(file) has changed since the run began")
  }

  static func noThread(for work: String) -> Failure {
    Failure(.tooFewResources, "the system allows no thread for \(work)")
  }

  init(_ error: FileError) {
    let (status, verb): (Status, String) =
      switch error.action {
      case .read: (.noInput, "read")
      case .create: (.cannotCreate, "create")
      case .write: (.cannotWrite, "write")
      case .run: (.missingProgram, "run")
      }
    self.init(
      error.isForNow ? .tooFewResources : status,
      "cannot \(verb) \(error.role): \(error.path): \(error.reason)")
  }

  init(_ error: ImageFileError) {
    guard !VipsLibrary.lacksThreads || !error.canBeForLackOfThreads else {
      self.init(.tooFewResources, "too few threads: libvips was refused one: \(Self.moreThreads)")
      return
    }
    switch error {
    case .file(let error): self.init(error)
    case .undecodable(let role, let path, let detail):
      self = Failure(.badInput, "\(role) is not a picture that can be read whole: \(path)")
        .citing(detail)
    case .unlisted(let role, let path, let types):
      self.init(.badInput, Self.reason(unlisted: role, path, types))
    case .refused(let role, let path, let detail):
      self.init(.badInput, "\(role) cannot be read: \(path): \(detail)")
    case .tooLarge(let role, let path, let detail):
      self.init(
        .badInput,
        "\(role) is too large: \(path): \(detail); "
          + (ImageFile.readsOnlySafeTypes
            ? "--max-pixels allows more" : "--max-pixels 0 lifts the limit"))
    case .unknownType(let name): self.init(.usage, "cannot write files of this type: \(name)")
    case .badSaveOptions(let detail):
      let unknown = detail.firstMatch(of: /no property named `(.*?)'/).map { "no option '\($0.1)'" }
      self = Failure(
        .usage, "--save-options: libvips' encoder of this type has \(unknown ?? "no such value")"
      ).citing(unknown == nil ? detail : "")
    case .badSaveValue(let option, let expected):
      self.init(.usage, "--save-options: \(option): expected \(expected)")
    case .unreadableSaveOptions:
      self.init(.usage, "--save-options: with these libvips makes files that it cannot read")
    case .outOfMemory(let megabytes):
      self.init(
        .tooFewResources,
        "not enough memory: \(megabytes) MB may be needed, more than ulimit -v or the system leaves"
      )
    case .tooFewThreads(let available, let needed):
      self.init(
        .tooFewResources,
        "too few threads: the system allows \(available) now, and \(needed) may be needed: "
          + Self.moreThreads)
    case .library(let detail): self = Failure(.defect, "libvips does not work").citing(detail)
    }
  }

  /// What a file is that is no picture, or of no type that is read.
  private static func reason(unlisted role: String, _ path: Path, _ types: String) -> String {
    if ListFile.isNamedAsList(path) {
      return "\(role) is not a picture: \(path): @\(path) stands for the pictures in a list"
    }
    if Film.isExtension(path.fileExtension?.lowercased() ?? "") {
      return "\(role) is a film, and only a picture can be one: \(path)"
    }
    if MusicFile.isNamedAsSound(path) {
      return "\(role) is sound: \(path): --music \(path) puts it under a film"
    }
    if FilmFile.beginsAsFilm(path) {
      return "\(role) is a film with the name of a picture: \(path): name it by its own type, such "
        + "as .mp4"
    }
    let advice = ImageFile.readsOnlySafeTypes ? "PNG" : "PNG, or try --allow-any-type"
    return "\(role) is not a picture of a type that is read (\(types)): \(path): convert it to "
      + advice
  }

  private static let moreThreads = "ulimit -u, or a limit of the container, allows more"

  /// An error in a shader: its position and the reason, then its line and a caret below it.
  init(_ error: GLError, in file: String) {
    let position = error.line > 0 ? ":\(error.line):\(error.column)" : ""
    let suggestion = error.suggestion.map { "; \($0)" } ?? ""
    self.init(.badInput, "\(file)\(position): \(error.message)\(suggestion)")
    // A caret under a very long line helps nobody.
    if !error.sourceLine.isEmpty, error.sourceLine.count <= 200 {
      let margin = String(repeating: " ", count: max(0, error.column - 1))
      excerpt = [error.sourceLine, margin + "^"]
    }
  }

  /// The value of an expression on pictures, whose error becomes a failure.
  static func from<Value>(
    image value: @autoclosure () throws(ImageFileError) -> Value
  ) throws(Failure) -> Value {
    do throws(ImageFileError) {
      return try value()
    } catch { throw Failure(error) }
  }
}

extension ImageFileError {
  /// Whether libvips may have failed because it was refused a thread.
  fileprivate var canBeForLackOfThreads: Bool {
    switch self {
    case .undecodable, .badSaveOptions, .unreadableSaveOptions, .library: true
    case .file(let error): error.action == .write
    default: false
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
    case .badInput:
      "A file is damaged, or not of a kind that can be read; or a shader has an error."
    case .noInput:
      "A picture or another input, such as a film, a list, a shader or music, is missing or cannot "
        + "be read."
    case .missingProgram:
      "A program that an input or the output needs is not there or cannot run, such as ffmpeg for "
        + "a film; or a font for words."
    case .defect: "A defect of dotransition or of libvips."
    case .cannotCreate:
      "A file cannot be created or must not be replaced, however often it is tried."
    case .cannotWrite:
      "Writing failed, as on a full disk; finished frames stay, and --skip-existing goes on from there."
    case .tooFewResources:
      "The system allows too little memory, too few threads or too few open files, a file is "
        + "busy, or ffmpeg was killed: another attempt may succeed."
    case .interrupted: "Interrupted from the keyboard; --skip-existing goes on from there."
    case .hungUp: "Its terminal was closed; --skip-existing goes on from there."
    case .quit: "Told to quit from the keyboard; --skip-existing goes on from there."
    case .terminated: "Told to end; --skip-existing goes on from there."
    }
  }
}
