internal import TransitionKit
internal import TransitionSystem

/// A picture as a command line names it: a file, or a color that fills the frame.
struct GivenPicture: Sendable, Hashable {
  /// The meaning of the picture, for errors: `source image`, `picture 3`.
  let role: String
  /// The file's path, or the color as it is written.
  let name: Path
  /// The color, its components from 0 to 1; `nil` for a file.
  let color: Color?

  /// Makes a picture of a name: that of a color wins over a file of the same name.
  init(role: String, name: Path) {
    self.role = role
    self.name = name
    color = Self.color(of: name)?.clamped
  }

  /// The file's path; `nil` for a color.
  var path: Path? { color == nil ? name : nil }

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
