internal import TransitionKit
internal import TransitionSystem

/// The memory that the work on pictures may take.
///
/// Libraries that are refused a few bytes end the process. Work that could come to this is not
/// begun.
public enum MemoryBudget {
  /// The bytes that libvips and the libraries below it need to begin.
  private static let ofLibraries = 64.0 * 1_048_576
  /// The bytes that libvips' modules need, and some for what they read first.
  private static let ofModules = 96.0 * 1_048_576
  /// The bytes that a thread needs to make frames, with the threads that libvips gives it.
  private static let ofThread = 32.0 * 1_048_576

  /// The size of a reduced picture, of one and a half pixels for each of a frame on both axes and
  /// twice as many bytes a sample.
  private static let ofReduced = 1.5 * 1.5 * 2

  /// The memory of a picture's levels, as a share of the picture's.
  private static let ofLevels = 1.0 / 3

  /// Tells whether there is enough memory to decode pictures and to make frames of them.
  ///
  /// - Parameters:
  ///   - pictures: the pictures that are decoded at once.
  ///   - inMotion: those of them that move: a smaller one is made of each, and each thread draws
  ///     frames of two.
  ///   - perFrame: the pictures that each thread decodes for a frame.
  ///   - bytesPerThread: the bytes of what else each thread has for a frame, such as frames of
  ///     films.
  ///   - areLeveled: whether transitions read levels of what is brought to the frame.
  ///   - colors: the number of pictures that are colors, of the size and depth of frames.
  ///   - overlays: the bytes of what lies over frames.
  ///   - frame: the size that they are brought to.
  ///   - bytesPerPixel: the bytes that a frame takes while it is packed or encoded.
  ///   - threads: how many frames are made at once.
  /// - Throws: `outOfMemory`; `file` if pictures need a temporary file that cannot be made.
  public static func check(
    _ pictures: [ImageFile], inMotion: [ImageFile] = [], perFrame: [ImageFile] = [],
    bytesPerThread: Int = 0, areLeveled: Bool = false, colors: Int = 0, overlays: Int = 0,
    frame: (width: Int, height: Int), bytesPerPixel: Int,
    threads: Int
  ) throws(ImageFileError) {
    let framePixels = Double(frame.width) * Double(frame.height)
    let levels = areLeveled ? Self.ofLevels : 0
    func bytes(_ picture: ImageFile) -> [Double] {
      let scaled = (picture.width, picture.height) != frame
      let pixels = Double(picture.width) * Double(picture.height)
      return [pixels, scaled ? framePixels : 0, levels * framePixels].map {
        Double(picture.bytesPerPixel) * $0
      }
    }
    let (decoded, perThread) = (pictures.flatMap(bytes), perFrame.flatMap(bytes))
    let onDisk = (decoded + perThread.flatMap { Array(repeating: $0, count: threads) }).filter {
      $0 > Double(VipsLibrary.memoryLimit)
    }
    if !onDisk.isEmpty {
      try ImageFileError.from(file: TemporaryFiles.check(for: onDisk.reduce(0, +)))
    }
    let reduced = inMotion.reduce(0) { $0 + ofReduced * Double($1.bytesPerPixel) * framePixels }
    let moved = inMotion.prefix(2).reduce(0) {
      $0 + (1 + levels) * Double($1.bytesPerPixel) * framePixels
    }
    let thread =
      framePixels * Double(bytesPerPixel) + ofThread + moved + perThread.reduce(0, +)
      + (1 + levels) * Double(bytesPerThread)
    let filled = Double(colors * PixelFormat(depth: .sixteen, hasAlpha: true).bytesPerPixel)
    try check(
      decoded.reduce(0, +) + reduced + (1 + levels) * filled * framePixels + Double(threads)
        * thread + Double(overlays) + ofLibraries
    )
  }

  /// Tells, once a picture could not be decoded or scaled, whether it may have lacked memory:
  /// decoders that keep all of a picture take up to 24 bytes a pixel.
  static func check(
    after error: VipsError, width: Int, height: Int
  ) throws(ImageFileError) {
    let bytes = 24 * Double(width) * Double(height)
    if error.detail.lowercased().contains("out of memory") {
      throw .outOfMemory(megabytes: Int(bytes) >> 20)
    }
    try check(bytes)
  }

  /// Tells whether colors can be converted by a profile of a number of bytes. Little CMS keeps
  /// several copies of its tables; where it lacks memory, it converts by less exact ones, or none.
  static func check(profile bytes: Int) throws(ImageFileError) {
    let least = 1 << 20
    if bytes > least { try check(20 * Double(bytes)) }
  }

  /// Tells whether libvips can begin.
  static func checkLibraries() throws(ImageFileError) { try check(ofLibraries) }

  /// Tells whether libvips' modules can be loaded.
  static func checkModules() throws(ImageFileError) { try check(ofModules) }

  /// Tells whether ImageMagick can read a file of a number of bytes: it decodes all of it at once,
  /// and ends the process where it lacks memory.
  static func check(imageMagick bytes: Int64) throws(ImageFileError) {
    try check(8 * Double(bytes) + ofThread)
  }

  private static func check(_ bytes: Double) throws(ImageFileError) {
    let count = Int(min(bytes, Double(Int.max / 2)))
    guard Memory.allows(count) else { throw .outOfMemory(megabytes: count >> 20) }
  }
}
