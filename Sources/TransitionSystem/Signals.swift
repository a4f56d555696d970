internal import TransitionLibC

/// Signals that ask the process to end, heard on a thread that may do more than a handler may.
public enum Signals {
  /// The pipe to which the handler writes the number of a signal.
  nonisolated(unsafe) private static var pipe: Int32 = -1

  /// Signals that people and systems send to end a process.
  public static let (interrupt, terminate, hangUp) = (SIGINT, SIGTERM, SIGHUP)
  /// The one by which this program ends an ``OwnProcess`` whose work nobody wants any more.
  public static let outdated = SIGUSR1

  /// The signals that end a process that does not hear them: people and systems send the first
  /// ones, batch systems and timers the others.
  private static let ending = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF,
  ]

  /// Calls a function on another thread when the process is interrupted or told to end. Where there
  /// is no other thread, the signals end the process at once; those that whoever started it has
  /// turned off, as nohup does, stay off.
  public static func awaitEnd(_ body: @escaping @Sendable (Int32) -> Void) {
    guard let (reading, writing) = Pipe.open() else { return }
    let isHeard = Threads.detach {
      var number: UInt8 = 0
      while unsafe read(reading, &number, 1) != 1 {}
      body(Int32(number))
    }
    guard isHeard else {
      for end in [reading, writing] { close(end) }
      return
    }
    hear(by: writing)
  }

  /// Hears the same signals from now on.
  ///
  /// - Returns: a pipe to read their numbers from; `nil` if the system has none.
  static func listen() -> Int32? {
    guard let (reading, writing) = Pipe.open() else { return nil }
    hear(by: writing)
    return reading
  }

  private static func hear(by writing: Int32) {
    unsafe pipe = writing
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in ending {
      // Setting SIG_IGN to learn the old handler could lose a signal.
      let previous = signal(number) { number in
        let error = errno
        var number = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(Signals.pipe, &number, 1)
        errno = error
      }
      let (before, ignored) = unsafe (
        unsafeBitCast(previous, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self)
      )
      if before == ignored {
        signal(number, SIG_IGN)
      } else {
        unsafe sigaddset(&set, number)
      }
    }
    // Programs that start others from a thread may pass on that it hears no signals.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
