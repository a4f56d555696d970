internal import TransitionVips

/// What an OpenEXR file says of its first picture and libvips does not heed.
struct OpenEXRHeader: FormatHeader {
  private(set) var defect: String?
  private var channels: Set<String> = []
  /// The pixels that the file holds, and those that make up the picture.
  private var dataWindow: Window?
  private var displayWindow: Window?

  private struct Window: Equatable {
    let left, top, right, bottom: Int

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }
  }

  static let signatures: [[UInt8]] = [[0x76, 0x2F, 0x31, 0x01]]

  init?(read: @escaping FileReader) {
    // After the signature and the version, until an attribute without a name.
    var place = 8
    for _ in 0..<10_000 {
      let head = read(place, 1024)
      guard let name = Self.text(head[...]) else { break }
      if name.isEmpty {
        defect = defectOfColors ?? defectOfWindows
        return
      }
      guard let type = Self.text(head.dropFirst(name.utf8.count + 1)) else { break }
      let sizePlace = name.utf8.count + type.utf8.count + 2
      guard let size = Self.number(head, sizePlace), size >= 0 else { break }
      place += sizePlace + 4
      switch name {
      case "channels": readChannels(read(place, Swift.min(size, 1 << 20)))
      case "dataWindow": dataWindow = Self.window(read(place, 16))
      case "displayWindow": displayWindow = Self.window(read(place, 16))
      default: break
      }
      place += size
    }
    defect = "its header cannot be followed to the end"
  }

  private mutating func readChannels(_ list: [UInt8]) {
    var rest = list[...]
    // After a channel's name: its type, how its values are spread, and how far they are apart.
    while let channel = Self.text(rest), !channel.isEmpty {
      channels.insert(channel)
      rest = rest.dropFirst(channel.utf8.count + 1 + 16)
    }
  }

  /// Bytes until a zero; `nil` if there is none, or if they are not UTF-8.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.firstIndex(of: 0).flatMap { String(validating: bytes[..<$0], as: UTF8.self) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    let bits = (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) }
    return Int(Int32(bitPattern: bits))
  }

  private static func window(_ bytes: [UInt8]) -> Window? {
    let numbers = [0, 4, 8, 12].compactMap { number(bytes, $0) }
    return numbers.count < 4
      ? nil
      : Window(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
  }

  private var defectOfColors: String? {
    let colors = channels.intersection(["R", "G", "B", "Y"])
    return colors.isEmpty || colors.contains("Y") && colors.count > 1
      ? "OpenEXR is read with channels named R, G and B, or Y" : nil
  }

  private var defectOfWindows: String? {
    guard let data = dataWindow, let display = displayWindow else { return nil }
    let isPicture =
      [display.width, display.height].allSatisfy { (1...Int(VIPS_MAX_COORD)).contains($0) }
      && [data.left - display.left, data.top - display.top].allSatisfy {
        abs($0) <= VIPS_MAX_COORD
      }
    return isPicture ? nil : "OpenEXR's display window is no picture's, or far from its data"
  }

  // What lies outside the data is transparent.
  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    guard let data = dataWindow, let display = displayWindow, data != display,
      (picture.width, picture.height) == (data.width, data.height)
    else { return picture }
    return try picture.embedded(
      x: data.left - display.left, y: data.top - display.top, width: display.width,
      height: display.height, ink: Array(repeating: 0, count: picture.bands))
  }
}
