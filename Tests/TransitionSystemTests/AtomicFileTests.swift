import Foundation
import TestSupport
import Testing

@testable import TransitionSystem

@Suite struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> Path { Path(folder.file(name)) }

  private func text(_ name: String) throws -> String {
    try File.read("file", at: path(name)) { file throws(FileError) in
      String(decoding: try file.readAll(), as: UTF8.self)
    }
  }

  private func write(_ text: String, to name: String) throws(FileError) {
    try AtomicFile.write("file", to: path(name)) { file throws(FileError) in
      try file.write(Array(text.utf8))
    }
  }

  @Test func `appears whole in place of another`() throws {
    try write("old", to: "a")
    try AtomicFile.write("file", to: path("a")) { file throws(FileError) in
      try file.write(Array("ne".utf8))
      let (isSeen, name) = ((try? text("a")) == "ne", try? folder.contents().first)
      #expect(!isSeen && name?.hasPrefix(".dotransition-") == true)
      try file.write(Array("w".utf8))
    }
    #expect(try text("a") == "new")
    #expect(try folder.contents() == ["a"])
  }

  @Test func `files of one size that are written at once are different versions`() throws {
    var versions: Set<FileVersion> = []
    for index in 0..<200 {
      try AtomicFile.write("file", to: path("a"), noting: { _ = versions.insert($0) }) {
        file throws(FileError) in try file.write([UInt8(index)])
      }
      // What is noted is what the file has under its name.
      #expect(FileStatus(path("a")).map { versions.contains($0.version) } == true)
    }
    #expect(versions.count == 200)
  }

  @Test func `nothing is left after an error`() throws {
    try write("old", to: "a")
    let refusal = FileError(.write, "file", path("a"), "no")
    for name in ["a", "b"] {
      #expect(throws: refusal) {
        try AtomicFile.write("file", to: path(name)) { file throws(FileError) in
          try file.write(Array("half".utf8))
          throw refusal
        }
      }
      #expect(throws: refusal) {
        try AtomicFile.make("file", at: path(name)) { _ throws(FileError) in throw refusal }
      }
    }
    #expect(try text("a") == "old")
    #expect(try folder.contents() == ["a"])
  }

  @Test func `a name that is taken by a folder is an error`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("a/b"), withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) { try write("new", to: "a") }
    #expect(error == FileError(.write, "file", path("a"), code: EISDIR))
    #expect(try folder.contents() == ["a"])
  }

  @Test func `a folder that is not there is an error`() {
    let error = #expect(throws: FileError.self) { try write("new", to: "no/a") }
    #expect(error == FileError(.create, "file", path("no/a"), code: ENOENT))
  }

  @Test func `is made by its hidden name`() throws {
    try AtomicFile.make("file", at: path("a")) { hidden throws(FileError) in
      try AtomicFile.write("file", to: hidden) { file throws(FileError) in try file.write([65]) }
    }
    #expect(try text("a") == "A")
    #expect(try folder.contents() == ["a"])
  }

  @Test func `is created unless it is there`() throws {
    for content in ["first", "second"] {
      try AtomicFile.create(Array(content.utf8), "file", at: path("a"))
    }
    #expect(try text("a") == "first")
    #expect(try folder.contents() == ["a"])
  }

  @Test func `a copy is one of the version that is meant`() throws {
    func write(_ byte: UInt8) throws {
      try AtomicFile.write("file", to: path("a")) { file throws(FileError) in
        try file.write([byte, 2])
      }
    }
    try write(1)
    let version = try #require(FileStatus(path("a"))).version
    #expect(try AtomicFile.copy(path("a"), of: version, "copy", to: path("b")))
    repeat { try write(3) } while FileStatus(path("a"))?.version == version
    #expect(try !AtomicFile.copy(path("a"), of: version, "copy", to: path("b")))
    try File.read("copy", at: path("b")) { file throws(FileError) in
      #expect(try file.readAll() == [1, 2])
    }
  }

  @Test func `is copied to the byte`() throws {
    let long = String(repeating: "0123456789", count: 300_000)
    try write(long, to: "a")
    try write("old", to: "b")
    try AtomicFile.copy(path("a"), "copy", to: path("b"))
    #expect(try text("b") == long)
    let error = #expect(throws: FileError.self) {
      try AtomicFile.copy(path("none"), "copy", to: path("c"))
    }
    #expect(error?.action == .read)
    #expect(try folder.contents() == ["a", "b"])
    AtomicFile.remove(path("a"))
    AtomicFile.remove(path("none"))
    #expect(try folder.contents() == ["b"])
  }
}
