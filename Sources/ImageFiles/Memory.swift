internal import CVips

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The memory that the process may still take.
///
/// Libraries that are refused a few bytes end the process. Work that could come to this is not begun.
public enum Memory {
  /// What libvips and the libraries below it need to begin, in bytes.
  static let ofLibraries = 64.0 * 1_048_576
  /// What a thread needs that makes frames, with the threads that libvips gives it, in bytes.
  static let ofThread = 32.0 * 1_048_576

  /// Tells whether there is enough memory to decode pictures and to make frames of them.
  ///
  /// - Parameters:
  ///   - pictures: the pictures to be decoded.
  ///   - frame: the size that they are brought to.
  ///   - type: the type of file that frames become; `nil` if they go to a stream.
  ///   - threads: how many frames are made at once.
  /// - Throws: `outOfMemory`.
  public static func check(
    _ pictures: [ImageFile], frame: (width: Int, height: Int), type: FileType?, threads: Int
  ) throws(ImageFileError) {
    let framePixels = Double(frame.width) * Double(frame.height)
    let decoded = pictures.reduce(0.0) { sum, picture in
      let scaled = (picture.width, picture.height) != frame
      let pixels = Double(picture.width) * Double(picture.height)
      return sum + Double(picture.bytesPerPixel)
        * (pixels + (scaled ? framePixels : 0))
    }
    let thread = framePixels * Double(type?.encoderBytesPerPixel ?? 0) + ofThread
    try check(decoded + Double(threads) * thread + ofLibraries)
  }

  /// Tells whether a number of bytes are left.
  static func check(_ count: Double) throws(ImageFileError) {
    // A range of addresses that nothing uses takes no memory, but the system grants it only within
    // the limits of the process.
    let protection = PROT_READ | PROT_WRITE
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    let size = Int(min(count, Double(Int.max / 2)))
    let range = unsafe mmap(nil, size, protection, flags, -1, 0)
    guard let range = unsafe range, unsafe range != MAP_FAILED else {
      throw ImageFileError(
        .outOfMemory,
        detail: "\(size >> 20) MB may be needed, more than ulimit -v or the system leaves")
    }
    unsafe munmap(range, size)
  }

  /// Lets threads share what they allocate from, where addresses are limited: otherwise each of them
  /// takes 128 MB of addresses for a moment, and another one is refused its few bytes.
  static func share() { shim_share_memory() }
}
