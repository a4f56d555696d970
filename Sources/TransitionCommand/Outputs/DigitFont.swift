/// Digits and a few other characters of five by seven dots, which look the same on every system.
enum DigitFont {
  /// Pixels to a dot, and so twice as large as the dots.
  private static let dot = 2
  private static let (columns, rows) = (5, 7)

  /// The rows of pixels that a line takes.
  static var height: Int { rows * dot }

  /// The pixels of a line of digits, periods, hyphens, blanks and `s`, from its top left.
  static func pixels(of text: String) -> [(x: Int, y: Int)] {
    var pixels: [(x: Int, y: Int)] = []
    var left = 0
    for character in text {
      for (row, dots) in (glyphs[character] ?? []).enumerated() {
        for column in 0..<columns where dots & (1 << (columns - 1 - column)) != 0 {
          for pixel in 0..<dot * dot {
            pixels.append(((left + column) * dot + pixel % dot, row * dot + pixel / dot))
          }
        }
      }
      left += columns + 1
    }
    return pixels
  }

  private static let glyphs: [Character: [UInt8]] = [
    "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    "2": [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
    "3": [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100],
    "-": [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000],
    "s": [0b00000, 0b00000, 0b01110, 0b10000, 0b01110, 0b00001, 0b11110],
  ]
}
