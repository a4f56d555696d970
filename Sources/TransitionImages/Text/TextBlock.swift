package import TransitionKit
internal import TransitionVips

/// Lines of one size, to be set within a width: balanced, and smaller or cut off if they are too
/// long.
package struct TextBlock: Sendable {
  package var text: PlainText
  package var typeface = Typeface.standard
  package var color: Color
  /// The height of the letters' em, in pixels.
  package var size: Float
  /// From one line to the next, in em.
  package var lineHeight: Float
  /// The most that lines are wide, in pixels.
  package var width: Float
  /// The most that they are high together.
  package var height: Float
  /// How many lines there may be beyond those that are written, if no size makes these enough: two
  /// are always right.
  package var moreLines = 1
  package var alignment = Alignment.middle

  /// The edge along which lines are set.
  package enum Alignment: Sendable { case left, middle, right }

  package init(
    _ text: PlainText, color: Color, size: Float, lineHeight: Float, width: Float, height: Float
  ) {
    (self.text, self.color, self.size, self.lineHeight) = (text, color, size, lineHeight)
    (self.width, self.height) = (width, height)
  }

  /// Lines that have been set.
  package struct Lines: Sendable {
    package let ink: Ink
    /// The row at which the ink begins, below the top of the first line.
    package let row: Int
    /// The height of all lines.
    package let height: Float
    /// The size in which they are set.
    package let size: Float
    /// Whether they do not fit, and end before the text does.
    package let isCut: Bool
  }

  /// The most bytes that a pixel of lines takes while they are set, which are drawn larger.
  package static let bytesPerPixel = 20 + 4 * 24

  /// The characters of a text that no font has, each once.
  package static func lackingCharacters(
    of text: PlainText, in typeface: Typeface
  ) -> [Unicode.Scalar] {
    var seen: Set<Unicode.Scalar> = []
    return text.text.unicodeScalars.filter { scalar in
      let properties = scalar.properties
      let isDrawn =
        (scalar.value >= 0x80 || typeface.file != nil) && !properties.isWhitespace
        && !properties.isDefaultIgnorableCodePoint
        && ![.nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .surrogate]
          .contains(properties.generalCategory)
      return isDrawn && seen.insert(scalar).inserted && TextDrawing.lacks(scalar, typeface)
    }
  }

  /// Letters are measured in this size, so that lines end alike in frames of all sizes.
  private static let measure: Float = 96
  /// The widest line in that size.
  private static let widestLine = 30_000
  /// What is certain to be drawn: no more than 32,767 pixels across or down are.
  private static let longestSide: Float = 32_000
  /// The most letters of a text that is cut off: no lines hold more, whatever their letters are.
  private static let mostLetters = 600
  /// The least size is this part of the one that is wanted.
  private static let scales: [Float] = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7]

  /// Sets the lines.
  ///
  /// - Returns: them; `nil` if there is nothing to see.
  /// - Throws: `library` if libvips cannot draw them; `refused` if a font of a file may be why.
  package func set() throws(ImageFileError) -> Lines? {
    try VipsLibrary.start()
    guard !text.lines.isEmpty, size > 0, width > 0 else { return nil }
    var (shown, isCut) = (text.text, false)
    // So many can be drawn, even where they make one sign that no line divides.
    let start = shown.unicodeScalars.prefix(200).map { $0 == "\n" ? " " : String($0) }.joined()
    do throws(VipsError) {
      _ = try measured(start, .anywhere(width: Self.widestLine))
    } catch {
      // Blanks are nothing to see; letters that libvips does not draw are an error.
      guard Self.isVisible(shown) else { return nil }
      if Self.isVisible(start) {
        throw typeface.file.map { file in
          .refused(role: FontFile.role, path: file, detail: "it draws no letters")
        } ?? .library(error.detail)
      }
    }
    var scale = scale(of: shown)
    if scale == nil {
      shown = shortened(to: Self.scales[Self.scales.count - 1])
      (scale, isCut) = (Self.scales[Self.scales.count - 1], true)
    }
    let size = size * (scale ?? 1)
    let (lines, across, wrapping) = balanced(shown, scale: scale ?? 1)
    return try ImageFileError.from { () throws(VipsError) in
      // Letters are drawn larger and reduced: their outlines then lie between pixels. None are much
      // smaller than where they are measured, since hints make small letters wider.
      let wanted = max(size <= 64 ? 4 : 2, Int((Self.measure / size).rounded(.up)))
      // Letters of another size may be a little wider, and no word is so short.
      let width = Float(across) / Self.measure + 0.2
      let most = Self.longestSide / (size * max(width, Float(lines) * lineHeight))
      let factor = min(wanted, max(1, Int(most)))
      let enlarged = size * Float(factor)
      let drawing = try TextDrawing(
        shown, typeface, size: enlarged, lineHeight: lineHeight * enlarged, color: color.hex,
        wrapping(Int(width * enlarged)), alignment.ofDrawing)
      let (ink, row) = try drawing.ink(reducedBy: factor, opacity: color.alpha)
      return Lines(
        ink: ink, row: row, height: Float(lines) * lineHeight * size, size: size,
        isCut: isCut || text.isCut)
    }
  }

  private static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        && scalar.properties.generalCategory != .control
    }
  }

  private func measured(
    _ text: String, _ wrapping: TextDrawing.Wrapping
  ) throws(VipsError) -> (lines: Int, width: Int) {
    try TextDrawing.measured(text, typeface, size: Self.measure, wrapping)
  }

  /// The width that lines may have at a scale, in the size in which they are measured.
  private func widest(at scale: Float) -> Int {
    min(Int(width / (size * scale) * Self.measure), Self.widestLine)
  }

  private var usualLines: Int { max(2, text.lines.count) }
  private var mostLines: Int { text.lines.count + moreLines }

  /// The greatest scale at which a text fits, in no more lines than usual if there is one.
  private func scale(of text: String) -> Float? {
    // Long texts take long to set, and most do not fit, or not even their start.
    let start = text.prefix(Self.mostLetters)
    if start.endIndex < text.endIndex {
      let least = Self.scales[Self.scales.count - 1]
      let fit = [String(start), text].allSatisfy { fits($0, scale: least, lines: mostLines) }
      if !fit { return nil }
    }
    var fitting: Float?
    for scale in Self.scales {
      guard let count = lines(of: text, scale: scale) else { continue }
      if count <= usualLines { return scale }
      if count <= mostLines { fitting = fitting ?? scale }
    }
    return fitting
  }

  private func fits(_ text: String, scale: Float, lines: Int) -> Bool {
    self.lines(of: text, scale: scale).map { $0 <= lines } ?? false
  }

  /// The number of lines in which a text is set at a scale; `nil` if there is no room for them.
  private func lines(of text: String, scale: Float) -> Int? {
    let widest = widest(at: scale)
    guard let set = try? measured(text, .anywhere(width: widest)) else { return nil }
    let room = max(1, Int(height / (size * scale * lineHeight) + 0.001))
    return set.lines <= room && set.width <= widest + 2 ? set.lines : nil
  }

  /// As much of the text as fits: the starts of its longest lines with an ellipsis, so that none is
  /// lost, or else the start of the whole.
  private func shortened(to scale: Float) -> String {
    let whole = text.text.prefix(Self.mostLetters)
    let lines = whole.split(separator: "\n")
    func longest(_ range: ClosedRange<Int>, _ text: (Int) -> String) -> String? {
      var (low, high) = (range.lowerBound, range.upperBound)
      guard low <= high, fits(text(low), scale: scale, lines: mostLines) else { return nil }
      while low < high {
        let middle = (low + high + 1) / 2
        if fits(text(middle), scale: scale, lines: mostLines) {
          low = middle
        } else {
          high = middle - 1
        }
      }
      return text(low)
    }
    let length = lines.map(\.count).max() ?? 0
    let shortest = min(length, 16)
    return longest(shortest...max(shortest, length)) { count in
      lines.map { $0.count <= count ? String($0) : Self.start(of: $0, count) }
        .joined(separator: "\n")
    }
      ?? longest(0...whole.count) { Self.start(of: whole, $0) } ?? "…"
  }

  /// Some characters of a text, and an ellipsis.
  private static func start(of text: Substring, _ count: Int) -> String {
    var start = text.prefix(count)
    while let last = start.last, last.isWhitespace || ",;:–-".contains(last) { start.removeLast() }
    return start + "…"
  }

  /// The number of lines, the least width that needs no more of them, and how they are divided in
  /// some width. Words are divided only where one is longer than a line: what is seen of it may be
  /// narrower than the room that its letters take.
  private func balanced(
    _ text: String, scale: Float
  ) -> (lines: Int, width: Int, wrapping: (Int) -> TextDrawing.Wrapping) {
    let written = text.count { $0 == "\n" } + 1
    let widest = widest(at: scale)
    let anywhere = try? measured(text, .anywhere(width: widest))
    guard let anywhere, anywhere.lines > written else {
      return (written, anywhere?.width ?? widest, { _ in .none })
    }
    func holds(_ width: Int) -> Bool {
      guard let set = try? measured(text, .words(width: width)) else { return false }
      return set.lines <= anywhere.lines && set.width <= width + 2
    }
    // A word that is longer than a line leaves nothing to balance.
    guard holds(widest) else {
      return (anywhere.lines, widest, { .anywhere(width: $0) })
    }
    var (low, high) = (1, widest)
    while high - low > 4 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return (anywhere.lines, min(high + 2, widest), { .words(width: $0) })
  }
}

extension TextBlock.Alignment {
  fileprivate var ofDrawing: TextDrawing.Alignment {
    switch self {
    case .left: .left
    case .middle: .middle
    case .right: .right
    }
  }
}

extension Color {
  /// The color without its alpha, as markup has it.
  fileprivate var hex: String {
    "#"
      + [red, green, blue].map { component in
        let code = String(Int((min(max(component, 0), 1) * 255).rounded()), radix: 16)
        return code.count == 1 ? "0" + code : code
      }.joined()
  }
}
