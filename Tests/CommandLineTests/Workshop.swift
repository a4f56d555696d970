import Foundation
import TestSupport
import Testing
import TransitionKit

/// A folder with two pictures, in which the tool runs.
struct Workshop {
  let folder: TemporaryFolder
  let a: Bitmap
  let b: Bitmap

  /// Makes `a.png` and `b.png`.
  init(width: Int = 33, height: Int = 21, format: PixelFormat = .rgb8) throws {
    folder = try TemporaryFolder()
    a = Bitmap(codedWidth: width, height: height, blue: 0, format: format)
    b = Bitmap(codedWidth: width, height: height, blue: 1, format: format)
    try a.write(to: folder.file("a.png"))
    try b.write(to: folder.file("b.png"))
  }

  /// Runs the tool.
  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try BuiltTool.run(arguments, in: folder, environment: environment)
  }

  /// Runs the tool on the two pictures, with `out/f` and PNG unless told otherwise.
  func render(
    _ filter: String = "dissolve", _ arguments: [String] = ["-c", "3"],
    output: [String] = ["-o", "out", "-b", "f", "-t", "png"],
    environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try run(
      ["--transitionfilter", filter, "-s", "a.png", "-d", "b.png"] + output + arguments,
      environment: environment)
  }

  /// Reads a picture.
  func picture(_ name: String) throws -> Bitmap { try Bitmap(readingFrom: folder.file(name)) }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
  }

  /// Expects a failure with a status, words, one line on stderr, nothing else and nothing new in
  /// the folder.
  func expectFailure(
    _ status: Int, _ words: String..., of arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.contents()
    let result = try run(arguments)
    #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.output == "", sourceLocation: sourceLocation)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("dotransition: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(
        result.errors.contains(word), "no '\(word)' in: \(result.errors)",
        sourceLocation: sourceLocation)
    }
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }
}
