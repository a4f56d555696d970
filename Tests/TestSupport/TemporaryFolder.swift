internal import Foundation

/// A folder of its own for a test, removed with the object.
public final class TemporaryFolder: Sendable {
  /// Its path, without a slash at the end.
  public let path: String

  /// Makes a folder.
  public init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("dotransition-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// What is in the folder or in one of its folders, hidden files too but for the records of jobs,
  /// sorted.
  public func contents(of folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder))
      .filter { !($0.hasPrefix(".") && $0.hasSuffix(".dotransition")) }.sorted()
  }
}
