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
}
