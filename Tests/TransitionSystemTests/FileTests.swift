import Foundation
import TestSupport
import Testing

@testable import TransitionSystem

@Suite struct FileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> Path { Path(folder.file(name)) }

  @Test func `is written and read from any offset`() throws {
    try AtomicFile.write("file", to: path("a")) { file throws(FileError) in
      try file.write([1, 2, 3, 4])
      #expect(try file.seek(by: -3, from: SEEK_END) == 1)
      try file.write([9])
      #expect(file.size == 4)
    }
    try File.read("file", at: path("a")) { file throws(FileError) in
      #expect(file.size == 4 && file.role == "file" && file.path == path("a"))
      #expect(try file.readAll() == [1, 9, 3, 4])
      #expect(try file.readAll() == [])
    }
  }

  @Test func `an error names the file that cannot be read`() {
    for (name, reason) in [("none", "No such file or directory"), (".", "Is a directory")] {
      let error = #expect(throws: FileError.self) {
        try File.read("mask", at: path(name)) { _ throws(FileError) in }
      }
      #expect(error?.action == .read && error?.role == "mask" && error?.path == path(name))
      #expect(error?.reason == reason)
    }
  }

  @Test func `a file that is opened to be read cannot be written`() throws {
    try File.read("disk", at: "/dev/zero") { zero throws(FileError) in
      var byte: UInt8 = 7
      let count = try unsafe withUnsafeMutableBytes(of: &byte) { buffer throws(FileError) in
        try unsafe zero.readSome(into: buffer)
      }
      #expect(count == 1 && byte == 0)
      #expect(throws: FileError(.write, "disk", "/dev/zero", code: EBADF)) {
        try zero.write([1])
      }
    }
  }
}

@Suite struct SharedListTests {
  @Test func `lines of many stay whole`() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.file("list"))
    try AtomicFile.create(Array("title\n".utf8), "list", at: path)
    let lists = try (0..<4).map { _ in try SharedList("list", at: path) }
    _ = Threads.results(of: 8) { thread in
      for line in 0..<200 { try? lists[thread % 4].add("\(thread) \(line)") }
    }
    let lines = try String(contentsOfFile: folder.file("list"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.first == "title" && lines.count == 1601)
    let added = (0..<8).flatMap { thread in (0..<200).map { line in "\(thread) \(line)" } }
    #expect(Set(lines.dropFirst().map(String.init)) == Set(added))
  }

  @Test func `half a line stays one of its own`() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.file("list"))
    try AtomicFile.create(Array("title\nhal".utf8), "list", at: path)
    let list = try SharedList("list", at: path)
    try list.add("one")
    try list.add("two")
    let text = try String(contentsOfFile: folder.file("list"), encoding: .utf8)
    #expect(text == "title\nhal\none\ntwo\n")
  }

  @Test func `a file that takes its place gets the lines if it begins in the same way`() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.file("list"))
    func replace(_ text: String) throws {
      try AtomicFile.write("list", to: path) { file throws(FileError) in
        try file.write(Array(text.utf8))
      }
    }
    func text() throws -> String {
      try String(contentsOfFile: folder.file("list"), encoding: .utf8)
    }
    for (other, isSame) in [
      ("title\n", true), ("title\n1\n", true), ("other\n", false), ("ti", false),
    ] {
      try replace("title\n")
      let list = try SharedList("list", at: path, heading: Array("title\n".utf8))
      try list.add("before")
      #expect(try text() == "title\nbefore\n")
      try replace(other)
      try list.add("after")
      #expect(try text() == other + (isSame ? "after\n" : ""))
      AtomicFile.remove(path)
      try list.add("later")
      #expect(FileStatus(path) == nil)
    }
  }

  @Test func `one at a time replaces it, and no line is lost`() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.file("list"))
    try AtomicFile.create(Array("title\n".utf8), "list", at: path)
    _ = Threads.results(of: 8) { thread in
      let list = try? SharedList("list", at: path, heading: Array("title\n".utf8))
      for line in 0..<100 {
        guard line % 10 == 0 else {
          try? list?.add("\(thread) \(line)")
          continue
        }
        try? SharedList.holding("list", at: path) { () throws(FileError) in
          let bytes = try File.read("list", at: path) { file throws(FileError) in
            try file.readAll()
          }
          try AtomicFile.write("list", to: path) { file throws(FileError) in
            try file.write(bytes + Array("\(thread) \(line)\n".utf8))
          }
        }
      }
    }
    let lines = try String(contentsOfFile: folder.file("list"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.count == 801 && Set(lines).count == 801)
  }

  @Test func `a file that is not there is not made`() throws {
    let folder = try TemporaryFolder()
    let path = Path(folder.file("none"))
    #expect(throws: FileError(.create, "list", path, code: ENOENT)) {
      try SharedList("list", at: path)
    }
    #expect(try folder.contents().isEmpty)
  }
}

@Suite struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> Path { Path(folder.file(name)) }

  @Test func `is made with its parents, for a file`() throws {
    for _ in 0..<2 { try Folder.make(for: path("a/b//c/frame.png")) }
    #expect(FileStatus(path("a/b/c"))?.kind == .folder)
    #expect(FileStatus(path("a/b/c/frame.png")) == nil)
    try Folder.make(for: "frame.png")
  }

  @Test func `cannot be made below a file`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.file("file")))
    let error = #expect(throws: FileError.self) { try Folder.make(for: path("file/a/frame.png")) }
    #expect(error?.action == .create && error?.path == path("file/a/"))
    #expect(error?.reason == "Not a directory")
  }

  @Test func `has names to the byte`() throws {
    let names = ["a", ".hidden", "\u{e9}", String(repeating: "x", count: 255)]
    for name in names { try Data().write(to: URL(fileURLWithPath: folder.file(name))) }
    #expect(Folder.names(in: path("")).isSuperset(of: names.map { Path($0) }))
    #expect(Folder.names(in: path("")).count == names.count + 2)
    #expect(Folder.names(in: path("none")).isEmpty)
    #expect(!Folder.names(in: "").isEmpty)
  }

  @Test func `links lead to the same file`() throws {
    try Data([1, 2]).write(to: URL(fileURLWithPath: folder.file("a")))
    try FileManager.default.linkItem(atPath: folder.file("a"), toPath: folder.file("hard"))
    for (link, target) in [("soft", "a"), ("broken", "none")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: target)
    }
    let status = try #require(FileStatus(path("a")))
    #expect(status.kind == .file && status.size == 2)
    #expect(FileStatus(path("hard"))?.identity == status.identity)
    #expect(FileStatus(path("soft"))?.identity == status.identity)
    #expect(FileStatus(path("soft"), followsLinks: false)?.kind == .other)
    #expect(FileStatus(path("broken")) == nil)
    #expect(FileStatus(path("broken"), followsLinks: false) != nil)
  }

  @Test func `a folder that cannot be listed has a reason`() {
    let error = #expect(throws: FileError.self) {
      try Folder.names(in: path("none"), as: "the folder")
    }
    #expect(error?.action == .read && error?.role == "the folder")
    #expect(Folder.names(in: path("none")).isEmpty)
  }
}
