internal import TransitionVips

extension ImageFile {
  /// When the picture was taken, as its EXIF data say it, with a fraction and the offset of the
  /// camera's clock if they are known: `2024:05:31 18:03:59.25+02:00`. It need not be a date.
  /// `nil` if the file does not say so, or is closed.
  public var dateTaken: String? { header?.dateTaken }
}

extension Picture {
  fileprivate var dateTaken: String? {
    guard let time = exif("DateTimeOriginal")?.prefix(19) else { return nil }
    let digits = exif("SubSecTimeOriginal")?.prefix { "0123456789".contains($0) } ?? ""
    let offset = exif("OffsetTimeOriginal")?.prefixMatch(of: /[-+]\d\d:\d\d/)?.0 ?? ""
    return "\(time)\(digits.isEmpty ? "" : ".")\(digits)\(offset)"
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
