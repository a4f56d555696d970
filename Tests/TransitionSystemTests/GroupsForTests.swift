import Foundation
import TestSupport

@testable import TransitionSystem

/// Control groups as the system shows them, in a folder of a test.
final class GroupsForTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file; the groups' folders are in `sys`.
  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: folder.file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The path of a file.
  func path(_ name: String) -> Path { Path(folder.file(name)) }

  /// The groups of a process that is in those of a list.
  func listed(_ list: String) throws -> ControlGroups {
    try write(list, to: "cgroup")
    return ControlGroups(list: Path(folder.file("cgroup")), root: Path(folder.file("sys")))
  }
}
