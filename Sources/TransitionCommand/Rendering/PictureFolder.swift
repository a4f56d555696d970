internal import TransitionImages
internal import TransitionSystem

/// A folder that stands for the pictures in it.
struct PictureFolder: Sendable {
  /// Its path, with a slash at its end.
  let path: Path
  /// The paths of the pictures, in natural order, at least one.
  let pictures: [Path]
  /// The names of other files, in natural order; hidden ones, and those that systems leave in
  /// folders of pictures, do not count.
  private let otherFiles: [Path]
  /// The names of folders that are not hidden, in natural order.
  private let subfolders: [Path]

  /// Reads a folder; `nil` if a path does not lead to one.
  ///
  /// - Throws: that it cannot be read, or has no picture.
  init?(_ path: Path) throws(Failure) {
    guard FileStatus(path)?.kind == .folder else { return nil }
    let folder = path.name == "" ? path : path + "/"
    let names = try Failure.from(file: Folder.names(in: folder, as: "the folder"))
    let visible = PictureOrder.name.sorted(Array(names.filter { !Self.isHidden($0) }))
    var (pictures, otherFiles, subfolders): ([Path], [Path], [Path]) = ([], [], [])
    for name in visible {
      switch FileStatus(folder + name)?.kind {
      case .folder: subfolders.append(name)
      // A link that leads nowhere is an error once it is opened.
      case .file where Self.isShown(name), nil where Self.isShown(name):
        pictures.append(folder + name)
      default: otherFiles.append(name)
      }
    }
    guard !pictures.isEmpty else {
      let others =
        subfolders.first.map { "; name its subfolders, such as \(folder + $0)/" }
        ?? Self.hint(ofSongsAmong: otherFiles)
      throw Failure(
        .noInput,
        "no pictures are in \(folder): types that are read are \(ImageFile.typeNames)\(others)")
    }
    (self.path, self.pictures) = (folder, pictures)
    (self.otherFiles, self.subfolders) = (otherFiles, subfolders)
  }

  /// Whether a file is a picture or a film by its name.
  private static func isShown(_ name: Path) -> Bool {
    ImageFile.isNamedAsPicture(name) || FilmFile.isNamedAsFilm(name)
  }

  /// Whether a file is left out without a word.
  private static func isHidden(_ name: Path) -> Bool {
    name.bytes.first == UInt8(ascii: ".")
      || ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name.description.lowercased())
  }

  /// A sentence that counts what is skipped in some folders; `nil` if nothing is. Where music is
  /// lacking, songs might be wanted.
  static func remark(of folders: [PictureFolder], lacksMusic: Bool) -> String? {
    var seen: Set<Path> = []
    let folders = folders.filter { folder in
      !(folder.otherFiles + folder.subfolders).isEmpty && seen.insert(folder.path).inserted
    }
    guard let first = folders.first else { return nil }
    let files = folders.reduce(0) { $0 + $1.otherFiles.count }
    let subfolders = folders.reduce(0) { $0 + $1.subfolders.count }
    let others =
      files == 1 ? "1 file that is not a picture" : "\(files) files that are not pictures"
    let counts =
      (files > 0 ? [others] : [])
      + (subfolders > 0 ? [subfolders.counted("subfolder")] : [])
    let total = files + subfolders
    let example = (first.otherFiles + first.subfolders.map { $0 + "/" }).first?.description ?? ""
    let location = folders.count == 1 ? "\(first.path)" : "\(folders.count) folders"
    return "\(counts.joined(separator: " and ")) \(total == 1 ? "is" : "are") skipped in "
      + "\(location) (\(folders.count == 1 ? "" : first.path.description)\(example)"
      + "\(total == 1 ? "" : ", …"))"
      + (lacksMusic ? hint(ofSongsAmong: folders.flatMap(\.otherFiles)) : "")
  }

  /// What plays songs, if some files are songs.
  private static func hint(ofSongsAmong files: [Path]) -> String {
    files.contains(where: MusicFile.isNamedAsSound) ? "; --music plays songs" : ""
  }

  /// The pattern that stands for all the pictures, if they are so many, with numbers without gaps,
  /// that they are probably a sequence.
  var pattern: PathPattern? {
    guard pictures.count >= 50, let first = pictures.first, let last = pictures.last else {
      return nil
    }
    let name = first.name
    let digits = name.bytes.split { !(48...57).contains($0) }.last ?? []
    let pattern = PathPattern(
      directory: path, basename: Path(bytes: Array(name.bytes[..<digits.startIndex])),
      digits: digits.count, suffix: Path(bytes: Array(name.bytes[digits.endIndex...])))
    guard let start = pattern.number(of: name), let end = pattern.number(of: last.name),
      end - start == pictures.count - 1, pictures.allSatisfy({ pattern.number(of: $0.name) != nil })
    else { return nil }
    return pattern
  }

  /// Refuses outputs that the next run would take for pictures of the folder.
  func check(_ outputs: Outputs) throws(Failure) {
    let identity = FileStatus(path)?.identity
    for (role, file) in outputs.files(ofFrame: 0)
    where Self.isShown(file) && !Self.isHidden(file.name) {
      let folder = file.directory == "" ? "." : file.directory
      if let found = FileStatus(folder)?.identity, found == identity {
        throw Failure(
          .cannotCreate,
          "\(role) would be among the pictures of \(path) in the next run: choose another folder")
      }
    }
  }
}
