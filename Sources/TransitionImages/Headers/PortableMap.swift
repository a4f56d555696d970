/// The header of one of Netpbm's PGM and PPM files, P5 and P6.
///
///     P5 # comments may stand before each number
///     33 21     columns and rows
///     255       the sample of white; one blank, then samples of one byte, or of two above 255
///
/// libvips 8.14 takes the digits of a second comment for numbers, a minus for a blank, and
/// 4294967300 columns for 4.
struct PortableMap: FormatHeader {
  private var numbers: [Int] = []
  private(set) var defect: String?

  init?(read: @escaping FileReader) {
    var rest = read(0, 1 << 16).dropFirst(2)
    while numbers.count < 3 {
      while let first = rest.first, Self.isBlank(first) || first == UInt8(ascii: "#") {
        rest = first == UInt8(ascii: "#") ? rest.drop { $0 != 10 } : rest.dropFirst()
      }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else { break }
      numbers.append(number)
      rest = rest.dropFirst(digits.count)
    }
    if numbers.count < 3 || numbers.contains(0) || numbers[2] > 65535 {
      defect = "its header does not give its size and largest sample as Netpbm writes them"
    } else if rest.first != UInt8(ascii: "\n") {
      // Netpbm takes one character for the end, and libvips, too, where systems wrote two.
      defect = "libvips reads such files only if their samples begin on a line of their own"
    }
  }

  func defect(of picture: Picture) -> String? {
    [picture.width, picture.height, picture.largestSample] == numbers
      ? nil : "libvips reads such files only with simpler comments in their header"
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
