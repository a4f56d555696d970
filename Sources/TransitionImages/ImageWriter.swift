public import TransitionKit
public import TransitionSystem
internal import TransitionVips

/// Writes frames as files of one type, strip by strip as they are drawn.
public struct ImageWriter: Sendable {
  private let type: FileType
  private let options: String
  private let holdsAlpha: Bool
  private let encoder: Encoder
  private let profile: [UInt8]?
  private let background: Color
  private let workingSpace: WorkingSpace

  /// What makes the bytes of a file.
  private enum Encoder {
    case png, tiff, libvips
    /// Where the frame allows it; libvips elsewhere.
    case jpeg(JPEGEncoder)
  }

  /// Makes a writer and tries its options on a few pixels.
  ///
  /// PNG and TIFF files without options are encoded here, faster than by libvips.
  ///
  /// - Parameters:
  ///   - type: the type of file.
  ///   - quality: 1...100, for lossy types.
  ///   - saveOptions: options of libvips' encoder, `k=v,k`, before which `quality` gives way.
  ///   - profile: the ICC profile that frames are in, to embed or to convert from.
  ///   - background: the color under alpha where the type has none.
  ///   - workingSpace: the scale on which the two are mixed.
  /// - Throws: `badSaveOptions`, with what libvips says of them; `badSaveValue`;
  ///   `unreadableSaveOptions`.
  public init(
    type: FileType, quality: Int = 90, saveOptions: String = "", profile: [UInt8]? = nil,
    background: Color = .black, workingSpace: WorkingSpace = .linear
  ) throws(ImageFileError) {
    self.type = type
    holdsAlpha = type.holdsAlpha(with: saveOptions)
    self.profile = profile
    self.background = background
    self.workingSpace = workingSpace
    var options: [String] = []
    if type.isLossy { options.append("Q=\(max(quality, type.leastQuality))") }
    // As like the pictures as with more, within 0.3 dB, in less than half the time.
    if type.suffix == ".gif" { options.append("effort=4") }
    // libvips dates portable pixmaps, but not stripped ones; they hold nothing else to strip.
    if type.isPortablePixmap { options.append("strip") }
    if !saveOptions.isEmpty { options.append(saveOptions) }
    self.options = options.isEmpty ? "" : "[" + options.joined(separator: ",") + "]"
    encoder =
      switch type.suffix {
      case ".png" where options.isEmpty: .png
      case ".tif" where options.isEmpty, ".tiff" where options.isEmpty: .tiff
      default: type.isJPEG && saveOptions.isEmpty ? .jpeg(JPEGEncoder(quality: quality)) : .libvips
      }
    try SaverOptions(of: type).check(saveOptions)
    if case .libvips = encoder { try check(isGivenOptions: !saveOptions.isEmpty) }
  }

  /// Encodes a few pixels, which shows whether libvips knows the options and their values, and
  /// whether it can read what it makes of them.
  private func check(isGivenOptions: Bool) throws(ImageFileError) {
    let bitmap = Bitmap(
      width: 16, height: 16, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: Array(repeating: 0, count: 16 * 16 * 3))
    let isRead = try FrameImage(Frame(showing: bitmap), profile: nil).withPicture {
      pixels throws(ImageFileError) in
      do throws(VipsError) {
        let pixels = try suited(pixels)
        let bytes = try pixels.encoded(as: type.suffix + options)
        guard isGivenOptions, !Picture.canBeRead(bytes) else { return true }
        // There are types that libvips does not read.
        return try !Picture.canBeRead(pixels.encoded(as: type.suffix))
      } catch {
        throw isGivenOptions ? .badSaveOptions(error.detail) : .library(error.detail)
      }
    }
    if !isRead { throw .unreadableSaveOptions }
  }

  /// Writes a frame to a file that appears when it is whole.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - role: what the file is, for errors.
  ///   - path: its name.
  ///   - note: takes what the file is, before it gets that name.
  /// - Throws: `file` if it cannot be created or written, or noted.
  public func write(
    _ frame: Frame, _ role: String, to path: Path,
    noting note: (FileVersion) throws(FileError) -> Void = { _ in }
  ) throws(ImageFileError) {
    try AtomicFile.write(role, to: path, noting: note) { file throws(ImageFileError) in
      try encode(frame, to: file)
    }
  }

  /// The size, the format and the times of an animation.
  public struct Animation: Sendable {
    let width: Int
    let height: Int
    let format: PixelFormat
    let delays: [Int]
    let plays: Int

    /// Makes an animation.
    ///
    /// - Parameters:
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - format: the format of all frames.
    ///   - delays: for how many milliseconds each frame is shown.
    ///   - plays: how often the animation is shown; 0 forever.
    public init(width: Int, height: Int, format: PixelFormat, delays: [Int], plays: Int) {
      self.width = width
      self.height = height
      self.format = format
      self.delays = delays
      self.plays = plays
    }

    /// The most rows that libvips can take for all frames together, where it encodes them.
    public static let mostRows = Int(shim_largest_dimension())
  }

  /// Has libvips write an animation to a file that appears when it is whole.
  ///
  /// - Parameters:
  ///   - animation: its size, format and times.
  ///   - path: the file's name.
  ///   - frame: gives a frame by its number, from 0, in rising order and perhaps on several
  ///     threads; `nil` ends the work with an error.
  /// - Throws: `file`, or `library` if libvips fails.
  public func write(
    _ animation: Animation, to path: Path, frame: @escaping (Int) -> Frame?
  ) throws(ImageFileError) {
    let frames = FrameImage(
      width: animation.width, height: animation.height, format: animation.format,
      count: animation.delays.count, profile: profile,
      leavesOutBlack: type.suffix == ".gif" && animation.format.hasAlpha, frame: frame)
    try AtomicFile.write("animation", to: path) { file throws(ImageFileError) in
      try frames.withPicture { picture throws(ImageFileError) in
        picture.animate(pageHeight: animation.height, animation.delays, plays: animation.plays)
        try save(picture, to: file)
      }
    }
  }

