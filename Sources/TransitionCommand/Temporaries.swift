internal import Foundation
internal import ImageFiles

/// Hidden files that become frames once they are whole, and that a signal removes.
final class Temporaries: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: Set<String> = []
  private var sources: [any DispatchSourceSignal] = []
  private let report: @Sendable () -> String

  /// - Parameter report: says, when a signal ends the process, how far it came.
  init(report: @escaping @Sendable () -> String) { self.report = report }

  /// Makes a file under a hidden name in its directory and gives it its name when it is whole.
  func write(
    to path: String, _ make: (String) throws(ImageFileError) -> Void
  ) throws(ImageFileError) {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = Path.directory(of: path) + ".dotransition-" + token
    lock.withLock { _ = paths.insert(temporary) }
    defer { lock.withLock { _ = paths.remove(temporary) } }
    try make(temporary)
    try AtomicFile.rename(temporary, to: path)
  }

  /// Removes unfinished files and ends the process when it is interrupted or told to end.
  func cleanUpOnSignals() {
    for (number, status) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        // The lock is kept: no thread can begin or finish a file any more.
        lock.lock()
        AtomicFile.stopCreating()
        for path in paths { unsafe unlink(path) }
        Console.error("interrupted: \(report())")
        _exit(status)
      }
      source.resume()
      sources.append(source)
    }
  }
}
