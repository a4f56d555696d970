/// Formats whose decoders take half a file for a whole one, and show black for the rest.
enum UncheckedFormat {
  /// The name of a picture's format if it is one of them.
  static func name(of picture: Picture, from source: PictureSource) -> String? {
    guard let loader = picture.loader else { return nil }
    if loader.hasPrefix("fitsload") { return "FITS" }
    guard picture.isOfImageMagick else { return nil }
    if picture.hasAlpha, source.starts(with: Array("8BPS".utf8)) {
      return "Photoshop's format with alpha"
    }
    return ofImageMagick.first { source.starts(with: $0.start) }?.name
  }

  private static let ofImageMagick: [(name: String, start: [UInt8])] = [
    ("SGI", [0x01, 0xDA]), ("VICAR", Array("LBLSIZE".utf8)),
    // Nor is it linear light to ImageMagick.
    ("OpenEXR", OpenEXRHeader.signatures[0]),
    ("ImageMagick's TXT", Array("# ImageMagick pixel enumeration".utf8)),
    ("CALS", Array("version: MIL-STD-1840".utf8)), ("CALS", Array("srcdocid:".utf8)),
    ("CALS", Array("rorient:".utf8)),
  ]
}
