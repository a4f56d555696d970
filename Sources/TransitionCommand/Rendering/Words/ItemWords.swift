internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Words over an item, and how they look.
struct ItemWords: Sendable {
  enum Kind: String, Sendable { case caption, title }

  let kind: Kind
  let text: PlainText
  let place: WordPlace
  let style: WordStyle
  let color: Color
  /// The size of the font as a share of the frame's shorter side.
  let size: Double
  let typeface: Typeface
  /// The color of the title on which they are; `nil` of those on pictures.
  let page: Color?
  /// The time after which they go; `nil` if they stay as long as the item.
  var seconds: Double?

  /// Almost white: white itself dazzles.
  static let standardColor = Color(0.96, 0.96, 0.96)

  /// The words over a source, of the options of its line, or else of the run, which has a caption
  /// for everything that is a file, and a title for the first file, or else the first color. Dates
  /// in UTC are told by a clock that is ahead of it by an offset.
  static func over(
    _ source: any Source, _ options: OptionValues, _ settings: Settings, isFirst: Bool, number: Int,
    offset: () -> Int
  ) -> [ItemWords] {
    let templates = templates(over: source, options, settings, isFirst: isFirst)
    let fields = templates.reduce(into: Set()) { $0.formUnion($1.template.fields) }
    let values = FieldValues(source, number: number, for: fields, offset: offset)
    return templates.compactMap { kind, template in
      let text = template.text(values.value)
      return text.lines.isEmpty ? nil : ItemWords(kind, text, over: source, options, settings)
    }
  }

  /// Whether there is a text over a source, which may come to nothing.
  static func areGiven(
    _ source: any Source, _ options: OptionValues, _ settings: Settings, isFirst: Bool
  ) -> Bool { !templates(over: source, options, settings, isFirst: isFirst).isEmpty }

  private static func templates(
    over source: any Source, _ options: OptionValues, _ settings: Settings, isFirst: Bool
  ) -> [(kind: Kind, template: TextTemplate)] {
    let words = settings.words
    let title =
      (source as? TitleSource)?.text ?? options[words.$title]
      ?? (isFirst ? words.title : nil)
    let caption = options[words.$caption] ?? (source.isColor ? nil : words.caption)
    return [(kind: Kind.title, template: title), (kind: .caption, template: caption)]
      .compactMap { kind, template in
        guard let template, !template.isNone else { return nil }
        return (kind, template)
      }
  }

  private init(
    _ kind: Kind, _ text: PlainText, over source: any Source, _ options: OptionValues,
    _ settings: Settings
  ) {
    let (words, page) = (settings.words, source as? TitleSource)
    (self.kind, self.text, self.page) = (kind, text, page?.color)
    place = kind == .title ? .center : options.value(words.$place)
    // On one color nothing needs to be hidden.
    style = page == nil ? options.value(words.$style) : .plain
    color =
      options.value(words.$color)?.clamped(for: "--text-color") ?? page?.inkColor
      ?? Self.standardColor
    if kind == .title, source.count > 1 { seconds = max(5, Self.readingTime(of: text)) }
    size = options.value(words.$size).percent / 100
    typeface =
      options.value(words.$font).map { settings.words.typeface.with(families: $0.families) }
      ?? settings.words.typeface
  }

  /// How long people need to read them, in seconds.
  var readingTime: Double { Self.readingTime(of: text) }

  private static func readingTime(of text: PlainText) -> Double {
    let words = text.lines.flatMap { $0.split(separator: " ") }
    let halves = words.reduce(0) { sum, word in
      // Two letters of scripts without blanks count as one word.
      let ideographs = word.unicodeScalars.count { (0x2E80...0x9FFF).contains($0.value) }
      return sum + max(2, ideographs)
    }
    return min(1.8 + 0.35 * Double(halves) / 2, 8)
  }

  /// What decides how they look in frames of a size.
  var texts: [String] {
    [
      kind.rawValue, text.lines.joined(separator: "\n"), place.rawValue, style.rawValue, color.text,
      size.shortest, typeface.families.joined(separator: ","),
    ] + [typeface.sum].compactMap(\.self)
  }
}

/// What is known of an item, for the fields of texts.
struct FieldValues {
  let source: any Source
  /// Its number among the items that are no colors, from 1.
  let number: Int
  private let date: DateTaken?
  private let texts: PictureTexts?

  /// Reads what the item's file says, if one of the fields needs it.
  init(
    _ source: any Source, number: Int, for fields: Set<TextTemplate.Field>, offset: () -> Int
  ) {
    (self.source, self.number) = (source, number)
    let needsFile = fields.contains { ![.name, .number].contains($0) }
    // What is no ordinary file may be read only once.
    let file =
      needsFile && source.rate == nil
      ? source.file.flatMap { path in
        FileStatus(path)?.kind == .file
          ? try? ImageFile(path: path, role: "picture", pixelLimit: nil) : nil
      } : nil
    texts = file?.texts
    let date =
      (source as? FilmClip)?.film.dateTaken ?? file?.dateTaken.flatMap { DateTaken($0) }
    let needsDate = fields.contains { if case .date = $0 { true } else { false } }
    self.date = needsDate && date?.isInUTC == true ? date?.byClock(aheadBy: offset()) : date
  }

  func value(of field: TextTemplate.Field) -> String? {
    switch field {
    case .name: return source.name.nameWithoutExtension
    case .number: return String(number)
    case .date(let form):
      return date.map { DateText.text($0, form) }
    case .description: return texts?.description
    case .title: return texts?.title
    case .city: return texts?.city
    }
  }
}
