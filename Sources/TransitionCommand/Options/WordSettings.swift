internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The options of words on pictures.
struct WordSettings {
  /// The typeface of words for which no other is named.
  var typeface = Typeface.standard

  @Setting(
    "caption", in: .words, decidesPicture: true, scope: .picture, .template,
    "Words over a picture while it is shown alone, or none. \\n divides lines; {name}, {number}, "
      + "{date} or {date:%d %B %Y}, {description}, {title} and {city} are what its file says, "
      + "{city|name} the first of them that it has.")
  var caption: TextTemplate?

  @Setting(
    "title", in: .words, decidesPicture: true, scope: .picture, .template,
    "Large words in the middle of the first picture, further lines smaller; in a list of any "
      + "picture. 'title:The End' as a picture is a title on --background.")
  var title: TextTemplate?

  @Setting(
    "caption-at", in: .words, decidesPicture: true, scope: .picture, .choice("PLACE"),
    "Their place: bottom, bottom-left, bottom-right, top, top-left, top-right, left, right or "
      + "center.")
  var place = WordPlace.bottom

  @Setting(
    "caption-style", in: .words, decidesPicture: true, scope: .picture, .choice("STYLE"),
    "What makes them legible: scrim (a band, as dark as the picture needs, and a shadow), shadow, "
      + "box or plain.")
  var style = WordStyle.scrim

  @Setting(
    "text-color", in: .words, decidesPicture: true, scope: .picture, .color,
    "The color of words.", default: "almost white")
  var color: Color?

  @Setting(
    "text-size", in: .words, decidesPicture: true, scope: .picture, .textSize,
    "The size of the font, of the frame's shorter side.")
  var size = TextSize.standard

  @Setting(
    "font", in: .words, decidesPicture: true, scope: .picture, .font,
    "The typeface of words: the first of some families, 'Lato, Noto Sans', that is installed.",
    default: "Noto Sans, or else the system's")
  var font: FontNames?

  @Setting(
    "font-file", in: .words, decidesPicture: true, .path("FILE"),
    "A font for words without --font, .ttf, .otf or .ttc; what it lacks is drawn in the system's.")
  var fontFile: Path?

  @Setting(
    "write-subtitles", in: .words, scope: .run, .path("FILE"),
    "Write captions to trip.srt or trip.vtt, for players and translators, instead of onto pictures."
  )
  var subtitles: Path?

  @Setting(
    "watermark", in: .words, decidesPicture: true, .watermark,
    "A picture over all frames, logo.png:at=top-left:width=8%. at is a place, as of captions "
      + "(bottom-right), or the point of its middle from the bottom left, 90%,10%; width is of the "
      + "frame's (12%); opacity is of values (70%); margin is of the frame's shorter side (4%).")
  var watermark: Watermark?
}

/// A place in the frame for words.
enum WordPlace: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left, center, right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"
}

/// What makes words legible.
enum WordStyle: String, CaseIterable, Sendable { case scrim, shadow, box, plain }

/// The size of the font as a share of the frame's shorter side.
struct TextSize: Sendable, Hashable {
  let percent: Double
  static let standard = TextSize(percent: 5)
}

/// Families of a typeface; the first that is installed is meant.
struct FontNames: Sendable, Hashable { let families: [String] }

extension ValueReader<TextSize> {
  static var textSize: ValueReader {
    let percentage = ValueReader<Double>.percentage(of: 0.5...50)
    return ValueReader(
      placeholder: percentage.placeholder, range: percentage.range,
      read: { text, option throws(Failure) in
        TextSize(percent: try percentage.read(text, option))
      }, text: { percentage.text($0.percent) })
  }
}

extension ValueReader<Double> {
  /// A percentage such as `5%`.
  static func percentage(of range: ClosedRange<Double>) -> ValueReader {
    let limits = "\(range.lowerBound.shortest)% to \(range.upperBound.shortest)%"
    return ValueReader(
      placeholder: "P%", range: limits,
      read: { text, option throws(Failure) in
        if text.hasSuffix("%"), let percent = Double(digits: text.dropLast()),
          range.contains(percent)
        {
          return percent
        }
        let isShare = Double(digits: text).map(range.contains) ?? false
        throw .usage(
          "\(option): '\(text)' is not a percentage from \(limits) such as "
            + (isShare ? "\(text)%" : "5%"))
      }, text: { $0.shortest + "%" })
  }
}

extension ValueReader<FontNames> {
  /// Names with commas between them.
  static var font: ValueReader {
    ValueReader(
      placeholder: "NAME,…",
      read: { text, option throws(Failure) in
        let families = text.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
        guard !families.isEmpty, families.count <= 16, text.utf8.count <= 1000 else {
          throw .usage("\(option): '\(text)' names no family of fonts, such as Lato")
        }
        // To Pango some characters are more than a name.
        let isName = text.unicodeScalars.allSatisfy { scalar in
          scalar.properties.isAlphabetic || " ,.-_+&'0123456789".unicodeScalars.contains(scalar)
        }
        guard isName else { throw .usage("\(option): '\(text)' is not a name of fonts") }
        return FontNames(families: families.map(String.init))
      }, text: { $0.families.joined(separator: ", ") })
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
