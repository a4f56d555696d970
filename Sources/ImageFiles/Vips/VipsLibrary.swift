internal import CVips

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The state of libvips that belongs to the whole process.
public enum VipsLibrary {
  /// Starts libvips once. Every type of this module calls it before it does anything.
  ///
  /// The operation cache is off: each picture is decoded once, and nothing else repeats.
  static func start() throws(ImageFileError) {
    guard started else { throw ImageFileError(.library, detail: errorText()) }
  }

  private static let started: Bool = {
    guard unsafe vips_init("dotransition") == 0 else { return false }
    vips_cache_set_max(0)
    vips_concurrency_set(1)
    // Warnings of decoders come back as errors where they matter; stderr is the program's.
    unsafe g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, { _, _, _, _ in }, nil)
    // libvips lists what has not been freed when it shuts down, which takes time and needs a reason.
    if unsafe g_getenv("VIPS_LEAK") != nil { atexit { vips_shutdown() } }
    return true
  }()

  /// Sets how many threads of libvips work on one picture.
  public static func setThreadsPerImage(_ count: Int) {
    vips_concurrency_set(Int32(clamping: max(count, 1)))
  }

  /// The number of threads that the user allows (`VIPS_CONCURRENCY`), or the number of cores.
  public static let threads: Int = {
    let limit = unsafe g_getenv("VIPS_CONCURRENCY").flatMap { unsafe Int(String(cString: $0)) }
    if let limit, limit > 0 { return limit }
    return max(1, Int(g_get_num_processors()))
  }()

  /// The size in bytes above which a decoded picture goes to a temporary file: what the user says
  /// (`VIPS_DISC_THRESHOLD`), or half of the machine's memory.
  static let memoryLimit: UInt64 = {
    if unsafe g_getenv("VIPS_DISC_THRESHOLD") != nil { return UInt64(vips_get_disc_threshold()) }
    return UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) / 2
      * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
  }()

  /// The version of libvips, such as `8.14.1`.
  public static var version: String { unsafe String(cString: vips_version_string()) }

  /// What libvips last reported, on one line; taken from a buffer that all threads share, so it is
  /// detail and never decides anything.
  static func errorText() -> String {
    guard let buffer = unsafe vips_error_buffer_copy() else { return "" }
    defer { unsafe g_free(buffer) }
    let lines = unsafe String(cString: buffer).split(separator: "\n")
    return lines.first.map(String.init) ?? ""
  }
}
