internal import TransitionJPEG
public import TransitionKit
internal import TransitionLocks
public import TransitionSystem
internal import TransitionVips

/// A picture's file, opened: its header has been read, its pixels have not.
public final class ImageFile: Sendable {
  /// The pixels across, upright.
  public let width: Int
  /// The pixels down, upright.
  public let height: Int
  /// The ICC profile of an RGB picture, if its colors are not sRGB.
  public let profile: [UInt8]?
  private let whiteOfPrimaries: [Double]?
  /// Whether the file has a profile that is none of such colors, or none at all.
  private let hasUnusableProfile: Bool
  private let colorsOfHDR: VideoColors?
  /// The meaning of the picture to whoever asked for it, for errors: `source image`.
  public let role: String
  /// The file's name.
  public let path: Path

  /// The depth of its samples, and whether it has a channel of alpha.
  public let format: PixelFormat
  /// Whether it has no color by what its file says.
  public let isGray: Bool
  /// The number of pictures in the file, such as the frames of an animation; the first is shown.
  public let count: Int
  /// Whether it is a drawing, which always has a channel of alpha.
  public let isVector: Bool

  private let pixelLimit: Int?
  /// Which file it is; `nil` if it cannot be read again: a pipe.
  private let origin: Origin?
  /// The picture, whose file is open; `nil` if it is closed.
  let header: Picture?
  private let source: PictureSource?
  private let bands: Int
  private let orientation: Int
  private let warnings: DecoderWarnings
  /// Whether ``reopened()`` has given it to somebody to decode: its pixels come once.
  private let isUsed = Monitor(false)

  /// Opens a file and reads the header of its picture.
  ///
  /// - Parameters:
  ///   - path: the file's name, literally: `[`, `%` and a leading hyphen have no meaning.
  ///   - role: the meaning of the picture, for errors: `source image`.
  ///   - pixelLimit: the number of pixels that a picture may have at most; `nil` for any.
  ///   - pipeLimit: the most bytes to read from a pipe.
  /// - Throws: `file`, `undecodable`, `refused` or `tooLarge`; `outOfMemory` or `library` if
  ///   libvips cannot begin.
  public convenience init(
    path: Path, role: String, pixelLimit: Int?, pipeLimit: Int = 1 << 31
  ) throws(ImageFileError) {
    try self.init(
      path: path, role: role, pixelLimit: pixelLimit, pipeLimit: pipeLimit, isLenient: false)
  }

