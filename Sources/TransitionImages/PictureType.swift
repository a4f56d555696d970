internal import Synchronization
public import TransitionSystem
internal import TransitionVips

/// A type of picture file that is read.
///
/// libvips reads many more, among them all that ImageMagick reads. Their loaders may take half a
/// file for a whole one, or guess what its colors are, so they are blocked unless the user asks for
/// them. Those of this table give what ImageMagick gives, which a test compares, or an error.
struct PictureType: Sendable {
  /// The name for people, or several.
  let name: String
  /// The class of libvips' loaders, without `VipsForeignLoad`. Those for files, buffers and sources
  /// have names that begin with it.
  let loader: String
  /// The extensions of file names, in lower case.
  let extensions: [String]
  /// The beginnings of files, where the loader also takes files of other types, or cannot look at
  /// a source itself.
  var signatures: [String] = []
  /// The part of a file that is checked because the loader ignores it.
  var header: (any (FormatHeader & SendableMetatype).Type)?
  /// Whether libvips holds the decoder fit for files from anywhere, and the header tells what
  /// memory it takes.
  var isSafe = true

  static let all = [
    PictureType(
      name: "JPEG", loader: "Jpeg", extensions: ["jpg", "jpeg", "jpe", "jfif"],
      header: JPEGSegments.self),
    PictureType(name: "PNG", loader: "Png", extensions: ["png"], header: PNGChunks.self),
    // The loader takes no file whose directory is missing because the file is cut.
    PictureType(
      name: "TIFF", loader: "Tiff", extensions: ["tif", "tiff"],
      signatures: ["II*\0", "MM\0*", "II+\0", "MM\0+"],
      header: TIFFTags.self),
    PictureType(name: "WebP", loader: "Webp", extensions: ["webp"], header: WebPChunks.self),
    PictureType(name: "GIF", loader: "Nsgif", extensions: ["gif"], header: GIFScreen.self),
    PictureType(
      name: "HEIC, AVIF", loader: "Heif", extensions: ["heic", "heif", "hif", "avif"],
      header: HEIFBoxes.self),
    PictureType(
      name: "SVG", loader: "Svg", extensions: ["svg"], header: SVGLinks.self,
      isSafe: false),
    PictureType(name: "PDF", loader: "Pdf", extensions: ["pdf"], isSafe: false),
    // libvips 8.14 shows black where P1 to P4 end too early, and PFM upside down.
    PictureType(
      name: "binary PGM and PPM", loader: "Ppm", extensions: ["pgm", "ppm", "pnm"],
      signatures: ["P5", "P6"], header: PortableMap.self, isSafe: false),
    PictureType(
      name: "JPEG XL", loader: "Jxl", extensions: ["jxl"], header: JPEGXLHeader.self,
      isSafe: false),
    PictureType(
      name: "JPEG 2000", loader: "Jp2k", extensions: ["jp2", "j2k", "j2c", "jpc", "jpx"],
      header: JPEG2000Header.self, isSafe: false),
    openEXR,
    PictureType(
      name: "Radiance", loader: "Rad", extensions: ["hdr"], header: RadianceHeader.self,
      isSafe: false),
    PictureType(
      name: "BMP", loader: "Magick", extensions: ["bmp", "dib"], signatures: ["BM"],
      isSafe: false),
  ]

  /// Whether a file that lacks a part in its middle is decoded with a warning only.
  var tellsDamageByWarnings: Bool { loader == "Jpeg" }

  private static let openEXR = PictureType(
    name: "OpenEXR", loader: "Openexr", extensions: ["exr"], signatures: ["v/1\u{1}"],
    header: OpenEXRHeader.self, isSafe: false)

  /// Those that are read.
  private static var read: [PictureType] { allowed == .safe ? all.filter(\.isSafe) : all }

  /// The names of the types that are read: `JPEG, PNG, …`.
  static var names: String { read.map(\.name).joined(separator: ", ") }

  /// The extensions of all types, in lower case.
  static let extensions = Set(all.flatMap(\.extensions))

