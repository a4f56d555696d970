internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Words that have been set for frames of a size.
struct SetWords: Sendable {
  private let words: ItemWords
  private let ink: Ink
  /// The size of the letters, in pixels.
  private let em: Float
  /// Where the ink begins.
  private let (column, row): (Int, Int)
  /// The rows of the frame that the lines take.
  private let rows: Range<Int>
  private let frame: Rect
  /// The color under alpha in the end; `nil` where it stays.
  private let matte: Color?
  private let legibility: Legibility
  /// The item's name, for remarks.
  private let name: Path

  /// The lines are never nearer to the frame's edges than this share of it.
  private static let margin: Float = 0.05
  /// Titles have the frame for themselves.
  private static let moreLinesOfTitles = 6
  /// The frames that tell how bright an item becomes.
  private static let sampleCount = 9

  /// Sets words; `nil` if nothing of them is to be seen.
  init?(
    _ words: ItemWords, in canvas: Canvas, of name: Path, over matte: Color?
  ) throws(Failure) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let isUpright = height > width
    (self.words, self.name, self.matte, frame) = (words, name, matte, canvas.bounds)
    let lines = try Self.lines(words, width, height)
    guard let first = lines.first else { return nil }
    let lacking = TextBlock.lackingCharacters(of: words.text, in: words.typeface)
    if let character = lacking.first {
      let code = String(character.value, radix: 16, uppercase: true)
      Console.remark(
        "no font has '\(character)' (U+\(code))"
          + (lacking.count > 1 ? " and \(lacking.count - 1) more" : "")
          + " of the \(words.kind.rawValue) of \(name): on Debian fonts-noto has nearly all")
    }
    if lines.contains(where: \.isCut) {
      Console.remark("the \(words.kind.rawValue) of \(name) is too long, and cut off")
    }
    let inkWidth = lines.map(\.ink.width).max() ?? 0
    var (parts, linesHeight): ([(ink: Ink, column: Int, row: Int)], Float) = ([], 0)
    for part in lines {
      let column = words.place.alignment == .left ? 0 : (inkWidth - part.ink.width) / 2
      parts.append((part.ink, column, Int(linesHeight.rounded()) + part.row - first.row))
      linesHeight += part.height
    }
    (ink, em) = (Ink.stacked(parts), first.size)
    legibility = Legibility(
      words.color, contrast: words.kind == .title ? Legibility.titles : Legibility.captions)
    let free = Float(ink.width) < width ? width - Float(ink.width) : 0
    let column =
      switch words.place.alignment {
      case .left: min(Self.margin * width, free)
      case .middle: free / 2
      case .right: max(free - Self.margin * width, 0)
      }
    let edge = (isUpright ? 0.18 : 0.08) * height
    let room = max(height - linesHeight, 0)
    let top =
      switch words.place.edge {
      case .top: min(edge, room / 2)
      case .bottom: max(room - edge, room / 2)
      case nil: room / 2
      }
    self.column = Int(column.rounded())
    let firstRow = Int(top.rounded())
    // What rises above the typeface's own lines stays in the frame, if there is room for it.
    row = min(max(0, firstRow + first.row), max(0, canvas.height - ink.height))
    let firstOfLines = row - first.row
    rows = firstOfLines..<firstOfLines + Int(linesHeight.rounded(.up))
    // The tool's own colors are at least so legible on any.
    let onPage = Legibility(words.color, contrast: Legibility.titles)
    if let page = words.page, page.alpha == 1,
      !onPage.suffices(0, over: page.pixel(in: .linear).luminance)
    {
      remarkOnColor()
    }
  }

  /// The lines of a text: those of a title after the first are smaller.
  private static func lines(
    _ words: ItemWords, _ width: Float, _ height: Float
  ) throws(Failure) -> [TextBlock.Lines] {
    let isUpright = height > width
    let size = Float(words.size) * min(width, height)
    var block = TextBlock(
      words.text, color: words.color, size: size, lineHeight: 1.25,
      width: (isUpright ? 0.86 : 0.68) * width, height: (1 - 2 * margin) * height)
    block.typeface = words.typeface
    block.alignment = words.place.alignment
    guard words.kind == .title else {
      return [try Failure.from(image: block.set())].compactMap(\.self)
    }
    var heading = block
    (heading.text, block.text) = (words.text.lines(..<1), words.text.lines(1...))
    (heading.size, heading.lineHeight) = (2 * size, 1.15)
    if !block.text.lines.isEmpty { heading.height /= 2 }
    (heading.width, block.width) = (0.8 * width, 0.8 * width)
    (heading.moreLines, block.moreLines) = (moreLinesOfTitles, moreLinesOfTitles)
    let first = try Failure.from(image: heading.set())
    block.height -= first?.height ?? 0
    return [first, try Failure.from(image: block.set())].compactMap(\.self)
  }

  /// The most bytes that words take in frames of a size while they are set.
  static func byteCount(_ words: ItemWords, in canvas: Canvas) -> Int {
    let size = words.size * Double(min(canvas.width, canvas.height))
    let lines = Double(
      words.text.lines.count + (words.kind == .title ? 2 + 2 * moreLinesOfTitles : 1))
    let area = Double(canvas.width) * min(Double(canvas.height), 1.25 * size * lines)
    return Int(area) * TextBlock.bytesPerPixel
  }

  /// Whether its strength follows from the pictures below.
  var hasBand: Bool { words.style == .scrim }

  /// The frames of an item that tell how bright it becomes, evenly spaced.
  static func samples(of item: Item, _ frames: Int) -> [Int] {
    let count = item.isConstant ? 1 : min(frames, sampleCount)
    return (0..<count).map { (2 * $0 + 1) * frames / (2 * count) }
  }

  /// How strong the band must be over a picture.
  func strength(over picture: Bitmap) -> Float {
    let margin = Int((0.5 * em).rounded(.up))
    let nearest = legibility.nearestLight(
      of: picture, columns: column - margin..<column + ink.width + margin,
      rows: rows.lowerBound - margin..<rows.upperBound + margin,
      over: matte ?? .black)
    let strength = legibility.strength(over: nearest)
    if !legibility.suffices(strength, over: nearest) { remarkOnColor() }
    return strength
  }

  private func remarkOnColor() {
    Console.remark("--text-color \(words.color.text) is hard to read on \(name)")
  }

  private var inkBounds: (columns: Range<Int>, rows: Range<Int>) {
    (column..<column + ink.width, row..<row + ink.height)
  }

  /// Whether some of its ink lies where another one's does.
  func overlaps(_ other: SetWords) -> Bool {
    let (one, other) = (inkBounds, other.inkBounds)
    return one.columns.overlaps(other.columns) && one.rows.overlaps(other.rows)
  }

  /// The words over frames of an encoding, with a band that lies below other words, too, or is a
  /// part of them.
  func placed(strength: Float, encoding: RGBEncoding, isBandApart: Bool) -> PlacedWords {
    let shadow: Overlay.Backing = legibility.needsWhite ? .none : .shadow
    let band = words.style == .scrim ? Overlay.Backing.band(band(strength)) : nil
    let backing: Overlay.Backing =
      switch words.style {
      case .plain: .none
      case .shadow: shadow
      case .box: .box(isWhite: legibility.needsWhite)
      case .scrim: isBandApart ? shadow : band ?? shadow
      }
    func overlay(_ ink: Ink, _ backing: Overlay.Backing) -> PlacedOverlay {
      PlacedOverlay(
        Overlay(
          ink, column: column, row: row, em: em, backing: backing,
          coversTransparency: matte != nil, encoding: encoding))
    }
    let bare = Ink(width: 0, height: 0, pixels: [])
    return PlacedWords(
      band: isBandApart ? band.map { overlay(bare, $0) } : nil, overlay: overlay(ink, backing),
      rise: 0.25 * em)
  }

  /// The band behind the words, which goes on to the edge that they are near.
  private func band(_ strength: Float) -> Overlay.Band {
    let (margin, fade) = (Int((0.5 * em).rounded()), max(1, Int((2.5 * em).rounded())))
    var full = rows.lowerBound - margin..<rows.upperBound + margin
    switch words.place.edge {
    case .top: full = min(-fade, full.lowerBound)..<full.upperBound
    case .bottom: full = full.lowerBound..<max(Int(frame.height) + fade, full.upperBound)
    case nil: break
    }
    return Overlay.Band(
      strength: strength, isWhite: legibility.needsWhite, rows: full, fade: fade)
  }
}