  private init(
    path: Path, role: String, pixelLimit: Int?, pipeLimit: Int = 1 << 31, isLenient: Bool
  ) throws(ImageFileError) {
    try VipsLibrary.start()
    self.role = role
    self.path = path
    self.pixelLimit = pixelLimit
    let open = { () throws(ImageFileError) in
      try Self.open(path, role, pixelLimit: pixelLimit, pipeLimit: pipeLimit, isLenient)
    }
    var (header, source, origin, warnings): (Picture, PictureSource, Origin?, DecoderWarnings)
    let format: (any FormatHeader)?
    do throws(ImageFileError) {
      (header, source, origin, warnings, format) = try open()
    } catch {
      // All threads share libvips' words, and another may have forgotten those about this file.
      guard case .undecodable(_, _, "") = error, Origin(FileStatus(path)) != nil else {
        throw error
      }
      (header, source, origin, warnings, format) = try open()
    }
    let colors = format?.colorsOfHDR
    colorsOfHDR = colors
    (self.origin, self.warnings) = (origin, warnings)
    if let pixelLimit {
      let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
      // A few bytes can claim any number of bands; four of them weigh as much as a pixel.
      guard !overflow, pixels <= pixelLimit / max(1, (header.bands + 3) / 4) else {
        let bands = header.bands > 4 ? " of \(header.bands) bands" : ""
        throw .tooLarge(
          role: role, path: path,
          detail: "\(header.width)x\(header.height) pixels\(bands), more than \(pixelLimit)")
      }
    }
    do throws(VipsError) {
      header = try header.unpacked()
    } catch {
      throw .undecodable(role: role, path: path, detail: error.detail)
    }
    self.header = header
    self.source = source
    bands = header.bands
    let isDeep = header.bandFormat != VIPS_FORMAT_UCHAR
    self.format = PixelFormat(depth: isDeep ? .sixteen : .eight, hasAlpha: header.hasAlpha)
    isGray = header.isGray
    // JPEG 2000's are the same picture in other sizes.
    let pages = header.loader?.hasPrefix("jp2k") == true ? nil : header.pages
    count = pages ?? format?.frames ?? 1
    isVector = ["svgload", "pdfload"].contains { header.loader?.hasPrefix($0) == true }
    orientation = Int(unsafe vips_image_get_orientation(header.image))
    let turned = orientation >= 5
    width = turned ? header.height : header.width
    height = turned ? header.width : header.height
    let bytesOfProfile = header.profile
    let embedded = bytesOfProfile.flatMap { bytes in ICCProfile(bytes).map { (bytes, $0) } }
    if let content = embedded?.1.content {
      if let defect = content.defect { throw .refused(role: role, path: path, detail: defect) }
      try MemoryBudget.check(profile: content.size)
    }
    let isUsable = bytesOfProfile.map { bytes in
      let isOfColors = header.isRGB || header.interpretation == VIPS_INTERPRETATION_CMYK
      return isOfColors ? header.canBeConverted(by: bytes) : embedded != nil
    }
    hasUnusableProfile = colors == nil && isUsable == false
    // What is HDR by its file may have a profile for readers that know no better.
    if colors == nil, let (bytes, icc) = embedded, header.isRGB, icc.isRGB, !icc.isSRGB {
      (profile, whiteOfPrimaries) = (bytes, icc.whiteOfPrimaries)
    } else {
      (profile, whiteOfPrimaries) = (nil, nil)
    }
  }

  private init(closing file: ImageFile) {
    (width, height) = (file.width, file.height)
    (profile, whiteOfPrimaries) = (file.profile, file.whiteOfPrimaries)
    hasUnusableProfile = file.hasUnusableProfile
    colorsOfHDR = file.colorsOfHDR
    (role, path, pixelLimit) = (file.role, file.path, file.pixelLimit)
    (format, bands, orientation) = (file.format, file.bands, file.orientation)
    (isGray, count) = (file.isGray, file.count)
    (origin, isVector) = (file.origin, file.isVector)
    (header, source, warnings) = (nil, nil, .ignored)
  }

  /// Returns the file without having it open, unless it can be read only once.
  public func closed() -> ImageFile { origin != nil ? ImageFile(closing: self) : self }

  /// The file, open, so that it can be decoded: itself the first time if it is open.
  ///
  /// - Throws: as when it was opened for the first time; `refused` if it has been changed or
  ///   replaced since: frames are made for what it said then.
  public func reopened() throws(ImageFileError) -> ImageFile {
    let isFree = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
    guard let origin, header == nil || !isFree else { return self }
    return try Self.reopened(path, role: role, pixelLimit: pixelLimit, as: origin)
  }

  /// Opens a file that was seen before.
  ///
  /// - Throws: as `init`; `refused` if it has been changed or replaced since.
  public static func reopened(
    _ path: Path, role: String, pixelLimit: Int?, as origin: Origin
  ) throws(ImageFileError) -> ImageFile {
    // A pipe of that name would wait for somebody to write.
    if let status = FileStatus(path), Origin(status) != origin { throw changed(role, path) }
    let file = try ImageFile(path: path, role: role, pixelLimit: pixelLimit)
    guard file.origin == origin else { throw changed(role, path) }
    return file
  }

  private static func changed(_ role: String, _ path: Path) -> ImageFileError {
    .refused(role: role, path: path, detail: "it has changed since the run began")
  }

  /// The identity of a file and the version of its content.
  public struct Origin: Equatable, Sendable {
    private let identity: FileStatus.Identity
    private let version: FileVersion

