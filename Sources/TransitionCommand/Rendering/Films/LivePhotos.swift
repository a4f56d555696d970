internal import TransitionImages
internal import TransitionSystem

extension FilmFile {
  /// The films of Live Photos whose pictures are shown, too: a phone leaves both under one name.
  static func livePhotos(
    among entries: [Entry], _ films: [Path: Result<FilmFile, Failure>]
  ) -> [Path] {
    func stem(_ path: Path) -> Path {
      Path(bytes: path.bytes.dropLast(path.fileExtension.map { $0.utf8.count + 1 } ?? 0))
    }
    let pictures = Set(
      entries.map(\.name).filter { films[$0] == nil && ImageFile.isNamedAsPicture($0) }.map(stem))
    guard !pictures.isEmpty else { return [] }
    var seen: Set<Path> = []
    return entries.filter(\.isPlain).map(\.name).filter { name in
      guard pictures.contains(stem(name)), let film = try? films[name]?.get() else { return false }
      return film.contentIdentifier != nil && seen.insert(name).inserted
    }
  }
}
