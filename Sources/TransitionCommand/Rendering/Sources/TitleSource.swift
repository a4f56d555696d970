internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Words on a color: `title:Lisbon`.
struct TitleSource: Source {
  static let prefix = "title:"

  let name: Path
  let text: TextTemplate
  let color: Color

  /// The title that a name stands for; `nil` if it does not. It wins over a file of that name.
  ///
  /// - Throws: what is wrong with its text.
  init?(_ name: Path, background: Color) throws(Failure) {
    guard Self.isNamed(name) else { return nil }
    self.name = name
    color = background
    text = try ValueReader.template.read(
      String(name.description.dropFirst(Self.prefix.count)), Self.prefix)
    if text.fields.contains(where: { $0 != .number }) {
      throw .usage("title: has no fields, since it is no file: {{ is a brace")
    }
    guard !text.isNone else { throw .usage("title: has no words, such as title:\"The End\"") }
  }

  static func isNamed(_ name: Path) -> Bool { name.bytes.starts(with: Array(prefix.utf8)) }

  var noun: String { "title" }
  var id: String { "\(name) on \(color.text)" }
  var file: Path? { nil }
  var json: [(String, JSON)] { [("title", .string(text.written))] }
  var identity: SourceIdentity? { SourceIdentity(text: "color \(color.text)") }

  func open(as role: String, pixelLimit: Int?, staysOpen: Bool) -> any OpenedSource { color }

  /// The color of words on it: almost white or almost black, whichever stands out more.
  var inkColor: Color {
    func light(_ color: Color) -> Float { color.pixel(in: .linear).luminance }
    let page = light(Color(color.red, color.green, color.blue))
    let (bright, dark) = (ItemWords.standardColor, Color(0.1, 0.1, 0.1))
    return Legibility.contrast(of: light(bright), page)
      >= Legibility.contrast(of: light(dark), page)
      ? bright : dark
  }
}