    /// - Returns: `nil` if there is no such file, or no ordinary one.
    public init?(_ status: FileStatus?) {
      guard let status, status.kind == .file else { return nil }
      (identity, version) = (status.identity, status.version)
    }
  }

  private static func open(
    _ path: Path, _ role: String, pixelLimit: Int?, pipeLimit: Int, _ isLenient: Bool
  ) throws(ImageFileError) -> (
    Picture, PictureSource, Origin?, DecoderWarnings, (any FormatHeader)?
  ) {
    try File.read(role, at: path) { file throws(ImageFileError) in
      // libvips ends the process over a file without a byte. Pipes are read as their bytes come.
      let (size, origin) = (file.size, Origin(file.status))
      func refused(_ detail: String) -> ImageFileError {
        .refused(role: role, path: path, detail: detail)
      }
      guard size != 0 else {
        throw refused(origin == nil ? "it is no ordinary file" : "the file is empty")
      }
      if let size, let most = PictureType.mostBytes, size > most {
        throw refused("it has \(size) bytes, more than \(most)")
      }
      let source = try PictureSource(file, pipeLimit: min(pipeLimit, PictureType.mostBytes ?? .max))
      let (type, header) = try PictureType.type(of: source).map { ($0, $1) } ?? (nil, nil)
      if type == nil, PictureType.allowed != .any, source.failure == nil {
        throw .unlisted(role: role, path: path, types: PictureType.names)
      }
      if let failure = source.failure { throw failure }
      if let detail = header.flatMap({ source.defect($0, pixelLimit: pixelLimit) }) {
        throw refused(detail)
      }
      if let type, type.isBlocked {
        throw refused("VIPS_BLOCK_UNTRUSTED blocks the decoder of \(type.name)")
      }
      let byName =
        if let type { type.isReadByName } else if size == nil { false } else {
          try isReadByName(path, source)
        }
      if let type, !type.isReadFromPipes, size == nil {
        throw refused("\(type.name) is not read from a pipe: give a file instead")
      }
      if let type, type.isReadByImageMagick, let size {
        try MemoryBudget.check(imageMagick: size)
      }
      // What can be read only once is taken as it is.
      let isStrict = !isLenient && origin != nil && type?.tellsDamageByWarnings == true
      let warnings = isStrict ? .errors : header?.warnings ?? .ignored
      let loaded =
        byName
        ? Picture(loading: path, isOpenEXR: type != nil)
        : source.load(failingOn: warnings == .errors ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_ERROR)
      guard let loaded else {
        if let failure = source.failure { throw failure }
        let detail = VipsLibrary.errorText()
        // All threads share libvips' words, which may be lost: this much is said without them.
        if type == nil, let loader = try source.loader, PictureType.isBlocked(loader) {
          throw refused("its decoder is blocked, as VIPS_BLOCK_UNTRUSTED asks")
        }
        throw .undecodable(role: role, path: path, detail: detail)
      }
      // A decoder may have taken it for the end.
      if let failure = source.failure { throw failure }
      if let detail = header?.defect(of: loaded) { throw refused(detail) }
      let picture: Picture
      do throws(VipsError) {
        picture = try (header?.completed(loaded) ?? loaded).withColorsNamed()
      } catch {
        throw .undecodable(role: role, path: path, detail: error.detail)
      }
      if let detail = picture.unreadableSamples { throw refused(detail) }
      return (picture, source, origin, warnings, header)
    }
  }

  /// Whether a loader of libvips' own takes a file by its name only. Otherwise ImageMagick would
  /// read it, from memory.
  private static func isReadByName(
    _ path: Path, _ source: PictureSource
  ) throws(ImageFileError) -> Bool {
    // libvips would take brackets at the end of a name for options.
    guard try source.loader == nil, path.bytes.last != UInt8(ascii: "]") else { return false }
    guard let loader = unsafe vips_foreign_find_load(path.cString) else {
      vips_error_clear()
      return false
    }
    return unsafe !String(cString: loader).hasPrefix("VipsForeignLoadMagick")
  }

