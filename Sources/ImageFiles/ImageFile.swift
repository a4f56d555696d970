internal import CVips
public import System
public import TransitionKit

/// A picture's file, opened: its header has been read, its pixels have not.
public final class ImageFile: @unchecked Sendable {
  /// The pixels across, upright.
  public let width: Int
  /// The pixels down, upright.
  public let height: Int
  /// The ICC profile of an RGB picture, if its colors are not sRGB.
  public let profile: [UInt8]?
  /// Whether frames can stay in the ``profile``: not if its values are far from sRGB's, as those of
  /// linear light, for which filters would not mix them rightly.
  public let canKeepProfile: Bool
  /// What the picture is to whoever asked for it, for errors: `source image`.
  public let role: String
  public let path: Path

  /// The depth of its samples, and whether it has a channel of alpha.
  public let format: PixelFormat

  private let pixelLimit: Int?
  /// Whether the file can be read again: not a pipe.
  private let isRepeatable: Bool
  /// The picture, whose file is open; `nil` if it is closed.
  private let header: Picture?
  private let bands: Int
  private let orientation: Int

  /// Opens a file and reads what it says of its picture.
  ///
  /// - Parameters:
  ///   - path: the file's name, literally: `[`, `%` and a leading hyphen have no meaning.
  ///   - role: what the picture is, for errors.
  ///   - pixelLimit: the number of pixels that a picture may have at most; `nil` for any.
  /// - Throws: `file`, `undecodable` or `tooLarge`; `outOfMemory` or `library` if libvips cannot
  ///   begin.
  public init(path: Path, role: String, pixelLimit: Int?) throws(ImageFileError) {
    try VipsLibrary.start()
    self.role = role
    self.path = path
    self.pixelLimit = pixelLimit
    isRepeatable = FileStatus(path)?.kind == .file
    var header = try Self.open(path, role)
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
    bands = header.bands
    let isDeep = ![VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR].contains(header.bandFormat)
    format = PixelFormat(depth: isDeep ? .sixteen : .eight, hasAlpha: header.hasAlpha)
    orientation = Int(unsafe vips_image_get_orientation(header.image))
    let turned = orientation >= 5
    width = turned ? header.height : header.width
    height = turned ? header.width : header.height
    let embedded = header.profile.flatMap { bytes in ICCProfile(bytes).map { (bytes, $0) } }
    if let (bytes, icc) = embedded, header.isRGB, icc.isRGB, !icc.isSRGB {
      profile = bytes
      canKeepProfile = icc.hasUsualCurve
    } else {
      (profile, canKeepProfile) = (nil, true)
    }
  }

  private init(closing file: ImageFile) {
    (width, height) = (file.width, file.height)
    (profile, canKeepProfile) = (file.profile, file.canKeepProfile)
    (role, path, pixelLimit) = (file.role, file.path, file.pixelLimit)
    (format, bands, orientation) = (file.format, file.bands, file.orientation)
    isRepeatable = true
    header = nil
  }

  /// What is known of the file without having it open, unless it can be read only once.
  public func closed() -> ImageFile { isRepeatable ? ImageFile(closing: self) : self }

  /// The file, open, so that it can be decoded.
  ///
  /// - Throws: as when it was opened for the first time.
  public func reopened() throws(ImageFileError) -> ImageFile {
    header == nil ? try ImageFile(path: path, role: role, pixelLimit: pixelLimit) : self
  }

