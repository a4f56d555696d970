internal import TransitionImages
internal import TransitionSystem

/// A picture of a show as it is named, and the files that the name stands for.
struct NamedPicture {
  let name: Path
  /// Its line, if it is in a list.
  let line: PictureLine?
  /// The numbered files that the name stands for, if it is a pattern.
  let sequence: PictureSequence?

  /// A file or a color.
  init(name: Path, line: PictureLine?) {
    (self.name, self.line, sequence) = (name, line, nil)
  }

  /// Finds the files that a name stands for.
  ///
  /// - Throws: that there are none, or a usage error if its line has what is not for it.
  init(_ given: Settings.Plain, _ settings: Settings) throws(Failure) {
    (name, line) = (given.name, given.line)
    do throws(Failure) {
      sequence =
        GivenPicture.color(of: name) == nil
        ? try PictureSequence(
          name, range: line?.range ?? settings.range, gaps: settings.gaps) : nil
      if let line { try Self.check(line, sequence) }
    } catch {
      throw Destination.missing(given, in: settings, error).located(at: line?.position)
    }
  }

  private static func check(
    _ line: PictureLine, _ sequence: PictureSequence?
  ) throws(Failure) {
    if sequence == nil, line.range != nil {
      throw .usage("--range is for numbered files, such as plate.%04d.png")
    }
    guard let sequence, sequence.count > 1 else { return }
    if line.hold != nil {
      throw .usage("--hold is for pictures that stand still: a sequence lasts as long as it is")
    }
    for (name, isGiven) in [("--pan-zoom", line.panZoom != nil), ("--zoom", line.zoom != nil)]
    where isGiven {
      throw .usage("\(name) is for pictures that stand still")
    }
  }

  /// The number of frames.
  var frames: Int { sequence?.count ?? 1 }

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

  /// The picture with its meaning: one file of a pattern is like any other.
  func picture(_ role: String) -> GivenPicture {
    guard let sequence else { return GivenPicture(role: role, name: name) }
    return frames > 1
      ? GivenPicture(role: role, name: name, sequence: sequence)
      : GivenPicture(role: role, name: sequence.files.first ?? name)
  }
}
