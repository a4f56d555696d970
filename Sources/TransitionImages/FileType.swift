internal import TransitionSystem
internal import TransitionVips

/// A type of picture file that can be written, known by its extension.
public struct FileType: Sendable, Hashable {
  /// The end of file names of this type, with the period: `.tiff`.
  public let suffix: String

  /// Uniform type identifiers and the extension that each stands for.
  static let identifiers = [
    "public.tiff": "tiff", "public.png": "png", "public.jpeg": "jpg",
    "org.webmproject.webp": "webp",
  ]

  /// The types that libvips may be able to write and that people ask for, for suggestions.
  public static var suggestions: [String] {
    identifiers.keys.sorted() + ["tiff", "tif", "png", "jpeg", "jpg", "webp", "ppm"]
  }

  /// Extensions of what libvips writes that is not a picture to anyone else: tables, tiles, memory.
  private static let others: Set = ["csv", "dz", "mat", "raw", "szi", "v", "vips"]

  /// Finds a type.
  ///
  /// - Parameter name: a uniform type identifier or an extension, with or without a period.
  /// - Throws: `unknownType` if the installed libvips writes no such files; `outOfMemory` or
  ///   `library` if it cannot begin.
  public init(_ name: String) throws(ImageFileError) {
    try VipsLibrary.start()
    let name = name.lowercased()
    let ending = Self.identifiers[name] ?? (name.hasPrefix(".") ? String(name.dropFirst()) : name)
    guard !ending.isEmpty, ending.allSatisfy({ $0.isLetter || $0.isNumber }),
      !Self.others.contains(ending), try VipsModules.found({ Self.saver(of: ending) }) != nil
    else {
      _ = VipsLibrary.errorText()
      throw .unknownType(name)
    }
    suffix = "." + ending
  }

  /// The class of libvips that saves files with an extension, of those that are there now.
  private static func saver(of ending: String) -> String? {
    unsafe vips_foreign_find_save_target("." + ending).map { unsafe String(cString: $0) }
  }

  /// Whether the type loses detail and has a quality.
  public var isLossy: Bool {
    isJPEG || isJPEG2000 || isHEIF || [".webp", ".jxl"].contains(suffix)
  }

  /// The least quality that its encoder has: libjxl takes no distance beyond that of 5, and libvips
  /// leaves it as it was.
  var leastQuality: Int { suffix == ".jxl" ? 5 : 0 }

  private var isJPEG2000: Bool { [".jp2", ".j2k", ".jpt", ".j2c", ".jpc"].contains(suffix) }

  var isHEIF: Bool { [".heic", ".heif", ".avif"].contains(suffix) }

  var isJPEG: Bool { [".jpg", ".jpeg", ".jpe", ".jfif"].contains(suffix) }

  /// Whether the type is one of the portable pixmaps of Netpbm.
  var isPortablePixmap: Bool { [".ppm", ".pgm", ".pbm", ".pnm", ".pfm"].contains(suffix) }

  /// Whether samples are numbers of floating point.
  var isFloatingPoint: Bool { suffix == ".pfm" }

  /// Whether files are written once they are encoded: on a full disk, libvips' JPEG 2000 encoder
  /// tries to write forever, and what libheif makes has to be looked at.
  var isEncodedInMemory: Bool { isJPEG2000 || isHEIF }

  /// The threads that the encoder of a frame may take of its own. Without them it waits forever, or
  /// makes no picture.
  public var encoderThreads: Int { isHEIF ? Processors.count + 6 : 0 }

  /// The memory that libvips' encoder takes for a pixel beyond some rows of the frame, in bytes:
  /// measured as the least `ulimit -v` under which frames are written, and rounded up.
  public var encoderBytesPerPixel: Int {
    switch suffix {
    case ".jxl": 100
    case _ where isHEIF: 40
    case ".gif": 24
    case ".webp": 8
    default: isEncodedInMemory ? 8 : 0
    }
  }

  /// The greatest width and height of a picture; `nil` if there is none that matters.
  ///
  /// Files beyond the limit of HEIF are written without an error, and cannot be read.
  public var longestSide: Int? {
    switch suffix {
    case _ where isJPEG: 65_500
    case ".gif": 65_535
    case ".webp": 16_383
    case _ where isHEIF: 16_384
    default: nil
    }
  }

  /// Whether files of this type hold colors, and not only black and white, or what is between them.
  public var holdsColor: Bool { suffix != ".pgm" && !isBlackAndWhite }

  /// Whether files of this type hold only black and white.
  public var isBlackAndWhite: Bool { suffix == ".pbm" }

  /// Whether files of this type can hold an ICC profile, and libvips writes it.
  public var holdsProfile: Bool {
    isJPEG || isHEIF || [".png", ".tif", ".tiff", ".webp", ".jxl"].contains(suffix)
  }

  /// The same, of files that are written with options of libvips' encoder: without a profile of the
  /// frames' own, or with another one.
  public func holdsProfile(with saveOptions: String) -> Bool {
    holdsProfile && !SaverOptions.replacesProfile(saveOptions)
  }

  /// Whether files of this type can hold samples of more than 8 bits.
  public var holdsDepth: Bool { !isJPEG && ![".webp", ".gif", ".pbm"].contains(suffix) }

  /// Whether files of this type can hold an alpha channel.
  public var holdsAlpha: Bool {
    !isPortablePixmap && !isJPEG && suffix != ".hdr"
  }

  /// The same, of files that are written with options of libvips' encoder: JPEG within a TIFF file
  /// has none.
  public func holdsAlpha(with saveOptions: String) -> Bool {
    holdsAlpha && !isTIFF(of: ["jpeg"], saveOptions)
  }

  /// Whether files of this type can hold what is neither transparent nor opaque.
  public var holdsPartialAlpha: Bool { holdsAlpha && suffix != ".gif" }

  /// Whether files that are written with options can hold samples of more than 8 bits: JPEG and
  /// WebP within a TIFF file cannot.
  func holdsDepth(with saveOptions: String) -> Bool {
    holdsDepth && !isTIFF(of: ["jpeg", "webp"], saveOptions)
  }

  /// Whether files are TIFF with compressions that options name.
  private func isTIFF(of compressions: [String], _ saveOptions: String) -> Bool {
    let words = saveOptions.filter { !"[] ".contains($0) }.split(separator: ",")
    return [".tif", ".tiff"].contains(suffix)
      && compressions.contains { words.contains(Substring("compression=\($0)")) }
  }
}
