public import Foundation

/// A program that runs beside the tests.
public struct Subprocess: Sendable {
  /// How it ended and what it said.
  public struct Outcome: Sendable {
    /// Its exit status; the negative number of the signal that ended it.
    public let status: Int
    /// What it wrote to stdout.
    public let data: Data
    public var output: String { String(decoding: data, as: UTF8.self) }
    /// What it wrote to stderr.
    public let errors: String
  }

  private let process: Process
  private let streams: TemporaryFolder

  /// Starts a program in a folder, with variables beside or instead of those of the tests. Its
  /// streams go to files, so that it never waits for a reader.
  public init(
    _ program: String, _ arguments: [String], in directory: String,
    environment: [String: String] = [:]
  ) throws {
    streams = try TemporaryFolder()
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.stream(streams.file("out"))
    process.standardError = try Self.stream(streams.file("err"))
    try process.run()
  }

  private static func stream(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Whether it has not ended.
  public var isRunning: Bool { process.isRunning }

  /// What it has written to stderr until now.
  public var errors: String {
    (try? String(contentsOfFile: streams.file("err"), encoding: .utf8)) ?? ""
  }

  /// Waits for the end.
  public func outcome() throws -> Outcome {
    process.waitUntilExit()
    let status = Int(process.terminationStatus)
    return Outcome(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      data: try Data(contentsOf: URL(fileURLWithPath: streams.file("out"))),
      errors: try String(contentsOfFile: streams.file("err"), encoding: .utf8))
  }
}
