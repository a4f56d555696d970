internal import CVips
public import TransitionKit

/// Writes frames as files of one type, strip by strip as they are drawn.
public struct ImageWriter: Sendable {
  private let type: FileType
  private let options: String
  private let usesPNGEncoder: Bool
  private let profile: [UInt8]?
  private let background: Color

  /// Makes a writer and tries its options on one pixel.
  ///
  /// PNG files without options are encoded here, several times as fast as by libvips.
  ///
  /// - Parameters:
  ///   - type: the type of file.
  ///   - quality: 1...100, for lossy types.
  ///   - saveOptions: options of libvips' encoder, `k=v,k`, before which `quality` gives way.
  ///   - profile: the ICC profile to embed.
  ///   - background: what lies under alpha where the type has none.
  /// - Throws: `badSaveOptions`, with what libvips says of them.
  public init(
    type: FileType, quality: Int = 90, saveOptions: String = "", profile: [UInt8]? = nil,
    background: Color = .black
  ) throws(ImageFileError) {
    self.type = type
    self.profile = profile
    self.background = background
    var options: [String] = []
    if type.isLossy { options.append("Q=\(quality)") }
    // libvips dates portable pixmaps, but not stripped ones; they hold nothing else to strip.
    if type.isPortablePixmap { options.append("strip") }
    if !saveOptions.isEmpty { options.append(saveOptions) }
    self.options = options.isEmpty ? "" : "[" + options.joined(separator: ",") + "]"
    usesPNGEncoder = type.suffix == ".png" && options.isEmpty
    if !usesPNGEncoder { try check(isGivenOptions: !saveOptions.isEmpty) }
  }

  /// Encodes one pixel, which shows whether libvips knows the options and their values.
  private func check(isGivenOptions: Bool) throws(ImageFileError) {
    let bitmap = Bitmap(
      width: 1, height: 1, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: [0, 0, 0])
    do throws(ImageFileError) {
      _ = try FrameImage(Frame(showing: bitmap), profile: nil).withPicture {
        pixel throws(ImageFileError) in
        try pixel.encoded(as: type.suffix + options)
      }
    } catch {
      throw ImageFileError(isGivenOptions ? .badSaveOptions : .library, detail: error.detail)
    }
  }

  /// Writes a frame to a file that must not exist yet; nothing is left of it after an error.
  ///
  /// - Throws: `uncreatable` or `unwritable`.
  public func write(_ frame: Frame, toNewFile path: Path) throws(ImageFileError) {
    try Libc.writeNewFile(path) { descriptor throws(ImageFileError) in
      try encode(frame, to: descriptor)
    }
  }

  private func encode(_ frame: Frame, to descriptor: Int32) throws(ImageFileError) {
    if usesPNGEncoder {
      return try PNGEncoder(profile: profile).encode(frame, to: descriptor)
    }
    try FrameImage(frame, profile: profile).withPicture { picture throws(ImageFileError) in
      var picture = picture
      if frame.format.hasAlpha && !type.holdsAlpha {
        let opaque = PixelFormat(depth: frame.format.depth, hasAlpha: false)
        picture = try picture.flattened(
          over: background.ink(opaque), maximum: opaque.depth.maximum)
      }
      let suffix = type.suffix + options
      try type.isEncodedInMemory
        ? Libc.writeAll(picture.encoded(as: suffix), to: descriptor)
        : FileTarget(descriptor).save(picture, as: suffix)
    }
  }
}
