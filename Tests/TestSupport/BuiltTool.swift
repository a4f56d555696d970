internal import Foundation

/// The tool: what a release build has made of this package, or what DOTRANSITION names.
public enum BuiltTool {
  /// Its path.
  public static let path =
    ProcessInfo.processInfo.environment["DOTRANSITION"]
    ?? Repository.root + "/.build/release/dotransition"

  /// The folder of the build that it is of, with other programs of this package.
  public static let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path

  /// A program that has not been built.
  public struct Missing: Error, CustomStringConvertible {
    let path: String
    public var description: String { "no \(path): build it first: swift build -c release" }
  }

  /// Throws unless there is the tool, or another program of its build.
  public static func check(_ path: String = path) throws {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
  }
}
