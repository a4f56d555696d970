/// What a bit-, grey- or pixmap of Netpbm, P1 to P6, says of its picture.
///
/// libvips 8.14 takes more for such a file than it can read: it stumbles over comments and signs in the
/// header, takes digits without blanks for one number, and shows black where samples are missing.
struct PortableMap: FormatHeader {
  private var width = 0
  private var height = 0
  /// The sample of white.
  private var maximum = 1
  private var isBitmap = false
  private(set) var defect: String?

  static let signatures = (1...6).map { Array("P\($0)".utf8) }

  // Reads the samples, too, if they are digits.
  init?(read: @escaping FileReader) {
    let start = read(0, 2)
    guard start.count == 2, start[0] == UInt8(ascii: "P"),
      case let kind = Int(start[1]) - Int(UInt8(ascii: "0")), (1...6).contains(kind)
    else { return nil }
    isBitmap = kind == 1 || kind == 4
    var text = Text(from: 2)
    guard let width = text.headerNumber(read), let height = text.headerNumber(read),
      let maximum = isBitmap ? 1 : text.headerNumber(read),
      width > 0, height > 0, (1...65535).contains(maximum)
    else {
      defect = "its header does not give its size and largest sample as Netpbm writes them"
      return
    }
    (self.width, self.height, self.maximum) = (width, height, maximum)
    // libvips goes on at the next line. Old systems end theirs with two characters.
    if kind <= 3, text.last == UInt8(ascii: "\r") { text.step(read) }
    guard text.last == UInt8(ascii: "\n") else {
      defect = "libvips reads such files only if their samples begin on a line of their own"
      return
    }
    // In P3 and P6, three samples are a pixel. No file is as long as the greatest header says.
    let (product, overflow) = (kind % 3 == 0 ? 3 * width : width)
      .multipliedReportingOverflow(by: height)
    let samples = overflow ? .max : product
    var isWhole = true
    if kind <= 3 {
      guard let count = text.countOfSamples(upTo: samples, maximum, isBitmap, read) else {
        defect =
          isBitmap
          ? "libvips reads such files only with blanks between their digits, and without comments"
          : "not all of its samples are numbers from 0 to \(maximum)"
        return
      }
      isWhole = count == samples
    } else if isBitmap {
      // Eight pixels are a byte. Of other files libvips itself tells that they are not whole.
      let (bytes, overflow) = ((width + 7) / 8).multipliedReportingOverflow(by: height)
      isWhole = !overflow && bytes < 1 << 48 && !read(text.offset + bytes - 1, 1).isEmpty
    }
    if !isWhole { defect = "it ends before its last sample" }
  }

  func defect(of picture: Picture) -> String? {
    let isRight =
      (picture.width, picture.height) == (width, height)
      && (isBitmap || picture.largestSample == maximum)
    return isRight ? nil : "libvips reads such files only with simpler comments in their header"
  }

  /// Characters one by one.
  private struct Text {
    private var bytes: [UInt8] = []
    private var start: Int
    private var place = 0
    /// The character that was read last; `nil` at the end.
    private(set) var last: UInt8?

    /// How many bytes of the file have been read.
    var offset: Int { start + place }

    init(from offset: Int) { start = offset }

    mutating func step(_ read: FileReader) {
      if place == bytes.count {
        (start, place) = (offset, 0)
        bytes = read(start, 1 << 16)
      }
      last = place < bytes.count ? bytes[place] : nil
      if last != nil { place += 1 }
    }

    /// The next number behind blanks and comments, with the character behind it.
    mutating func headerNumber(_ read: FileReader) -> Int? {
      step(read)
      while isBlank || last == UInt8(ascii: "#") {
        if !isBlank {
          while let character = last, character != UInt8(ascii: "\n") { step(read) }
        }
        step(read)
      }
      guard let number = number(read) else { return nil }
      return isBlank || last == UInt8(ascii: "#") ? number : nil
    }

    /// Counts numbers with blanks between them; `nil` if there is anything else among them.
    mutating func countOfSamples(
      upTo count: Int, _ maximum: Int, _ isBitmap: Bool, _ read: FileReader
    ) -> Int? {
      for found in 0..<count {
        repeat { step(read) } while isBlank
        if last == nil { return found }
        let start = offset
        guard let number = number(read), number <= maximum, isBlank || last == nil,
          !isBitmap || offset - start <= 1
        else { return nil }
      }
      return count
    }

    /// The number whose first digit is the last character.
    private mutating func number(_ read: FileReader) -> Int? {
      var number: Int?
      while let digit = last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
        number = (number ?? 0) * 10 + Int(digit - UInt8(ascii: "0"))
        // None of a picture is as great.
        if let number, number > 1 << 32 { return nil }
        step(read)
      }
      return number
    }

    private var isBlank: Bool { last == 32 || last.map { (9...13).contains($0) } ?? false }
  }
}
