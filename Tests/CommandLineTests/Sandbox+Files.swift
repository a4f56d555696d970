import Foundation
import Synchronization
import TestSupport
import Testing
import TransitionKit

extension Sandbox {
  /// The files that scripts have made, by their names.
  private static let made = Mutex<[String: [String: Data]]>([:])

  /// Writes the files that bash makes of `a.png`, of `b.png` or of nothing, once for all tests.
  func makeOnce(_ script: String) throws {
    let key = "\(a.width) \(a.height) \(script)"
    let files = try Self.made.withLock { made throws -> [String: Data] in
      if let files = made[key] { return files }
      let other = try Sandbox(width: a.width, height: a.height)
      let run = try other.shell(script)
      try #require(run.status == 0, "\(run.errors)")
      let files = try other.files()
      made[key] = files
      return files
    }
    for (name, bytes) in files {
      try makeFolder((name as NSString).deletingLastPathComponent)
      try write(bytes, to: name)
    }
  }

  /// All files in the folder and in its folders, but for the two pictures.
  private func files() throws -> [String: Data] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .reduce(into: [:]) { files, name in
        let bytes = FileManager.default.contents(atPath: folder.file(name))
        if !["a.png", "b.png"].contains(name) { files[name] = bytes }
      }
  }
}
