/// What the start of a file says of its picture that libvips' loader leaves out or gets wrong.
protocol FormatHeader: Sendable {
  /// What files of the format begin with.
  static var signatures: [[UInt8]] { get }

  /// Reads the header; `nil` if the bytes are not those of such a file.
  init?(read: @escaping FileReader)

  /// Why libvips cannot read the file rightly, whatever it makes of it: a sentence; `nil` if it can.
  var defect: String? { get }

  /// What libvips got wrong in the picture: a sentence; `nil` if nothing.
  func defect(of picture: Picture) -> String?

  /// The picture with what its loader leaves out.
  func completed(_ picture: Picture) throws(VipsError) -> Picture
}

/// Gives so many bytes from an offset, or fewer at the end of the file.
typealias FileReader = (_ offset: Int, _ count: Int) -> [UInt8]

extension FormatHeader {
  var defect: String? { nil }
  func defect(of picture: Picture) -> String? { nil }
  func completed(_ picture: Picture) throws(VipsError) -> Picture { picture }
}

/// The formats whose headers are read.
enum FormatHeaders {
  static let all: [any (FormatHeader & SendableMetatype).Type] = [
    TIFFTags.self, PortableMap.self, PortableFloatMap.self, PortableArbitraryMap.self,
    OpenEXRHeader.self, RadianceHeader.self, JPEG2000Header.self, JPEGXLHeader.self,
    DPXHeader.self, VipsHeader.self,
  ]
}
