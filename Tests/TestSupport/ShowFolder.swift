public import Foundation
public import Testing
internal import TransitionKit
internal import TransitionSystem

/// A folder with items of every kind, small ones: stills, sequences and films.
public struct ShowFolder {
  public let sandbox: Sandbox

  /// Stills of different sizes, depths and channels.
  public static let stills = [
    "a.png", "b.png", "c.png", "upright.png", "gray.png", "alpha.png", "deep.png",
  ]
  public static let sequences = ["s/plate.##.png", "t/plate.##.png"]
  /// Films of 0.6 s at different rates.
  public static let films = ["f25.mkv", "f30.mkv", "f60.mkv", "upright.mkv"]
  public static let colors = ["black", "#c08040"]

  public init() throws {
    sandbox = try Sandbox(width: 24, height: 16)
    try sandbox.makeOnce("a show") { try ShowFolder($0).make() }
    // Films and sequences are known by their times, which are the same in all such folders.
    for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
        ofItemAtPath: sandbox.folder.file(name))
    }
  }

  private init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  private func make() throws {
    for (index, name) in Self.stills.enumerated() { try draw(name, index) }
    for (folder, blue) in [("s", 0.1), ("t", 0.7)] {
      try sandbox.makeFolder(folder)
      for number in 1...8 {
        try write("\(folder)/plate.0\(number).png", blue: blue + Double(number) / 30)
      }
    }
    let rates = [25, 30, 60]
    let inputs = rates.map { "-f lavfi -i testsrc2=s=24x16:r=\($0):d=0.6" }
    let outputs = rates.enumerated().map { "-map \($0.offset) -c:v ffv1 f\($0.element).mkv" }
    let made = try sandbox.shell(
      "ffmpeg -v error \(inputs.joined(separator: " ")) \(outputs.joined(separator: " ")) "
        + "-map 0 -vf transpose -c:v ffv1 upright.mkv")
    try #require(made.status == 0, "\(made.errors)")
  }

  /// Draws a still, a different one for each number.
  public func draw(_ name: String, _ number: Int) throws {
    let formats = ["alpha.png": PixelFormat.rgba8, "deep.png": .rgb16]
    try write(
      name, blue: Double(number % 16) / 15, size: name == "upright.png" ? (14, 24) : (24, 16),
      isGray: name == "gray.png", formats[name] ?? .rgb8)
  }

  private func write(
    _ name: String, blue: Double, size: (Int, Int) = (24, 16), isGray: Bool = false,
    _ format: PixelFormat = .rgb8
  ) throws {
    try Bitmap(width: size.0, height: size.1, format: format) { u, v in
      isGray ? [blue, blue, blue] : [u, v, blue, 0.3 + 0.7 * u]
    }.write(to: sandbox.folder.file(name))
  }

  /// The frames in a folder, by their names.
  public func frames(in folder: String) throws -> [String: Data] {
    var frames: [String: Data] = [:]
    for name in try sandbox.names(in: folder) {
      frames[name] = try sandbox.bytes("\(folder)/\(name)")
    }
    return frames
  }

  /// How a show was gone on with.
  public enum Outcome: Equatable {
    /// The command line is refused, whatever is there.
    case invalid(status: Int)
    /// Nothing of what is there is of use.
    case refused
    /// The frames are those of a fresh run, of which so many were kept.
    case continued(kept: Int, of: Int)
  }

  /// Goes on with the frames in a folder, and expects what `--missing` and `--skip-existing`
  /// promise: after it the frames are those that a fresh run makes, those that are not missing have
  /// been so before, and only the others are made.
  ///
  /// - Parameters:
  ///   - folder: the folder with frames of any show.
  ///   - arguments: the command line without its output.
  ///   - location: the line that issues are told of.
  /// - Returns: how much was kept.
  /// - Throws: that a program or a file is not there.
  public func goOn(
    in folder: String, with arguments: [String], from location: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    func run(_ folder: String, _ more: String...) throws -> Subprocess.Outcome {
      try sandbox.run(arguments + ["-q", "-b", "f", "-o", folder] + more)
    }
    try? sandbox.remove("fresh")
    // With a record, which tests look at.
    let fresh = try run("fresh", "--skip-existing")
    guard fresh.status == 0 else {
      #expect([64, 65, 66].contains(fresh.status), "\(fresh.errors)", sourceLocation: location)
      return .invalid(status: fresh.status)
    }
    let (before, identities) = (try frames(in: folder), identities(in: folder))
    let (missing, outcome) = (try run(folder, "--missing"), try run(folder, "--skip-existing"))
    if outcome.status == 73 {
      #expect(missing.status == 73, "\(missing.output)", sourceLocation: location)
      #expect(try frames(in: folder) == before, sourceLocation: location)
      return .refused
    }
    let comment = Comment(rawValue: "\(arguments): \(missing.output)\(outcome.errors)")
    #expect(outcome.status == 0 && outcome.errors == "", comment, sourceLocation: location)
    let (after, all) = (self.identities(in: folder), try frames(in: "fresh"))
    var kept = 0
    for (name, bytes) in all {
      #expect(try sandbox.bytes("\(folder)/\(name)") == bytes, comment, sourceLocation: location)
      if let identity = identities[name], identity == after[name] {
        #expect(before[name] == bytes, comment, sourceLocation: location)
        kept += 1
      }
    }
    let count = Self.count(ofFrames: missing.output)
    #expect(
      missing.status == (count == 0 ? 0 : 1) && count == all.count - kept, comment,
      sourceLocation: location)
    return .continued(kept: kept, of: all.count)
  }

  /// What tells whether frames have been made again, by their names.
  private func identities(in folder: String) -> [String: FileStatus.Identity] {
    let names = (try? sandbox.names(in: folder)) ?? []
    return names.reduce(into: [:]) { identities, name in
      identities[name] = FileStatus(Path(sandbox.folder.file("\(folder)/\(name)")))?.identity
    }
  }

  /// The number of frames in a list such as `3,7-9,10-20x2`.
  private static func count(ofFrames list: String) -> Int {
    list.split { ",\n".contains($0) }.map { item in
      let numbers = item.split { "-x".contains($0) }.compactMap { Int($0) }
      guard numbers.count > 1 else { return numbers.count }
      return (numbers[1] - numbers[0]) / (numbers.count > 2 ? numbers[2] : 1) + 1
    }.reduce(0, +)
  }
}