/// Words that can be laid over the frames of an item.
struct PlacedWords: Sendable {
  /// What lies below all words of the item; `nil` if it is a part of these, or there is none.
  fileprivate let band: PlacedOverlay?
  fileprivate let overlay: PlacedOverlay
  /// How far they rise while they come, in pixels.
  fileprivate let rise: Float
}

/// The words of an item, in the order in which they lie over its frames; `nil` where nothing is to
/// be seen.
typealias PlacedTexts = [PlacedWords?]

extension PlacedTexts {
  /// A frame with the words over it, as far as each shows.
  func over(_ frame: Frame, _ phases: [WordTimes.Phase?]) -> Frame {
    var frame = frame
    func add(_ overlay: PlacedOverlay?, _ phase: WordTimes.Phase?, rise: Float = 0) {
      guard let overlay, let phase else { return }
      frame =
        phase == .whole
        ? overlay.over(frame)
        : overlay.over(frame, opacity: Float(phase.opacity), fall: Float(phase.fall) * rise)
    }
    for (words, phase) in zip(self, phases) { add(words?.band, phase) }
    for case (let words?, let phase) in zip(self, phases) {
      add(words.overlay, phase, rise: words.rise)
    }
    return frame
  }

  /// A picture with the words on it.
  func over(_ picture: FittedPicture) -> FittedPicture {
    let frame = over(Frame(showing: picture.bitmap), map { _ in .whole })
    return FittedPicture(pixels: .bitmap(frame.bitmap()), bounds: picture.bounds)
  }
}

extension WordPlace {
  /// The edge of the frame that words are near; `nil` if they are in its middle.
  var edge: Edge? {
    switch self {
    case .topLeft, .top, .topRight: .top
    case .left, .center, .right: nil
    case .bottomLeft, .bottom, .bottomRight: .bottom
    }
  }

  enum Edge { case top, bottom }

  var alignment: TextBlock.Alignment {
    switch self {
    case .topLeft, .left, .bottomLeft: .left
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .right
    }
  }
}
