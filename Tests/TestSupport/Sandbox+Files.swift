internal import Foundation
internal import Synchronization
internal import Testing
internal import TransitionKit

extension Sandbox {
  /// What has been made once, by its name and the size of the pictures.
  private static let made = Mutex<[String: [String: Data]]>([:])

  /// Writes the files that bash makes of `a.png`, of `b.png` or of nothing, once for all tests.
  public func makeOnce(_ script: String) throws {
    try makeOnce(script) { sandbox in
      let run = try sandbox.shell(script)
      try #require(run.status == 0, "\(run.errors)")
    }
  }

  /// Writes the files that are made or changed in a sandbox with pictures of the same size, once
  /// for all tests.
  public func makeOnce(_ name: String, _ make: (Sandbox) throws -> Void) throws {
    let key = "\(a.width) \(a.height) \(name)"
    let files = try Self.made.withLock { made throws -> [String: Data] in
      if let files = made[key] { return files }
      let other = try Sandbox(width: a.width, height: a.height)
      let before = try other.files()
      try make(other)
      let files = try other.files().filter { before[$0.key] != $0.value }
      made[key] = files
      return files
    }
    for (name, bytes) in files {
      try makeFolder((name as NSString).deletingLastPathComponent)
      try write(bytes, to: name)
    }
  }

  /// All files in the folder and in its folders.
  private func files() throws -> [String: Data] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .reduce(into: [:]) { files, name in
        files[name] = FileManager.default.contents(atPath: folder.file(name))
      }
  }
}
