internal import Foundation

/// The executable that the build has put next to the tests.
public enum BuiltTool {
  /// Its path.
  public static let path: String = {
    let bundle = CommandLine.arguments.lazy.compactMap { argument in
      argument.range(of: ".xctest").map { String(argument[..<$0.upperBound]) }
    }.first
    let tests = bundle ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/dotransition"
  }()

  /// Starts it in a folder.
  public static func start(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Subprocess {
    try Subprocess(path, arguments, in: folder.path, environment: environment)
  }

  /// Runs it in a folder, to its end.
  public static func run(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try start(arguments, in: folder, environment: environment).outcome()
  }
}
