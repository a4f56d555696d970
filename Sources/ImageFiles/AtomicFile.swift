#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Files that appear whole or not at all.
public enum AtomicFile {
  /// Lets no thread create a file any more: for a process that is about to remove its unfinished
  /// files and to end.
  public static func stopCreating() { Libc.creation.close() }

  /// Writes a file that must not exist yet; nothing is left of it after an error.
  ///
  /// - Throws: `uncreatable` or `unwritable`.
  public static func write(_ bytes: [UInt8], toNewFile path: Path) throws(ImageFileError) {
    try Libc.writeNewFile(path) { descriptor throws(ImageFileError) in
      try Libc.writeAll(bytes, to: descriptor)
    }
  }

  /// Gives a finished file its name, in place of any file of that name; removes it if that fails.
  ///
  /// - Throws: `unwritable`.
  public static func rename(_ temporary: Path, to path: Path) throws(ImageFileError) {
    guard Libc.move(temporary, to: path) == 0 else {
      let detail = Libc.errorText()
      unsafe unlink(temporary.cString)
      throw ImageFileError(.unwritable, detail: detail)
    }
  }
}