  /// The kind of HDR that becomes sRGB; `nil` of all else.
  public var nameOfHDR: String? { colorsOfHDR?.curve.nameOfHDR }

  /// The bytes that a pixel takes while the picture is decoded: it is turned upright in a copy, and
  /// HDR becomes sRGB in one.
  var bytesPerPixel: Int {
    (isDeep ? 2 : 1) * max(3, min(bands, 4)) * (orientation > 1 || colorsOfHDR != nil ? 2 : 1)
  }

  private var isDeep: Bool { format.depth == .sixteen }
  private var space: VipsInterpretation {
    isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
  }
  private var sampleFormat: VipsBandFormat { isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR }

  /// The ``profile`` with the meaning of its values, if frames can stay in it.
  ///
  /// - Parameter isMixedEncoded: whether some frames mix the values themselves, which must not be
  ///   far from sRGB's then, as those of linear light are.
  /// - Returns: `nil` if there is none, or it has tables of colors or other curves than filters can
  ///   mix by.
  public func sharableProfile(isMixedEncoded: Bool) -> ColorProfile? {
    guard let profile, let icc = ICCProfile(profile), icc.hasUsualCurve || !isMixedEncoded else {
      return nil
    }
    return icc.encoding.map { ColorProfile(bytes: profile, encoding: $0) }
  }

  /// Decodes the whole picture: upright, RGB or RGBA, of 8 or 16 bits.
  ///
  /// - Parameter shared: the profile in which colors stay if it is the file's own; any others
  ///   become sRGB.
  /// - Returns: the picture in memory.
  /// - Throws: `undecodable` if any part of it is missing or damaged; `refused` if somebody has
  ///   written to the file meanwhile; `outOfMemory` if that may be the reason.
  public func decode(keeping shared: ColorProfile? = nil) throws(ImageFileError) -> DecodedImage {
    let image = try decodedAsItIs(keeping: shared)
    if let origin, let status = source?.status, Origin(status) != origin {
      throw Self.changed(role, path)
    }
    return image
  }

  private func decodedAsItIs(
    keeping shared: ColorProfile?
  ) throws(ImageFileError) -> DecodedImage {
    let kept = shared.flatMap { $0.bytes == profile ? $0 : nil }
    do throws(VipsError) {
      let ((picture, usesProfile), warning) = try warnings.collected { () throws(VipsError) in
        try decoded(keepingProfile: kept != nil)
      }
      var image = try DecodedImage(picture, of: self, encoding: kept?.encoding ?? .sRGB)
      if let warning { image.warnings.append(Self.damage("libtiff: \(warning)")) }
      if !usesProfile {
        image.warnings.append("has a color profile that cannot be used: it is left out")
      }
      return image
    } catch {
      if let (file, warning) = try lenient() {
        var image = try file.decodedAsItIs(keeping: shared)
        image.warnings.append(Self.damage("libjpeg: \(warning)"))
        return image
      }
      try MemoryBudget.check(after: error, width: width, height: height)
      throw source?.failure ?? .undecodable(role: role, path: path, detail: error.detail)
    }
  }

  private static func damage(_ words: String) -> String {
    "may be damaged, and look wrong (\(words))"
  }

