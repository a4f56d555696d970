internal import TransitionKit

/// The part of a file of one type that libvips' loader ignores or gets wrong, and that is read
/// here.
///
/// A header is used in steps, around the call of the loader:
///
///     let header = type.header?.init(read: source.bytes)
///     header.defect                      a reason not to call the loader
///     header.defect(pixelLimit:read:)    another, which takes as long as pixels do
///     header.defect(of: picture)         a reason not to trust what it has loaded
///     header.completed(picture)          what it has left out, added
protocol FormatHeader: Sendable {
  /// Reads the header; `nil` if it is left to libvips to say what is wrong with the file.
  init?(read: @escaping FileReader)

  /// The reason why libvips cannot read the file rightly, in a sentence; `nil` if it can.
  var defect: String? { get }

  /// The reason why what is compressed is not what the header says, in a sentence; `nil` if it is,
  /// or has more pixels than the limit.
  func defect(pixelLimit: Int, read: FileReader) -> String?

  /// The reason why a loaded picture is not that of the file, in a sentence; `nil` if it is.
  func defect(of picture: Picture) -> String?

  /// What becomes of the warnings of the file's decoder.
  var warnings: DecoderWarnings { get }

  /// The number of frames or pages, where libvips does not tell it.
  var frames: Int? { get }

  /// The meaning of samples that are HDR; `nil` of all others.
  var colorsOfHDR: VideoColors? { get }

  /// Returns a loaded picture with what its loader leaves out.
  func completed(_ picture: Picture) throws(VipsError) -> Picture
}

/// Gives so many bytes from an offset, or fewer at the end of the file.
typealias FileReader = (_ offset: Int, _ count: Int) -> [UInt8]

extension Sequence<UInt8> {
  /// The number that they are, the highest byte first. Of eight bytes the first bit is its sign.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension FormatHeader {
  var defect: String? { nil }
  var warnings: DecoderWarnings { .ignored }
  var frames: Int? { nil }
  var colorsOfHDR: VideoColors? { nil }
  func defect(pixelLimit: Int, read: FileReader) -> String? { nil }
  func defect(of picture: Picture) -> String? { nil }
  func completed(_ picture: Picture) throws(VipsError) -> Picture { picture }
}
