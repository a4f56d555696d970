internal import TransitionImages
internal import TransitionSystem

/// A picture of a show as it is named, and the files that the name stands for.
struct NamedPicture {
  let name: Path
  /// Its line, if it is in a list.
  let line: PictureLine?
  /// The numbered files that the name stands for, if it is a pattern.
  let sequence: PictureSequence?
  /// The part of the film that the name stands for, if it is one.
  let film: FilmClip?

  /// Finds the files that a name stands for.
  ///
  /// - Parameters:
  ///   - given: the picture as it is named.
  ///   - settings: the options of the run.
  ///   - films: the films of the show, by their names.
  /// - Throws: that there are no such files, or a usage error if its line has what is not for it.
  init(
    _ given: Settings.Plain, _ settings: Settings, _ films: [Path: Result<FilmFile, Failure>]
  ) throws(Failure) {
    (name, line) = (given.name, given.line)
    do throws(Failure) {
      film = try films[name].map { film throws(Failure) in
        try FilmClip(
          film.get(), from: given.line?.from, to: given.line?.to, rate: settings.frameRate)
      }
      sequence =
        film == nil && GivenPicture.color(of: name) == nil
        ? try PictureSequence(
          name, range: line?.range ?? settings.range, gaps: settings.gaps) : nil
      if let line { try check(line) }
    } catch {
      throw Destination.missing(given, in: settings, error).located(at: line?.position)
    }
  }

  private func check(_ line: PictureLine) throws(Failure) {
    if sequence == nil, line.range != nil {
      throw .usage("--range is for numbered files, such as plate.%04d.png")
    }
    for (label, isGiven) in [("--from", line.from != nil), ("--to", line.to != nil)]
    where isGiven && film == nil {
      throw .usage("\(label) is for films, such as boat.mp4")
    }
    guard frames > 1 else { return }
    if line.hold != nil {
      throw .usage(
        "--hold is for pictures that stand still: a \(film == nil ? "sequence" : "film") lasts as long "
          + "as it is")
    }
    for (name, isGiven) in [("--pan-zoom", line.panZoom != nil), ("--zoom", line.zoom != nil)]
    where isGiven {
      throw .usage("\(name) is for pictures that stand still")
    }
  }

  /// The number of frames.
  var frames: Int { sequence?.count ?? film?.count ?? 1 }

  /// How it moves. A color is the same everywhere, and a clip moves by itself.
  func panZoom(_ settings: Settings) -> PanZoom {
    frames > 1 || file == nil ? .still : line?.panZoom ?? settings.panZoom
  }

  /// Whether it is a show alone.
  func isShow(_ settings: Settings) -> Bool { frames > 1 || panZoom(settings) != .still }

  /// The file by which it is sorted among others; `nil` for a color.
  var file: Path? {
    sequence?.files.first ?? (GivenPicture.color(of: name) == nil ? name : nil)
  }

  /// Whether it is a drawing, by its name: nobody has taken it.
  var isDrawing: Bool {
    ["svg", "svgz", "pdf"].contains(name.fileExtension?.lowercased())
  }

  /// The picture with its meaning: one file of a pattern is like any other.
  func picture(_ role: String) -> GivenPicture {
    guard let sequence else { return GivenPicture(role: role, name: name, film: film) }
    return frames > 1
      ? GivenPicture(role: role, name: name, sequence: sequence)
      : GivenPicture(role: role, name: sequence.files.first ?? name)
  }
}
