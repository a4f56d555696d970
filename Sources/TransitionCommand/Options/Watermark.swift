internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A picture over all frames, as it is asked for: `logo.png:at=top-left:width=8%`.
struct Watermark: Sendable, Hashable {
  /// Where it is in the frame.
  enum Place: Sendable, Hashable {
    case named(WordPlace)
    /// Its middle, from the bottom left of the frame.
    case point(x: Focus.Coordinate, y: Focus.Coordinate)
  }

  let path: Path
  /// Its position in a list, if it is in one.
  let position: ListPosition?
  private(set) var place = Place.named(.bottomRight)
  /// Percent of the frame's width.
  private(set) var width = 12.0
  /// Percent of values.
  private(set) var opacity = 70.0
  /// Percent of the frame's shorter side.
  private(set) var margin = 4.0

  private static let names = ["at", "width", "opacity", "margin"]

  /// Reads a word, whose path is relative to the word's folder.
  init(_ word: Word) throws(Failure) {
    func isThere(_ name: String) -> Bool {
      FileStatus(Path(expandingTilde: name).resolved(in: word.folder)) != nil
    }
    let divided = DividedWord(word.text, at: Self.names.contains, isWhole: isThere)
    guard !divided.name.isEmpty else {
      throw .usage("--watermark: the path is empty", at: word.position)
    }
    if let other = divided.name.firstMatch(of: /:([-a-z]+)=/), !isThere(divided.name) {
      throw .usage(
        "--watermark: \(divided.name): no such option\(Suggestion.phrase(for: String(other.1), among: Self.names))"
          + "; those of a mark are \(Self.names.listed("and"))", at: word.position)
    }
    guard (try? Color(parsing: divided.name)) == nil || isThere(divided.name) else {
      throw .usage(
        "--watermark: \(divided.name): a mark is a picture, not a color", at: word.position)
    }
    (path, position) = (word.with(divided.name).path, word.position)
    try divided.read(at: word.position) { name, text, label throws(Failure) in
      switch name {
      case "at": place = try ValueReader.markPlace.read(text, label)
      case "width": width = try Self.percent(text, label, 0.5...100)
      case "opacity": opacity = try Self.percent(text, label, 1...100)
      default: margin = try Self.percent(text, label, 0...40)
      }
    }
  }

  private static func percent(
    _ text: String, _ label: String, _ range: ClosedRange<Double>
  ) throws(Failure) -> Double {
    try ValueReader.percentage(of: range).read(text, label)
  }

  /// What decides how it looks, beside its file.
  var texts: [String] {
    [ValueReader.markPlace.text(place), width.shortest, opacity.shortest, margin.shortest]
  }

  /// The mark as `--watermark` takes it.
  var written: Path {
    let values = zip(Self.names, texts).map { name, text in
      ":\(name)=\(text)" + (name == "at" ? "" : "%")
    }
    return path + Path(values.joined())
  }
}

extension ValueReader<Watermark> {
  static var watermark: ValueReader {
    ValueReader(
      placeholder: "FILE", completion: .file,
      read: { text, _ throws(Failure) in try Watermark(Word(text: text)) },
      text: \.written.description)
  }
}

extension ValueReader<Watermark.Place> {
  /// One of the places of words, or a point such as `90%,10%`.
  fileprivate static var markPlace: ValueReader {
    .words(
      "PLACE|X,Y", WordPlace.allCases.map { ($0.rawValue, .named($0)) },
      orElse: { text, label throws(Failure) in
        guard let numbers = Focus.Coordinate.list(text, of: 2) else {
          let places = WordPlace.allCases.map(\.rawValue)
          throw .usage(
            "\(label): '\(text)' is no place\(Suggestion.phrase(for: text, among: places)): "
              + "\(places.listed("or")), or a point of the frame such as 90%,10%")
        }
        return .point(x: numbers[0], y: numbers[1])
      },
      text: { place in
        switch place {
        case .named(let place): place.rawValue
        case .point(let x, let y): "\(x.text),\(y.text)"
        }
      })
  }
}
