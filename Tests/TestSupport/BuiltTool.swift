internal import Foundation

/// The tool as it is released: what a release build has made of this package, or what DOTRANSITION
/// names.
public enum BuiltTool {
  /// The folder of the release build.
  public static let folder = Repository.root + "/.build/release"

  public static let path =
    ProcessInfo.processInfo.environment["DOTRANSITION"] ?? folder + "/dotransition"

  /// There is no tool to test.
  public struct Missing: Error, CustomStringConvertible {
    public let description = "no \(path): build it first: swift build -c release"
  }

  /// Throws unless there is a tool.
  public static func check() throws {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing() }
  }
}