  /// The file, opened once more so that warnings are none of its errors: most of them concern what
  /// is no part of the picture.
  ///
  /// - Returns: the file, and the first warning; `nil` if a part of the picture is missing, or
  ///   warnings were no errors before.
  /// - Throws: as `init`.
  private func lenient() throws(ImageFileError) -> (ImageFile, warning: String)? {
    // libvips' words do not tell: all threads share them, and those of another picture may come
    // first.
    guard warnings == .errors else { return nil }
    let warning = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: Int(JMSG_LENGTH_MAX)
    ) { text in
      unsafe text.initialize(repeating: 0)
      guard let start = text.baseAddress else { return String?.none }
      return unsafe shim_jpeg_lacks_part(path.cString, start) == 0 ? String(cString: start) : nil
    }
    guard let warning else { return nil }
    let file = try ImageFile(path: path, role: role, pixelLimit: pixelLimit, isLenient: true)
    return file.origin == origin ? (file, warning) : nil
  }

  /// Draws a vector picture so that it has at least a size, and about its proportions.
  ///
  /// - Parameters:
  ///   - width: pixels across.
  ///   - height: pixels down.
  ///   - hasAlpha: whether its own size has some; otherwise what is not covered at its edges is
  ///     extended.
  /// - Returns: the picture, larger or smaller than its own size; `nil` if it is of pixels.
  /// - Throws: `undecodable`, `tooLarge`.
  func drawn(
    width: Int, height: Int, hasAlpha: Bool
  ) throws(ImageFileError) -> Picture? {
    guard isVector, let source else { return nil }
    // Cairo draws no more.
    let scale = min(
      max(Double(width) / Double(self.width), Double(height) / Double(self.height)),
      32767 / Double(max(self.width, self.height)))
    guard let drawing = source.load(scale: scale) else {
      throw source.failure ?? .undecodable(role: role, path: path, detail: VipsLibrary.errorText())
    }
    if let pixelLimit, drawing.width * drawing.height > pixelLimit {
      throw .tooLarge(
        role: role, path: path,
        detail: "\(drawing.width)x\(drawing.height) pixels for the frame, more than \(pixelLimit)")
    }
    guard drawing.hasAlpha, !hasAlpha else { return drawing }
    do throws(VipsError) {
      return try drawing.extracting(0..<3)
    } catch {
      throw .undecodable(role: role, path: path, detail: error.detail)
    }
  }

  /// The pixels, and whether their colors are what the file's profile, if it has one, says.
  private func decoded(
    keepingProfile: Bool
  ) throws(VipsError) -> (picture: Picture, usesProfile: Bool) {
    guard let header else {
      throw VipsError(detail: "the file is closed")
    }
    // Skips the conversion if nothing needs it.
    var (picture, usesProfile) = (header, !hasUnusableProfile)
    if picture.interpretation != space || picture.bandFormat != sampleFormat
      || profile != nil && !keepingProfile || picture.hasReducedRange
    {
      picture = try picture.standardized(isDeep: isDeep) { colors throws(VipsError) in
        try converted(colors, keepingProfile: keepingProfile, &usesProfile)
      }
    }
    if picture.bands > 4 { picture = try picture.extracting(0..<4) }
    picture = try picture.decoded()
    if orientation > 1 { picture = try picture.upright().decoded() }
    if let colorsOfHDR {
      picture = try .borrowing(picture.bitmap(workingSpace: .srgb).converted(from: colorsOfHDR))
    }
    return (picture, usesProfile)
  }

  /// Colors without alpha as RGB of the picture's depth.
  private func converted(
    _ colors: Picture, keepingProfile: Bool, _ usesProfile: inout Bool
  ) throws(VipsError) -> Picture {
    var picture = colors
    let isCMYK = picture.interpretation == VIPS_INTERPRETATION_CMYK
    let converts = profile != nil ? !keepingProfile : picture.isGray && picture.profile != nil
    do {
      if converts, isDeep, let whiteOfPrimaries {
        return try picture.lightOfSRGB(white: whiteOfPrimaries).valuesOfLight()
      }
      if isCMYK || converts {
        picture = try picture.transformedToSRGB(
          fallback: isCMYK ? "cmyk" : "srgb", depth: isDeep ? 16 : 8)
      }
    } catch {
      // A damaged profile says as little as none.
      guard !isCMYK else { throw error }
      // Gray is often beside a profile for RGB.
      if let profile = picture.profile, picture.canBeConverted(by: profile) { usesProfile = false }
    }
    return try picture.converted(to: space).cast(to: sampleFormat)
  }
}
