internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A color that fills the frame.
struct ColorSource: Source {
  let name: Path
  /// Its components are from 0 to 1.
  let color: Color
  /// As it is written, in any range.
  private let written: Color

  /// The color that a name stands for; `nil` if it does not. It wins over a file of the same name.
  init?(_ name: Path) {
    guard let color = try? Color(parsing: name.description) else { return nil }
    (self.name, self.color, written) = (name, color.clamped, color)
  }

  var id: String { "color \(name)" }
  var file: Path? { nil }
  var json: [(String, JSON)] { [("color", .string(name))] }
  var identity: SourceIdentity? {
    SourceIdentity(text: "color \(color.text)")
  }

  func open(as role: String, pixelLimit: Int?, staysOpen: Bool) -> any OpenedSource { color }

  func remarks(at position: ListPosition?) -> [String] {
    var lines: [String] = []
    if let file = FileStatus(name) {
      let kind = file.kind == .folder ? "folder" : "file"
      lines.append("\(name) is the color; ./\(name) is the \(kind)")
    }
    if written != color {
      lines.append(
        "the color \(name) is outside its range: \(color.text) is used")
    }
    return lines
  }
}

extension Color: OpenedSource {
  var image: ImageFile? { nil }
  var size: Size? { nil }
  /// Pictures of a greater depth hold the same color.
  var format: PixelFormat { PixelFormat(depth: .eight, hasAlpha: alpha < 1) }
  var isGray: Bool { red == green && green == blue }

  func picture(keeping profile: ColorProfile?) -> DecodedPicture { .color(self) }

  /// The color as one would write it.
  var text: String { ParameterValue.color(self).text ?? "" }

  /// The color with components from 0 to 1.
  var clamped: Color {
    func clamp(_ component: Float) -> Float { min(max(component, 0), 1) }
    return Color(clamp(red), clamp(green), clamp(blue), clamp(alpha))
  }

  /// The color with components from 0 to 1, and a warning if that is another one than `option` has.
  func clamped(for option: String) -> Color {
    let clamped = clamped
    if clamped != self {
      Console.warn("\(option) \(text) is outside its range: \(clamped.text) is used")
    }
    return clamped
  }
}
