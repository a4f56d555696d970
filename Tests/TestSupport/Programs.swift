internal import Foundation

/// Programs that the tests use where they are installed.
public enum Programs {
  /// Whether the shell finds a program.
  public static func have(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Whether a process may mount file systems of its own.
  static let mayMount: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let mount = ["-rm", "/bin/sh", "-c", "mkdir d && mount -t tmpfs none d"]
    return (try? Subprocess("/usr/bin/unshare", mount, in: folder.path).outcome())?.status == 0
  }()

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
