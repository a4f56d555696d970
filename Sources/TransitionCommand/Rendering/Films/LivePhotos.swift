internal import TransitionImages
internal import TransitionSystem

extension FilmFile {
  /// The films of Live Photos whose pictures are shown, too: a phone leaves both under one name.
  static func livePhotos(
    among entries: [Entry], _ films: [Path: Result<FilmFile, Failure>]
  ) -> [Path] {
    let pictures = Set(
      entries.map(\.name).filter { films[$0] == nil && ImageFile.isNamedAsPicture($0) }.map(
        \.withoutExtension))
    guard !pictures.isEmpty else { return [] }
    var seen: Set<Path> = []
    return entries.filter(\.isPlain).map(\.name).filter { name in
      guard pictures.contains(name.withoutExtension), let film = try? films[name]?.get() else {
        return false
      }
      return film.contentIdentifier != nil && seen.insert(name).inserted
    }
  }
}
