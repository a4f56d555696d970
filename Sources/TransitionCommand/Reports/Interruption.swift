internal import TransitionLocks
internal import TransitionSystem

/// Ends the process when a signal asks: without unfinished files, and with a line of its progress.
enum Interruption {
  /// Returns the line.
  private static let line = Monitor<@Sendable () -> String> { "interrupted before the first frame" }

  private static let listening: Void = Signals.awaitEnd { number in
    ChildProcess.endAll {
      AtomicFile.abandonAll {
        let status = 128 + number
        let end = { @Sendable (status: Int32) -> Never in ProcessSetup.end(status: status) }
        // A terminal or a reader of stderr that stalls may hold up the words, not the end.
        // Who watches knows why a round ends.
        let words = { @Sendable in WatchRound.isRunning ? "" : line.withLock(\.self)() }
        if Threads.detach({ Console.lastWords(words(), status: status, end) }) {
          Threads.sleep(.seconds(1))
        }
        end(status)
      }
    }
  }

  /// Listens from now on. Its thread may take as much memory as a small run, so that runs which
  /// may lack some begin without it.
  static func listen() { _ = listening }

  /// Takes the line from a function, which is called on another thread.
  static func describe(by line: @escaping @Sendable () -> String) {
    self.line.withLock { $0 = line }
  }
}
