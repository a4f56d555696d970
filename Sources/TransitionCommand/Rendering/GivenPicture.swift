internal import TransitionKit
internal import TransitionSystem

/// A picture as a command line names it: a file, numbered files in a row, a film, or a color that
/// fills the frame.
struct GivenPicture: Sendable, Hashable {
  /// The meaning of the picture, for errors: `source image`, `picture 3`.
  let role: String
  /// The file's path, the pattern of several, or the color as it is written.
  let name: Path
  /// The color, its components from 0 to 1; `nil` for files.
  let color: Color?
  /// The files of a pattern, one for each frame; `nil` for what looks the same all the time.
  let sequence: PictureSequence?
  /// The part of a film; `nil` for all else.
  let film: FilmClip?

  /// Makes a picture of a name: that of a color wins over a file of the same name.
  init(
    role: String, name: Path, sequence: PictureSequence? = nil, film: FilmClip? = nil
  ) {
    self.role = role
    self.name = name
    self.sequence = sequence
    self.film = film
    color = sequence == nil && film == nil ? Self.color(of: name)?.clamped : nil
  }

  /// Whether it has frames of its own.
  var isClip: Bool { sequence != nil || film.map { $0.count > 1 } ?? false }

  /// The path of the file, or of the first of a sequence; `nil` for a color.
  var path: Path? { color == nil ? sequence?.files.first ?? name : nil }

  /// The color that a name stands for, if it does.
  static func color(of name: Path) -> Color? { try? Color(parsing: name.description) }
}

extension GivenPicture {
  /// Sentences about names that could mean something else, each once.
  static func remarks(of pictures: [GivenPicture]) -> [String] {
    var lines: [String] = []
    for picture in pictures {
      guard let color = picture.color else { continue }
      var new: [String] = []
      if let file = FileStatus(picture.name) {
        let kind = file.kind == .folder ? "folder" : "file"
        new.append("\(picture.name) is the color; ./\(picture.name) is the \(kind)")
      }
      if Self.color(of: picture.name) != color {
        new.append(
          "the color \(picture.name) is outside its range: "
            + "\(ParameterValue.color(color).text ?? "") is used")
      }
      lines += new.filter { !lines.contains($0) }
    }
    return lines
  }
}

extension Color {
  /// The color with components from 0 to 1.
  var clamped: Color {
    func clamp(_ component: Float) -> Float { min(max(component, 0), 1) }
    return Color(clamp(red), clamp(green), clamp(blue), clamp(alpha))
  }
}
