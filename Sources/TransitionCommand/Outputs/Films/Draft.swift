internal import TransitionSystem

/// A film to look at before the one that is meant: half as wide and high, and encoded fast.
enum Draft {
  static let scale = 0.5

  /// What marks it: ffmpeg's option, and the value that ffprobe finds.
  static let (tag, mark) = ("comment", "draft by dotransition")
  static let metadata = ["-metadata", "\(tag)=\(mark)"]

  static func size(_ size: Size) -> Size {
    Size(
      width: Size.even(Double(size.width) * scale), height: Size.even(Double(size.height) * scale))
  }

  /// Refuses to write a draft over a film that is none.
  static func check(_ path: Path) throws(Failure) {
    guard let status = FileStatus(path), status.kind == .file, status.size > 0 else { return }
    let info = try MediaInfo(
      path, for: .film(path), FilmProbe.containers, ["format_tags": [tag]])
    let marks = ["tags.\(tag)", "tags.\(tag.uppercased())"].compactMap { info.whole[$0] }
    guard !marks.contains(mark) else { return }
    throw Failure(
      .cannotCreate,
      "--draft: \(path) is no draft, and is not replaced by one: name another film")
  }
}
