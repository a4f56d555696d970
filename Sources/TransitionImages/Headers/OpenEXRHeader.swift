internal import TransitionVips

/// The channels and the windows of the first picture in an OpenEXR file.
///
/// After eight bytes come attributes, until one without a name: a name and a type, each with a zero
/// at its end, the size of the value in four bytes, and the value. libvips 8.14 shows black where
/// no channel is named R, G, B or Y, and gray where Y stands beside colors. It shows the data
/// window, which is the part that the file holds, and not the display window, which is the picture.
struct OpenEXRHeader: FormatHeader {
  private(set) var defect: String?
  private var channels: Set<String> = []
  private var dataWindow: Window?
  private var displayWindow: Window?

  private struct Window: Equatable {
    let left, top, right, bottom: Int

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }

    /// `nil` unless the bytes are its four numbers.
    init?(_ bytes: [UInt8]) {
      let numbers = [0, 4, 8, 12].compactMap { number(bytes, $0) }
      guard numbers.count == 4 else { return nil }
      (left, top, right, bottom) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  init?(read: @escaping FileReader) {
    var offset = 8
    for _ in 0..<10_000 {
      let head = read(offset, 1024)
      guard let name = Self.text(head[...]) else { break }
      if name.isEmpty {
        defect = defectOfColors ?? defectOfWindows
        return
      }
      guard let type = Self.text(head.dropFirst(name.utf8.count + 1)) else { break }
      let sizeOffset = name.utf8.count + type.utf8.count + 2
      guard let size = number(head, sizeOffset), size >= 0 else { break }
      offset += sizeOffset + 4
      switch name {
      case "channels": readChannels(read(offset, Swift.min(size, 1 << 20)))
      case "dataWindow": dataWindow = Window(read(offset, 16))
      case "displayWindow": displayWindow = Window(read(offset, 16))
      default: break
      }
      offset += size
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

  private var defectOfColors: String? {
    let colors = channels.intersection(["R", "G", "B", "Y"])
    return colors.isEmpty || colors.contains("Y") && colors.count > 1
      ? "OpenEXR is read with channels named R, G and B, or Y" : nil
  }

  private var defectOfWindows: String? {
    guard let data = dataWindow, let display = displayWindow else { return nil }
    let limit = Int(shim_largest_dimension())
    let isPicture =
      (1...limit).contains(display.width) && (1...limit).contains(display.height)
      && max(abs(data.left - display.left), abs(data.top - display.top)) <= limit
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

/// A number of 32 bits at an offset, the lowest byte first; `nil` if there are too few bytes.
private func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
  guard offset + 4 <= bytes.count else { return nil }
  let bits = (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) }
  return Int(Int32(bitPattern: bits))
}