  /// The bytes of a file that shows a frame, as libvips encodes it.
  ///
  /// - Parameter frame: the picture.
  /// - Returns: the file.
  /// - Throws: `library` if libvips fails.
  public func encoded(_ frame: Frame) throws(ImageFileError) -> [UInt8] {
    try FrameImage(flattened(frame), profile: profile).withPicture {
      picture throws(ImageFileError) in
      try ImageFileError.from { () throws(VipsError) in
        try suited(picture).encoded(as: type.suffix + options)
      }
    }
  }

  private func encode(_ frame: Frame, to file: File) throws(ImageFileError) {
    switch encoder {
    case .png:
      return try ImageFileError.from(file: PNGEncoder(profile: profile).encode(frame, to: file))
    case .tiff:
      return try ImageFileError.from(file: TIFFEncoder(profile: profile).encode(frame, to: file))
    case .libvips, .jpeg: break
    }
    let frame = flattened(frame)
    if case .jpeg(let encoder) = encoder, let bytes = try encoder.encoded(frame, reference: self) {
      return try ImageFileError.from(file: file.write(bytes))
    }
    try FrameImage(frame, profile: profile).withPicture {
      picture throws(ImageFileError) in
      try save(picture, to: file)
    }
  }

  /// The frame without alpha if the file has none.
  private func flattened(_ frame: Frame) -> Frame {
    holdsAlpha ? frame : frame.flattened(over: background, in: workingSpace)
  }

  private func save(_ picture: Picture, to file: File) throws(ImageFileError) {
    let suffix = type.suffix + options
    let picture = try inFile(file) { () throws(VipsError) in try suited(picture) }
    guard type.isEncodedInMemory else { return try VipsTarget(file).save(picture, as: suffix) }
    let bytes = try inFile(file) { () throws(VipsError) in try picture.encoded(as: suffix) }
    // libheif's encoder makes a file without a picture where one is wide and low, silently.
    if type.isHEIF, !Picture.canBeOpened(bytes) {
      let size = "\(picture.width)x\(picture.height)"
      throw .file(
        FileError(.write, file.role, file.path, "its encoder makes no picture of \(size)"))
    }
    try ImageFileError.from(file: file.write(bytes))
  }

  /// The picture in sRGB if the type has no profiles, and as numbers if it holds numbers.
  private func suited(_ picture: Picture) throws(VipsError) -> Picture {
    var picture = picture
    if profile != nil, !type.holdsProfile {
      picture = try picture.transformedToSRGB(
        fallback: "srgb", depth: picture.bandFormat == VIPS_FORMAT_USHORT ? 16 : 8)
    }
    // libvips 8.14 takes samples for as many bits as they are written with: 8-bit samples would be
    // half as many, and what 16 bits have above 255 would be white.
    let bits =
      type.suffix == ".png" || type.isHEIF
      ? options.firstMatch(of: /bitdepth=([0-9]+)/).flatMap { Int($0.1) } ?? 0 : 0
    if bits > 8, picture.bandFormat == VIPS_FORMAT_UCHAR {
      picture = try picture.multiplied(by: 257).cast(to: VIPS_FORMAT_USHORT)
        .interpreted(as: VIPS_INTERPRETATION_RGB16)
    } else if !type.holdsDepth(with: options) || (1...8).contains(bits),
      picture.bandFormat == VIPS_FORMAT_USHORT
    {
      // libvips would cut samples off, and makes no pixels at all of 16 bits for WebP in TIFF.
      picture = try picture.multiplied(by: 1 / 257).rounded().cast(to: VIPS_FORMAT_UCHAR)
        .interpreted(as: VIPS_INTERPRETATION_sRGB)
    }
    // Numbers of floating point are linear light from 0 to 1, as when they are read.
    guard type.isFloatingPoint else { return picture }
    picture = try picture.converted(to: VIPS_INTERPRETATION_scRGB)
    return Self.floatMapsAreUpsideDown ? try picture.flipped() : picture
  }

  /// Whether the installed libvips writes the highest row of a PFM file first, as 8.14 does, and
  /// not the lowest.
  private static let floatMapsAreUpsideDown: Bool = {
    let whiteOverBlack = Bitmap(
      width: 1, height: 2, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: [255, 255, 255, 0, 0, 0])
    let bytes = try? FrameImage(Frame(showing: whiteOverBlack), profile: nil).withPicture {
      picture throws(ImageFileError) in
      try ImageFileError.from { () throws(VipsError) in
        try picture.converted(to: VIPS_INTERPRETATION_scRGB).encoded(as: ".pfm")
      }
    }
    // Zeros are black.
    return bytes?.suffix(3 * 4).allSatisfy { $0 == 0 } ?? true
  }()

  /// Says which file could not be written when libvips fails.
  private func inFile<Result>(
    _ file: File, _ work: () throws(VipsError) -> Result
  ) throws(ImageFileError) -> Result {
    do throws(VipsError) {
      return try work()
    } catch {
      throw .file(FileError(.write, file.role, file.path, error.detail))
    }
  }
}
