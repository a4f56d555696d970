internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// Hidden files that become frames once they are whole, and that a signal removes.
final class Temporaries: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: Set<String> = []
  private var sources: [any DispatchSourceSignal] = []
  /// A name that no other file has, in the directory of a file.
  static func hiddenName(beside path: String) -> String {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    return Path.directory(of: path) + ".dotransition-" + token
  }

  /// Makes a file under a hidden name in its directory and gives it its name when it is whole.
  func write(
    to path: String, _ make: (String) throws(ImageFileError) -> Void
  ) throws(ImageFileError) {
    let temporary = Self.hiddenName(beside: path)
    lock.withLock { _ = paths.insert(temporary) }
    defer { lock.withLock { _ = paths.remove(temporary) } }
    try make(temporary)
    try AtomicFile.rename(temporary, to: path)
  }

  /// Writes a frame to a file that appears when it is whole.
  func write(_ frame: Frame, with writer: ImageWriter, to path: String, _ role: String)
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
    for (number, status) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
      // What whoever started the process has turned off, such as nohup, stays off.
      let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
      let previous = unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      if previous == ignored { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        // The lock is kept: no thread can begin or finish a file any more.
        lock.lock()
        AtomicFile.stopCreating()
        for path in paths { unsafe unlink(path) }
        Console.status(nil)
        Console.error("interrupted: \(report())")
        _exit(status)
      }
      source.resume()
      sources.append(source)
    }
  }
}
