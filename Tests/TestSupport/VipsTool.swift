internal import Foundation

/// The command line tool of libvips, which makes pictures of unusual kinds for the tests.
public enum VipsTool {
  /// Where it is; `nil` if it is not installed.
  public static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/vips" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What a test that needs it says when it is skipped.
  public static let advice = "needs the vips tool: Tests/run.sh installs it"

  /// Whether the installed libvips has an operation, such as `openexrload`.
  public static func has(_ operation: String) -> Bool {
    guard let path, let list = try? Subprocess(path, ["-l"], in: "/").outcome() else {
      return false
    }
    return list.output.contains("(\(operation))")
  }

  /// Something that libvips has refused.
  public struct Refusal: Error {
    /// What it said.
    public let message: String
  }

  /// Runs an operation in a folder: `["flip", "a.png", "b.png", "vertical"]`.
  public static func run(_ arguments: [String], in folder: TemporaryFolder) throws {
    let result = try Subprocess(path ?? "vips", arguments, in: folder.path).outcome()
    guard result.status == 0 else { throw Refusal(message: result.errors) }
  }
}
