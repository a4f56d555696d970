internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem
internal import TransitionVips

/// The typeface of a text.
package struct Typeface: Sendable, Hashable {
  /// The names of its families; the first that has a letter draws it.
  package private(set) var families: [String]
  /// The family of a font that need not be installed, and a checksum of it.
  private var familyOfFile: String?
  private(set) var file: Path?
  package private(set) var sum: String?

  package init(families: [String]) { self.families = families }

  /// The one that text has if nobody says another: of many scripts, or else the system's.
  package static let standard = Typeface(families: ["Noto Sans", "DejaVu Sans", "sans-serif"])

  /// That of a file; the standard one has what it lacks.
  ///
  /// - Throws: that it cannot be read, or is no font.
  package init(file: Path) throws(ImageFileError) {
    let font = try FontFile(file)
    self.init(families: [font.family] + Self.standard.families)
    (familyOfFile, sum, self.file) = (font.family, font.sum, file)
  }

  /// Other families, among which may be that of its file.
  package func with(families: [String]) -> Typeface {
    var other = self
    other.families = families
    return other
  }

  /// Whether one of its families is there: Pango would draw with some other without a word.
  package var isInstalled: Bool {
    families.contains { $0 == familyOfFile || InstalledFonts.has($0) }
  }

  /// Its name for Pango, with a weight and a size in pixels.
  func name(size: Float) -> String {
    families.joined(separator: ",") + ", Semi-Bold \(size)"
  }

  /// A text in small letters, as bytes. Other fonts, and other versions of what draws them, make
  /// others; none if it cannot be drawn.
  package func specimen(of text: PlainText) -> [UInt8] {
    let drawing = try? TextDrawing(
      text.text, self, size: 16, lineHeight: 20, .anywhere(width: 1000))
    let pixels = (try? drawing?.ink(reducedBy: 1, opacity: 1).ink.pixels) ?? []
    return pixels.flatMap { pixel in
      [pixel.x, pixel.y, pixel.z, pixel.w].map { UInt8(clamping: Int($0 * 255)) }
    }
  }
}

/// A text as libvips has set it, to be measured or drawn.
struct TextDrawing {
  private let picture: Picture
  /// Held while Pango works: on several threads it fails now and then.
  private static let pango = Monitor(())
  private static let heightOfMeasured: Float = 10

  /// How lines are divided.
  enum Wrapping {
    case none
    /// Between words, in lines of a width.
    case words(width: Int)
    /// Between words, and within those that are longer.
    case anywhere(width: Int)
  }

  enum Alignment: Sendable {
    case left, middle, right

    fileprivate var value: VipsAlign {
      switch self {
      case .left: VIPS_ALIGN_LOW
      case .middle: VIPS_ALIGN_CENTRE
      case .right: VIPS_ALIGN_HIGH
      }
    }
  }

  /// Sets a text in letters of a size, with lines of a height, both in pixels.
  ///
  /// - Throws: what libvips says, also of a text without anything to see.
  init(
    _ text: String, _ typeface: Typeface, size: Float, lineHeight: Float, color: String = "#000000",
    _ wrapping: Wrapping = .none, _ alignment: Alignment = .middle
  ) throws(VipsError) {
    let (width, wrap) =
      switch wrapping {
      case .none: (0, VIPS_TEXT_WRAP_NONE)
      case .words(let width): (width, VIPS_TEXT_WRAP_WORD)
      case .anywhere(let width): (width, VIPS_TEXT_WRAP_WORD_CHAR)
      }
    // Absolute heights are in 1024ths, and the least of them is 1024.
    let height = max(1024, Int((lineHeight * 1024).rounded()))
    let markup =
      "<span foreground=\"\(color)\" line_height=\"\(height)\">\(PlainText.markup(text))</span>"
    var image: UnsafeMutablePointer<VipsImage>?
    let status = Self.pango.withLock { _ in
      unsafe shim_text(
        &image, markup, typeface.name(size: size), Int32(clamping: width), alignment.value, wrap)
    }
    guard status == 0, let image = unsafe image
    else { throw .last }
    picture = unsafe Picture(owning: image)
  }

  /// The width of what is seen of it.
  var width: Int { picture.width }
  /// The rows of what is seen of it, from the top of its first line.
  var rows: Range<Int> {
    let top = unsafe Int(vips_image_get_yoffset(picture.image))
    return top..<top + picture.height
  }

  /// The lines of a text in letters of a size, and their width.
  ///
  /// - Throws: what libvips says, also of a text without anything to see.
  static func measured(
    _ text: String, _ typeface: Typeface, size: Float, _ wrapping: Wrapping
  ) throws(VipsError) -> (lines: Int, width: Int) {
    // Lines so far apart that each is seen to be one.
    let lineHeight = heightOfMeasured * size
    let drawing = try TextDrawing(text, typeface, size: size, lineHeight: lineHeight, wrapping)
    return (1 + Int(Float(drawing.rows.upperBound - 1) / lineHeight), drawing.width)
  }

  /// The characters that Pango draws as boxes with their codes in them, of those that it has been
  /// asked for.
  private static let lacking = Monitor<[String: Bool]>([:])
  /// No font has these, whose boxes have four digits, and six.
  private static let unknown: [Unicode.Scalar] = ["\u{378}", "\u{10FFFD}"]

  /// Whether no font has a character.
  static func lacks(_ character: Unicode.Scalar, _ typeface: Typeface) -> Bool {
    let key = "\(character.value) \(typeface.families) \(typeface.sum ?? "")"
    if let known = lacking.withLock({ $0[key] }) { return known }
    func drawn(_ character: Unicode.Scalar) -> Ink? {
      let drawing = try? TextDrawing(
        String(character), typeface, size: 48, lineHeight: 480)
      return try? drawing?.ink(reducedBy: 1, opacity: 1).ink
    }
    let box = unknown[character.value > 0xFFFF ? 1 : 0]
    let lacks =
      if let ink = drawn(character), let other = drawn(box) {
        (ink.width, ink.height) == (other.width, other.height) && ink.isFramed
      } else { false }
    lacking.withLock { $0[key] = lacks }
    return lacks
  }

  /// What is seen of it, reduced by a factor, and the row at which it begins.
  func ink(reducedBy factor: Int, opacity: Float) throws(VipsError) -> (ink: Ink, row: Int) {
    let decoded = Self.pango.withLock { _ in
      Result { () throws(VipsError) in try picture.decoded() }
    }
    let bitmap = try decoded.get().bitmap(workingSpace: .linear)
    let first = Int((Float(rows.lowerBound) / Float(factor)).rounded(.down))
    let skipped = rows.lowerBound - first * factor
    let width = (bitmap.width + factor - 1) / factor
    let height = (bitmap.height + skipped + factor - 1) / factor
    let weight = opacity / Float(factor * factor)
    var pixels: [SIMD4<Float>] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        var sum = SIMD4<Float>.zero
        for y in row * factor - skipped..<(row + 1) * factor - skipped {
          for x in column * factor..<(column + 1) * factor {
            sum += bitmap.pixel(column: x, row: y).channels
          }
        }
        pixels.append(sum * weight)
      }
    }
    return (Ink(width: width, height: height, pixels: pixels), first)
  }
}

extension Ink {
  /// Whether each pixel at its edges is covered.
  fileprivate var isFramed: Bool {
    let columns = (0..<width).allSatisfy {
      pixels[$0].w > 0 && pixels[(height - 1) * width + $0].w > 0
    }
    return columns
      && (0..<height).allSatisfy { pixels[$0 * width].w > 0 && pixels[($0 + 1) * width - 1].w > 0 }
  }
}
