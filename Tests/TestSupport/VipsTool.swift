internal import Foundation

/// The command line tool of libvips, which makes pictures of unusual kinds for the tests.
public enum VipsTool {
  /// Where it is; `nil` if it is not installed.
  public static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/vips" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What a test that needs it says when it is skipped.
  public static let advice = "needs the vips tool: Tests/run.sh installs it"

  /// Whether the installed libvips has an operation, such as `openexrload`.
  public static func has(_ operation: String) -> Bool { operations.contains("(\(operation))") }

  private static let operations =
    path.flatMap { try? Subprocess($0, ["-l"], in: "/").outcome().output } ?? ""

  /// Runs an operation in a folder: `["flip", "a.png", "b.png", "vertical"]`.
  public static func run(_ arguments: [String], in folder: TemporaryFolder) throws {
    try Programs.run(path ?? "vips", arguments, in: folder)
  }
}
