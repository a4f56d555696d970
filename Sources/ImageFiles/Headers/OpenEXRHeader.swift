internal import CVips

/// What an OpenEXR file says of its first picture and libvips does not heed.
struct OpenEXRHeader: FormatHeader {
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

  init?(read: FileReader) {
    let bytes = read(0, 1 << 20)
    // After the signature and the version, until an attribute without a name.
    var place = 8
    func number(_ offset: Int) -> Int? {
      guard offset >= 0, offset + 4 <= bytes.count else { return nil }
      let bits = (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) }
      return Int(Int32(bitPattern: bits))
    }
    func text() -> String? {
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
      defer { place = end + 1 }
      return String(decoding: bytes[place..<end], as: UTF8.self)
    }
    while let name = text(), !name.isEmpty {
      guard text() != nil, let size = number(place), size >= 0 else { return nil }
      let value = place + 4
      switch name {
      case "channels":
        place = value
        // Behind a channel's name: its type, how its values are spread, and how far they are apart.
        while let channel = text(), !channel.isEmpty {
          channels.insert(channel)
          place += 16
        }
      case "dataWindow": dataWindow = window()
      case "displayWindow": displayWindow = window()
      default: break
      }
      func window() -> Window? {
        guard let left = number(value), let top = number(value + 4), let right = number(value + 8),
          let bottom = number(value + 12)
        else { return nil }
        return Window(left: left, top: top, right: right, bottom: bottom)
      }
      place = value + size
    }
  }

  var defect: String? {
    if channels.isDisjoint(with: ["R", "G", "B", "Y"]) {
      return "OpenEXR is read with channels named R, G and B, or Y"
    }
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
