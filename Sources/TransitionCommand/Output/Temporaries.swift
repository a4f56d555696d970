internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// Hidden files that become frames once they are whole, and that a signal removes.
final class Temporaries: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: Set<Path> = []

  /// A name that no other file has, in the directory of a file.
  static func hiddenName(beside path: Path) -> Path {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    return path.directory + Path(".dotransition-" + token)
  }

  /// Makes a file under a hidden name in its directory and gives it its name when it is whole.
  func write(
    to path: Path, _ make: (Path) throws(ImageFileError) -> Void
  ) throws(ImageFileError) {
    let temporary = Self.hiddenName(beside: path)
    lock.withLock { _ = paths.insert(temporary) }
    defer { lock.withLock { _ = paths.remove(temporary) } }
    try make(temporary)
    try AtomicFile.rename(temporary, to: path)
  }

  /// Writes a frame to a file that appears when it is whole.
  func write(_ frame: Frame, with writer: ImageWriter, to path: Path, _ role: String)
    throws(Failure)
  {
    do {
      try write(to: path) { temporary throws(ImageFileError) in
        try writer.write(frame, toNewFile: temporary)
      }
    } catch { throw Failure(error, path: path, role: role) }
  }

  /// Removes unfinished files and ends the process when it is interrupted or told to end, with
  /// `report` for how far it came.
  func cleanUpOnSignals(report: @escaping @Sendable () -> String) {
    Signals.await([SIGINT, SIGTERM, SIGHUP]) { [self] number in
      // The lock is kept: no thread can begin or finish a file any more.
      lock.lock()
      AtomicFile.stopCreating()
      for path in paths { unsafe unlink(path.cString) }
      Console.status(nil)
      Console.error("interrupted: \(report())")
      _exit(128 + number)
    }
  }
}