  private static func open(_ path: Path, _ role: String) throws(ImageFileError) -> Picture {
    try File.read(role, at: path) { file throws(ImageFileError) in
      func undecodable(_ detail: String) -> ImageFileError {
        .undecodable(role: role, path: path, detail: detail)
      }
      // libvips ends the process over a file without a byte. What cannot seek is read as it comes.
      let size = file.size
      guard size != 0 else { throw undecodable("The file is empty") }
      guard let source = unsafe vips_source_new_from_descriptor(file.descriptor) else {
        throw .file(FileError(.read, role, path, VipsLibrary.errorText()))
      }
      defer { unsafe g_object_unref(source) }
      // A few formats are read by name only: otherwise ImageMagick would read them, from memory.
      // libvips would take brackets at the end of a name for options, and a pipe is read only once.
      let byName =
        unsafe vips_foreign_find_load_source(source) == nil && size != nil
        && path.bytes.last != UInt8(ascii: "]") && isReadByName(path)
      guard let image = unsafe byName ? shim_load_file(path.cString) : shim_load(source) else {
        throw undecodable(VipsLibrary.errorText())
      }
      let picture = unsafe Picture(owning: image)
      if let format = unsafe nameOfUncheckedFormat(picture, source) {
        throw undecodable("\(format) is not read: its decoder takes half a file for a whole one")
      }
      return picture
    }
  }

  /// Whether a loader of libvips' own takes the file by name.
  private static func isReadByName(_ path: Path) -> Bool {
    let loader = unsafe vips_foreign_find_load(path.cString).map { unsafe String(cString: $0) }
    // What loaders said that do not take it is of no interest.
    vips_error_clear()
    return loader.map { !$0.hasPrefix("VipsForeignLoadMagick") } ?? false
  }

  /// The name of a picture's format, if its decoder shows black where a file is cut short.
  private static func nameOfUncheckedFormat(
    _ picture: Picture, _ source: UnsafeMutablePointer<VipsSource>
  ) -> String? {
    guard let loader = picture.loader else { return nil }
    if loader.hasPrefix("fitsload") { return "FITS" }
    guard loader.hasPrefix("magickload") else { return nil }
    let signatures: [(format: String, start: [UInt8])] = [
      ("SGI", [0x01, 0xDA]), ("VICAR", Array("LBLSIZE".utf8)),
      // Nor is it linear light to ImageMagick.
      ("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
    ]
    return signatures.first { _, signature in
      guard let start = unsafe vips_source_sniff(source, signature.count) else { return false }
      return unsafe UnsafeRawBufferPointer(start: start, count: signature.count)
        .elementsEqual(signature)
    }?.format
  }

  /// What a pixel takes while the picture is decoded, in bytes: it is turned upright in a copy.
  var bytesPerPixel: Int {
    (isDeep ? 2 : 1) * max(3, min(bands, 4)) * (orientation > 1 ? 2 : 1)
  }

  private var isDeep: Bool { format.depth == .sixteen }

  /// Decodes the whole picture: upright, RGB or RGBA, of 8 or 16 bits.
  ///
  /// - Parameter keepingProfile: whether colors stay in the file's own ``profile``; otherwise they
  ///   become sRGB.
  /// - Returns: the picture in memory.
  /// - Throws: `undecodable` if any part of it is missing or damaged.
  public func decode(keepingProfile: Bool = false) throws(ImageFileError) -> DecodedImage {
    do throws(VipsError) {
      return try DecodedImage(decoded(keepingProfile: keepingProfile), of: self)
    } catch {
      throw .undecodable(role: role, path: path, detail: error.detail)
    }
  }

  private func decoded(keepingProfile: Bool) throws(VipsError) -> Picture {
    let space = isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
    guard let header else {
      throw VipsError(detail: "the file is closed")
    }
    var picture = header
    let isCMYK = picture.interpretation == VIPS_INTERPRETATION_CMYK
    let converts = profile != nil ? !keepingProfile : picture.bands < 3 && picture.profile != nil
    if isCMYK || converts {
      picture = try picture.transformedToSRGB(
        fallback: isCMYK ? "cmyk" : "srgb", depth: isDeep ? 16 : 8)
    }
    picture = try picture.converted(to: space)
    if picture.bands > 4 { picture = try picture.extracting(0..<4) }
    picture = try picture.cast(to: isDeep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR).decoded()
    return orientation > 1 ? try picture.upright().decoded() : picture
  }
}
