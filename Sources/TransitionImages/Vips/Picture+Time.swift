internal import TransitionVips

extension ImageFile {
  /// When the picture was taken, by its EXIF data: DateTimeOriginal and its fraction, with nine
  /// digits, `2024:05:31 18:03:59.000000000`; `nil` if the file does not say so, or is closed.
  public var timeTaken: String? { header?.timeTaken }

  /// How far the clock was ahead of UTC then, by OffsetTimeOriginal, `+02:00`; `nil` if the file
  /// does not say so, or is closed.
  public var offsetTaken: String? { header?.offsetTaken }
}

/// The days of a month of the Gregorian calendar, 1 the first.
package func daysOfMonth(_ month: Int, _ year: Int) -> Int {
  guard month == 2 else { return [4, 6, 9, 11].contains(month) ? 30 : 31 }
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
}

extension Picture {
  /// When the picture was taken: text of a fixed length, so that times are in the order of texts.
  fileprivate var timeTaken: String? {
    guard let time = exif("DateTimeOriginal"),
      // Cameras without a clock write zeros.
      let match = time.prefixMatch(
        of: /(\d{4}):(0[1-9]|1[0-2]):(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      day <= daysOfMonth(month, year)
    else { return nil }
    let digits = exif("SubSecTimeOriginal")?.prefix { "0123456789".contains($0) }.prefix(9) ?? ""
    return "\(match.0).\(digits)" + String(repeating: "0", count: 9 - digits.count)
  }

  /// How far the camera's clock was ahead of UTC.
  fileprivate var offsetTaken: String? {
    exif("OffsetTimeOriginal")?.prefixMatch(of: /[-+]\d\d:\d\d/).map { String($0.0) }
  }

  /// The text of a tag of the EXIF data about the exposure, and what libvips adds: the tag's type.
  private func exif(_ tag: String) -> String? {
    let name = "exif-ifd2-" + tag
    var text: UnsafePointer<CChar>?
    guard unsafe vips_image_get_typeof(image, name) != 0,
      unsafe vips_image_get_string(image, name, &text) == 0, let text = unsafe text
    else { return nil }
    return unsafe String(cString: text)
  }
}
