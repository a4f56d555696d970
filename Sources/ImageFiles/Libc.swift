#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The few calls of the C library that Swift cannot make directly or that need a retry.
enum Libc {
  /// Opens a file to read, closed on exec.
  static func open(_ path: String) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Glibc)
      unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Musl)
      unsafe Musl.open(path, O_RDONLY | O_CLOEXEC)
    #endif
  }

  /// Where every new file passes.
  static let creation = Gate()

  /// Creates a file that must not exist, hands it over to be written, and closes it; nothing is
  /// left of it after an error.
  ///
  /// - Throws: `uncreatable`, or what `write` throws.
  static func writeNewFile(
    _ path: String, _ write: (Int32) throws(ImageFileError) -> Void
  ) throws(ImageFileError) {
    let descriptor = create(path)
    guard descriptor >= 0 else {
      let full = [ENOSPC, EDQUOT].contains(errno)
      throw ImageFileError(full ? .unwritable : .uncreatable, detail: errorText())
    }
    do throws(ImageFileError) {
      defer { close(descriptor) }
      try write(descriptor)
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// Creates a file that must not exist, to write, closed on exec.
  private static func create(_ path: String) -> Int32 { creation.pass { createUngated(path) } }

  private static func createUngated(_ path: String) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    #if canImport(Darwin)
      return unsafe Darwin.open(path, flags, 0o666)
    #elseif canImport(Glibc)
      return unsafe Glibc.open(path, flags, 0o666)
    #elseif canImport(Musl)
      return unsafe Musl.open(path, flags, 0o666)
    #endif
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Throws: `unwritable`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ImageFileError) {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
        #if canImport(Darwin)
          return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        throw ImageFileError(.unwritable, detail: errorText())
      }
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