  /// Returns the type of a file by its first bytes, with its header; `nil` if it is none of these.
  ///
  /// - Throws: `outOfMemory`.
  static func type(
    of source: PictureSource
  ) throws(ImageFileError) -> (type: PictureType, header: (any FormatHeader)?)? {
    func begins(_ type: PictureType) -> Bool {
      type.signatures.contains { source.starts(with: Array($0.utf8)) }
    }
    // To say whether a file is TIFF, libtiff takes all of its tags into memory, however many a
    // stranger has put there.
    let early = isBounded ? read.first(where: begins).map { ($0, source.header(of: $0)) } : nil
    if let early, early.1?.defect != nil { return early }
    let loader = try source.loader
    let type = read.first { type in
      // OpenEXR is loaded by the file's name, and BMP from a buffer, which nobody sees in a source.
      (loader?.hasPrefix("VipsForeignLoad" + type.loader) ?? !type.signatures.isEmpty)
        && (type.signatures.isEmpty || begins(type))
    }
    guard let type else { return nil }
    return early?.0.loader == type.loader ? early : (type, source.header(of: type))
  }

  /// Whether libvips loads files of the type by their name only.
  var isReadByName: Bool { loader == Self.openEXR.loader }

  /// Whether libvips can load a picture of the type as its bytes come.
  var isReadFromPipes: Bool { !isReadByName && !isReadByImageMagick }

  var isReadByImageMagick: Bool { loader == "Magick" }

  /// The types of files that may be read.
  enum Allowed: Int, AtomicRepresentable { case safe, listed, any }

  /// The most bytes of a file; `nil` if there is no limit. What is no picture in a file is not in
  /// its header: decoders may keep all of it in memory.
  static var mostBytes: Int? { isBounded ? 100_000_000 : nil }

  /// Whether work that is no pixel's has a bound, too: files are a stranger's.
  static var isBounded: Bool { allowed == .safe }

  private static let current = Atomic(Allowed.listed)

  static var allowed: Allowed { current.load(ordering: .relaxed) }

  /// Lets libvips' loaders read files of some types, and blocks all others.
  static func allow(_ types: Allowed) {
    current.store(types, ordering: .relaxed)
    unsafe vips_operation_block_set("VipsForeignLoad", types == .any ? 0 : 1)
    if types != .any {
      for type in read { for name in type.loaders { unsafe vips_operation_block_set(name, 0) } }
    }
    blockUntrusted()
  }

  /// Blocks those of the loaders of libvips' modules that may not be used. Others are left as they
  /// are: they may be at work.
  static func blockModules() {
    if allowed != .any {
      let loaders = Set(all.flatMap(\.loaders)).union(["VipsForeignLoadOpenslide"])
      for name in loaders.subtracting(read.flatMap(\.loaders)) {
        unsafe vips_operation_block_set(name, 1)
      }
    }
    blockUntrusted()
  }

  /// Blocks what libvips does not trust, if files are strangers', or the user has asked for it when
  /// libvips began.
  private static func blockUntrusted() {
    let isAsked = unsafe g_getenv("VIPS_BLOCK_UNTRUSTED") != nil
    if isBounded || isAsked { vips_block_untrusted_set(1) }
  }

  /// Whether libvips refuses to load it, as the user asked of it before the program began.
  var isBlocked: Bool { loaders.contains(where: Self.isBlocked) }

  /// Whether libvips refuses to load with one of its classes.
  static func isBlocked(_ loader: String) -> Bool { unsafe shim_is_blocked(loader) != 0 }

  /// The classes of its loaders: that of ImageMagick has two names, for its versions 6 and 7.
  private var loaders: [String] {
    (loader == "Magick" ? [loader, "Magick7"] : [loader]).map { "VipsForeignLoad" + $0 }
  }
}

extension ImageFile {
  /// The names of the types that are read: `JPEG, PNG, …`.
  public static var typeNames: String { PictureType.names }

  /// The most bytes of a file; `nil` if there is no limit.
  public static var mostBytes: Int64? { PictureType.mostBytes.map { Int64($0) } }

  /// Whether only those are read whose decoders are fit for strangers' files.
  public static var readsOnlySafeTypes: Bool { PictureType.allowed == .safe }

  /// Whether a file has the extension of a type that is read, in any case.
  public static func isNamedAsPicture(_ path: Path) -> Bool {
    path.fileExtension.map { PictureType.extensions.contains($0.lowercased()) } ?? false
  }
}
