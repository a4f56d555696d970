internal import TransitionLibC

/// This program, running once more in a process of its own: it has the streams of this one, and
/// reports to it by a pipe.
public struct OwnProcess: Sendable {
  /// The number under which the other process finds its end of the pipe.
  fileprivate static let descriptor: Int32 = 3

  private let process: pid_t
  let reports: Int32

  /// Starts it with some arguments.
  public init(_ arguments: [[UInt8]]) throws(FileError) {
    let program = Self.program
    guard let pipe = Pipe.open() else { throw FileError(.run, "the program", program) }
    var process: pid_t = 0
    let status = ChildProcess.spawn(
      program, [Array("dotransition".utf8)] + arguments, [(pipe.writing, Self.descriptor)],
      &process)
    close(pipe.writing)
    guard status == 0 else {
      close(pipe.reading)
      throw FileError(.run, "the program", program, code: status)
    }
    (self.process, reports) = (process, pipe.reading)
  }

  /// The file of this program, even if another has its name by now.
  private static var program: Path {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(name.count)
      guard unsafe _NSGetExecutablePath(&name, &size) == 0 else { return "dotransition" }
      return Path(bytes: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    #else
      return "/proc/self/exe"
    #endif
  }

  /// Reads what it has reported since; nothing once it has ended.
  public func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = File.uninterrupted { unsafe TransitionLibC.read(reports, &buffer, buffer.count) }
    return Array(buffer.prefix(max(0, count)))
  }

  /// Sends it a signal.
  public func send(_ signal: Int32) { TransitionLibC.kill(process, signal) }

  /// Ends it at once.
  public func kill() { send(SIGKILL) }

  /// Waits until it has ended; called once.
  ///
  /// - Returns: its status; 128 and more for signals.
  public func wait() -> Int32 {
    defer { close(reports) }
    return ChildProcess.exitStatus(of: process)
  }
}

/// The pipe by which this process reports to the one that has started it as an ``OwnProcess``.
public struct ReportPipe: Sendable {
  private let file: File

  /// Takes the pipe for itself: programs that this process starts do not get it. If its reader is
  /// killed, this process is told to end: nobody wants what it makes.
  ///
  /// - Returns: `nil` if there is none.
  public init?() {
    let inherited = File(descriptor: OwnProcess.descriptor, role: "report", path: "-")
    guard inherited.status?.kind == .stream, let file = try? inherited.duplicated() else {
      return nil
    }
    inherited.close()
    self.file = file
    let descriptor = file.descriptor
    _ = Threads.detach {
      if Poll.wait(for: [descriptor], atMost: nil) != nil { TransitionLibC.kill(getpid(), SIGTERM) }
    }
  }

  /// Sends some bytes; without a reader nothing becomes of them.
  public func send(_ bytes: [UInt8]) { _ = try? file.send(bytes) }
}
