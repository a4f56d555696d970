#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The few calls of the C library that Swift cannot make directly or that need a retry, under names
/// that the C library has not.
enum Libc {
  /// Opens a file to read, closed on exec.
  static func openToRead(_ path: Path) -> Int32 {
    unsafe open(path.cString, O_RDONLY | O_CLOEXEC)
  }

  /// Where every new file passes.
  static let creation = Gate()

  /// Creates a file that must not exist, hands it over to be written, and closes it; nothing is
  /// left of it after an error.
  ///
  /// - Throws: `uncreatable`, or what `write` throws.
  static func writeNewFile(
    _ path: Path, _ write: (Int32) throws(ImageFileError) -> Void
  ) throws(ImageFileError) {
    let descriptor = create(path)
    guard descriptor >= 0 else {
      let full = [ENOSPC, EDQUOT].contains(errno)
      throw ImageFileError(full ? .unwritable : .uncreatable, detail: errorText())
    }
    do throws(ImageFileError) {
      try write(descriptor)
    } catch {
      close(descriptor)
      unsafe unlink(path.cString)
      throw error
    }
    // Where a disk is another machine's, this is when it says that it is full.
    guard close(descriptor) == 0 else {
      let detail = errorText()
      unsafe unlink(path.cString)
      throw ImageFileError(.unwritable, detail: detail)
    }
  }

  /// Creates a file that must not exist, to write, closed on exec.
  private static func create(_ path: Path) -> Int32 {
    creation.pass { unsafe open(path.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
  }

  /// Gives a file another name, in place of any file of that name.
  static func move(_ path: Path, to newPath: Path) -> Int32 {
    unsafe rename(path.cString, newPath.cString)
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Throws: `unwritable`.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(ImageFileError) {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(ImageFileError) in
      try unsafe writeAll(bytes, to: descriptor)
    }
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Throws: `unwritable`.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(ImageFileError)
  {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let count = try uninterrupted {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: rest)
        return unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      unsafe rest = rest.dropFirst(Int(count))
    }
  }

  /// Reads what one call gives.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  /// - Throws: `unwritable`: only files that are being written are read in this way.
  static func readSome(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) throws(ImageFileError) -> Int64 {
    try uninterrupted { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Goes to another place in a file that is being written.
  ///
  /// - Parameters:
  ///   - descriptor: the open file.
  ///   - offset: the number of bytes between `origin` and the place.
  ///   - origin: `SEEK_SET`, `SEEK_CUR` or `SEEK_END`.
  /// - Returns: the number of bytes before the place.
  /// - Throws: `unwritable`.
  static func seek(
    _ descriptor: Int32, by offset: Int64, from origin: Int32
  ) throws(ImageFileError) -> Int64 {
    try uninterrupted { Int(lseek(descriptor, off_t(offset), origin)) }
  }

  /// Calls the system until no signal interrupts it.
  ///
  /// - Throws: `unwritable`.
  private static func uninterrupted(_ call: () -> Int) throws(ImageFileError) -> Int64 {
    while true {
      let result = call()
      if result >= 0 { return Int64(result) }
      guard errno == EINTR else { throw ImageFileError(.unwritable, detail: errorText()) }
    }
  }

  /// The machine's memory in bytes.
  static var memorySize: UInt64 {
    UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
  }

  /// What the last failed call reported: `No such file or directory`.
  static func errorText() -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
  }
}
