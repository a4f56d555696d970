internal import Synchronization
internal import TransitionSystem
internal import TransitionVips

/// The state of libvips that belongs to the whole process.
public enum VipsLibrary {
  /// Starts libvips once. Every type of this module calls it before it does anything.
  ///
  /// The operation cache is off: each picture is decoded once, and nothing else repeats.
  static func start() throws(ImageFileError) {
    if let failure { throw failure }
  }

  private static let failure: ImageFileError? = {
    do throws(ImageFileError) {
      // It would make libvips fail instead of wait; how many threads there are follows from how
      // many pictures are worked on.
      unsafe g_unsetenv("VIPS_MAX_THREADS")
      shim_set_up_memory()
      try MemoryBudget.checkLibraries()
      try ThreadBudget.checkLibraries()
    } catch {
      return error
    }
    // What decoders remark comes back as errors where it matters; stderr is the program's.
    unsafe g_log_set_default_handler(
      { domain, level, message, _ in
        guard shim_is_error(level) != 0 else {
          if let message = unsafe message { DecoderWarnings.hear(unsafe String(cString: message)) }
          return
        }
        unsafe g_log_default_handler(domain, level, message, nil)
      }, nil)
    guard VipsModules.beginWithout() else { return .library(errorText()) }
    PictureType.allow(.listed)
    vips_cache_set_max(0)
    vips_concurrency_set(1)
    return nil
  }()

  /// Lets files of any type be read that the installed libvips reads, as it reads them, for as long
  /// as the process runs. Some of its decoders take half a file for a whole one, or guess at
  /// colors, or are less safe than others.
  ///
  /// - Throws: `outOfMemory`, `tooFewThreads` or `library` if libvips cannot begin.
  public static func allowAnyType() throws(ImageFileError) {
    try start()
    try VipsModules.load()
    PictureType.allow(.any)
  }

  /// Reads no files but those of types whose decoders are fit for strangers' files, for as long as
  /// the process runs.
  ///
  /// - Throws: `outOfMemory`, `tooFewThreads` or `library` if libvips cannot begin.
  public static func allowOnlySafeTypes() throws(ImageFileError) {
    try start()
    PictureType.allow(.safe)
  }

  /// Ends libvips if the user wants to know what has not been given back (`VIPS_LEAK`), which it
  /// tells on stderr then. Nothing can be read or written afterwards.
  public static func reportLeaks() {
    if unsafe g_getenv("VIPS_LEAK") != nil, failure == nil { vips_shutdown() }
  }

  /// How many threads work on one picture.
  public static var threadsPerImage: Int {
    get { max(Int(vips_concurrency_get()), 1) }
    set { vips_concurrency_set(Int32(clamping: max(newValue, 1))) }
  }

  /// The number of threads that the user allows (`VIPS_CONCURRENCY`), or that of the processors
  /// that the process may use.
  public static let threads: Int = {
    let limit = unsafe g_getenv("VIPS_CONCURRENCY").flatMap { unsafe Int(String(cString: $0)) }
    // libvips takes no more.
    if let limit, limit > 0 { return min(limit, 1024) }
    return Processors.count
  }()

  /// The size in bytes above which a decoded picture goes to a temporary file: what the user says
  /// (`VIPS_DISC_THRESHOLD`), or half of the machine's memory.
  static let memoryLimit: UInt64 = {
    if unsafe g_getenv("VIPS_DISC_THRESHOLD") != nil { return UInt64(vips_get_disc_threshold()) }
    return Memory.size / 2
  }()

  /// The version of libvips, such as `8.14.1`.
  public static var version: String { unsafe String(cString: vips_version_string()) }

  private static let systemPrefix = "unix error: "

  private static let refusal = Atomic(false)

  /// Whether the system has refused libvips a thread, as when other programs have taken those that
  /// ``ThreadBudget`` found. What failed since then may have failed for that.
  public static var lacksThreads: Bool { refusal.load(ordering: .relaxed) }

  /// The last report of libvips, on one line; taken from a buffer that all threads share, so it is
  /// detail and decides nothing but whether ``lacksThreads``.
  static func errorText() -> String {
    guard let buffer = unsafe vips_error_buffer_copy() else { return "" }
    defer { unsafe g_free(buffer) }
    let text = unsafe String(cString: buffer)
    if text.contains("rror creating thread") { refusal.store(true, ordering: .relaxed) }
    let lines = text.split(separator: "\n")
    guard let first = lines.first else { return "" }
    // What the system says, such as that the disk is full, is a line of its own.
    guard lines.count > 1, lines[1].hasPrefix(systemPrefix) else { return String(first) }
    return "\(first): \(lines[1].dropFirst(systemPrefix.count))"
  }
}
