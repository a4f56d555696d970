public import Foundation
public import Testing
public import TransitionKit

/// A folder with two pictures, in which the built tool runs.
public struct Sandbox {
  public let folder: TemporaryFolder
  public let a: Bitmap
  public let b: Bitmap

  /// Makes `a.png` and `b.png`.
  public init(width: Int = 33, height: Int = 21, format: PixelFormat = .rgb8) throws {
    try BuiltTool.check()
    folder = try TemporaryFolder()
    a = Bitmap(codedWidth: width, height: height, blue: 0, format: format)
    b = Bitmap(codedWidth: width, height: height, blue: 1, format: format)
    try a.write(to: folder.file("a.png"))
    try b.write(to: folder.file("b.png"))
  }

  /// Starts the tool.
  public func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess
  {
    try Subprocess(BuiltTool.path, arguments, in: folder.path, environment: environment)
  }

  /// Runs the tool to its end.
  public func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try start(arguments, environment: environment).outcome()
  }

  /// Runs a few lines of bash, in which `$TOOL` is the tool, `$SWIPE` begins a command line for a
  /// swipe from `a.png` to `b.png`, and `$@` are the arguments.
  public func shell(
    _ script: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    let variables = [
      "TOOL": BuiltTool.path,
      "SWIPE": ([BuiltTool.path] + Self.pictures()).joined(separator: " "),
    ]
    return try Subprocess(
      "/bin/bash", ["-o", "pipefail", "-c", script, "bash"] + arguments, in: folder.path,
      environment: environment.merging(variables) { given, _ in given }
    ).outcome()
  }

  /// The arguments that make a transition from `a.png` to `b.png`.
  public static func pictures(_ filter: String = "swipe") -> [String] {
    ["--transitionfilter", filter, "-s", "a.png", "-d", "b.png"]
  }

  /// Makes a transition from `a.png` to `b.png`, with `out/f` and PNG unless told otherwise.
  public func render(
    _ filter: String = "dissolve", _ arguments: [String] = ["-c", "3"],
    output: [String] = ["-o", "out", "-b", "f", "-t", "png"],
    environment: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try run(Self.pictures(filter) + output + arguments, environment: environment)
  }

  /// Makes a swipe of eight frames in `out`, unless told otherwise.
  public func frames(_ arguments: String...) throws -> Subprocess.Outcome {
    try render("swipe", ["-c", "8"] + arguments)
  }

  /// What ffprobe says of a film's pictures, in the order in which it says it, blanks between.
  public func probe(_ file: String, _ entries: String) throws -> String {
    try shell(
      "ffprobe -v error -count_frames -select_streams v -show_entries stream=\(entries) "
        + "-of default=nw=1:nk=1 \"$1\"", [file]
    ).output.split(separator: "\n").joined(separator: " ")
  }

  /// Has ffmpeg make a file in the folder, and requires that it does.
  public func ffmpeg(_ arguments: String) throws {
    let result = try shell("ffmpeg -v error -y \(arguments)")
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Reads a picture.
  public func picture(_ name: String) throws -> Bitmap {
    try Bitmap(readingFrom: folder.file(name))
  }

  /// The bytes of a file.
  public func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
  }

  /// Writes a file.
  public func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
  }

  /// Makes a folder, with those above it.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link.
  public func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: path)
  }

  /// Removes a file.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.file(name))
  }

  /// What is in a folder, but for the records of jobs, sorted; nothing if there is no such folder.
  public func names(in name: String = "out") throws -> [String] {
    FileManager.default.fileExists(atPath: folder.file(name)) ? try folder.contents(of: name) : []
  }

  /// Expects a failure with a status, words, one line on stderr, nothing else and nothing new in
  /// the folder.
  public func expectFailure(
    _ status: Int, _ words: String..., of arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.contents()
    let result = try run(arguments)
    result.expectOneLine(status, words, sourceLocation: sourceLocation)
    #expect(result.output == "", sourceLocation: sourceLocation)
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }
}

extension Subprocess.Outcome {
  /// Expects a status and one line on stderr, with some words.
  public func expectOneLine(
    _ status: Int, _ words: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation)
    #expect(errors.hasPrefix("dotransition: "), sourceLocation: sourceLocation)
    #expect(
      errors.split(separator: "\n").count == 1, "\(errors)", sourceLocation: sourceLocation)
    for word in words {
      #expect(
        errors.contains(word), "no '\(word)' in: \(errors)", sourceLocation: sourceLocation)
    }
  }
}
