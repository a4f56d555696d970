import Foundation
import ImageFiles
import System
import TestSupport
import TransitionKit

/// The built tool, run in a directory of its own with two small pictures.
struct SmallJob {
  let directory: URL

  struct Output {
    let status: Int32
    let standardOutput: Data
    let standardError: String
    var text: String { String(decoding: standardOutput, as: UTF8.self) }
  }

  /// Makes the directory and the pictures `a.png` and `b.png` in it, both of one size.
  init(width: Int = 33, height: Int = 21) throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("dotransition-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let writer = try ImageWriter(type: FileType("png"))
    for (name, blue) in [("a", 40), ("b", 220)] {
      let samples = (0..<width * height).flatMap { i in
        [i % width * 255 / width, i / width * 255 / height, blue].map { UInt16($0) }
      }
      let bitmap = Bitmap(
        width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: false),
        samples: samples)
      try writer.write(
        Frame(showing: bitmap), "picture",
        to: Path(directory.appendingPathComponent("\(name).png").path))
    }
  }

  /// Removes the directory.
  func clean() { try? FileManager.default.removeItem(at: directory) }

  /// Runs the tool, or what a line for the shell says, in which `$TOOL` is the tool.
  func callAsFunction(_ arguments: String...) throws -> Output {
    try run(BuiltTool.path, arguments)
  }
  func shell(_ line: String) throws -> Output {
    try run("/bin/bash", ["-o", "pipefail", "-c", line])
  }

  private func run(_ executable: String, _ arguments: [String]) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(["TOOL": BuiltTool.path]) {
      $1
    }
    // Files, not pipes: nobody has to read them at the same time.
    let out = directory.appendingPathComponent(".out")
    let err = directory.appendingPathComponent(".err")
    for url in [out, err] { try Data().write(to: url) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    process.waitUntilExit()
    return Output(
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      standardOutput: try Data(contentsOf: out),
      standardError: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }

  /// The names in a folder of the directory, without hidden ones, sorted.
  func names(in folder: String = "out") -> [String] {
    let path = directory.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  func data(_ path: String) throws -> Data {
    try Data(contentsOf: directory.appendingPathComponent(path))
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: directory.appendingPathComponent(path))
  }
}

extension SmallJob {
  /// Runs the tool for a few frames from `a.png` to `b.png` in `out`.
  func frames(_ arguments: String...) throws -> Output {
    try run(
      BuiltTool.path,
      ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "-o", "out", "-b", "f"]
        + ["-t", "png", "-c", "8"] + arguments)
  }
}
