internal import Foundation

/// Programs that the tests use where they are installed.
public enum Programs {
  /// Whether the shell finds programs of some names.
  public static func have(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  /// Something that a program has refused.
  public struct Refusal: Error {
    /// What it said.
    public let message: String
  }

  /// Runs a program in a folder.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: what follows its name.
  ///   - folder: where it runs.
  /// - Throws: `Refusal` if its status is not 0.
  static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws {
    let result = try Subprocess(program, arguments, in: folder.path).outcome()
    guard result.status == 0 else { throw Refusal(message: result.errors) }
  }
}
