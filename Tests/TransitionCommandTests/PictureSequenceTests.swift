import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Numbered files that are the frames of a clip.
@Suite struct PictureSequenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes empty files.
  private func make(_ names: String...) throws { try make(names) }

  private func make(_ names: [String]) throws {
    for name in names { try Data().write(to: URL(filePath: folder.file(name))) }
  }

  private func path(_ name: String) -> Path { Path(folder.file(name)) }

  private func sequence(
    _ name: String, _ range: ClosedRange<Int>? = nil, _ gaps: Gaps = .error
  ) throws -> PictureSequence? {
    try PictureSequence(path(name), range: range, gaps: gaps)
  }

  /// The names of the files of a sequence, each once.
  private func files(_ sequence: PictureSequence?) throws -> [String] {
    try #require(sequence).files.map(\.name.description)
  }

  /// The name of the file that each frame shows.
  private func shown(_ sequence: PictureSequence?) throws -> [String] {
    let sequence = try #require(sequence)
    let files = sequence.files.map(\.name.description)
    return (0..<sequence.count).map { files[sequence.file(of: $0)] }
  }

  private func expect(
    _ status: Failure.Status, _ message: String, from location: SourceLocation = #_sourceLocation,
    _ work: () throws -> Void
  ) {
    let message = message.replacing("DIR", with: folder.path)
    #expect(throws: Failure(status, message), sourceLocation: location, performing: work)
  }

  @Test(arguments: ["plate.%04d.png", "plate.####.png"])
  func `a sequence is from its lowest number to its highest`(_ name: String) throws {
    try make("plate.1003.png", "plate.1001.png", "plate.1002.png", "other.1000.png", "plate.png")
    let sequence = try sequence(name)
    #expect(try files(sequence) == ["plate.1001.png", "plate.1002.png", "plate.1003.png"])
    #expect(try shown(sequence) == files(sequence))
    #expect(sequence?.name == path(name))
    #expect(sequence?.range == 1001...1003)
    #expect(sequence?.count == 3)
    #expect(sequence?.remarks(at: nil) == [])
  }

  @Test func `more digits follow fewer`() throws {
    try make("a9998.png", "a9999.png", "a10000.png")
    #expect(try files(sequence("a%04d.png")) == ["a9998.png", "a9999.png", "a10000.png"])
    #expect(try files(sequence("a%d.png")) == ["a9998.png", "a9999.png", "a10000.png"])
  }

  @Test func `only names that the pattern gives count`() throws {
    try make("a01.png", "a001.png", "a2.png", "a02.png", "a٣.png", "a03.PNG", "a-4.png", "a5.png~")
    #expect(try files(sequence("a%02d.png")) == ["a01.png", "a02.png"])
    #expect(try files(sequence("a%d.png")) == ["a2.png"])
    #expect(try files(sequence("a%03d.png")) == ["a001.png"])
  }

  @Test func `a number may be all of a name, or its end`() throws {
    try make("0.png", "1.png", "take#2_7")
    #expect(try files(sequence("%d.png")) == ["0.png", "1.png"])
    #expect(try files(sequence("take#2_%d")) == ["take#2_7"])
  }

  @Test func `two percent signs are one`() throws {
    try make("50%_1.png")
    #expect(try files(sequence("50%%_%d.png")) == ["50%_1.png"])
  }

  @Test func `in a folder's name nothing has a meaning`() throws {
    let inner = folder.file("100% ## %d %%")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: inner + "/a1.png"))
    #expect(
      try sequence("100% ## %d %%/a%d.png")?.files.elementsEqual([Path(inner + "/a1.png")]) == true)
  }

  @Test func `the working folder needs no name`() {
    expect(.noInput, "no file matches none_%d.png") {
      _ = try PictureSequence("none_%d.png", range: nil, gaps: .error)
    }
  }

  @Test(arguments: ["a.png", "a#.png", "50%%.png", "100% wool.jpg", "%", "a%20b.png", "a%/b.png"])
  func `other names are those of pictures`(_ name: String) throws {
    #expect(try sequence(name) == nil)
  }

  @Test func `a file or folder of just this name wins, even a link that leads nowhere`() throws {
    try make("a%d.png", "a1.png", "b##.png", "b12.png")
    try FileManager.default.createDirectory(
      atPath: folder.file("c%d"), withIntermediateDirectories: false)
    try make("c1")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("d%d"), withDestinationPath: "none")
    for name in ["a%d.png", "b##.png", "c%d", "d%d"] { #expect(try sequence(name) == nil) }
  }

  @Test(arguments: ["a%4d.png", "a%d_%d.png", "a%i.png", "a%099d.png"])
  func `a pattern that is none is told the right one`(_ name: String) {
    expect(
      .noInput,
      "no picture has this name: DIR/\(name): expected one %d or %0Nd, and %% for a percent sign"
    ) { _ = try sequence(name) }
  }

  @Test func `two runs of hashes are one too many`() {
    expect(
      .noInput, "no picture has this name: DIR/##_##: expected one run of hashes, such as ####"
    ) {
      _ = try sequence("##_##")
    }
  }

  // MARK: Ranges

  @Test func `a range chooses`() throws {
    try make((1001...1009).map { "a\($0).png" })
    #expect(try files(sequence("a%d.png", 1003...1005)) == ["a1003.png", "a1004.png", "a1005.png"])
    #expect(try files(sequence("a%d.png", 1009...1009)) == ["a1009.png"])
    #expect(try sequence("a%d.png", 1003...1005)?.range == 1003...1005)
  }

  @Test func `a gap outside the range is none`() throws {
    try make("a1.png", "a3.png", "a4.png", "a9.png")
    #expect(try files(sequence("a%d.png", 3...4)) == ["a3.png", "a4.png"])
  }

  @Test(arguments: [
    (0...3, "a0.png is"), (2...6, "a4.png and 2 more are"), (0...9, "a0.png and 6 more are"),
    (7...9, "a7.png and 2 more are"), (5...1_000_000_004, "a5.png and 999999999 more are"),
  ])
  func `a range beyond the files is told which there are`(_ range: ClosedRange<Int>, _ what: String)
    throws
  {
    try make("a1.png", "a2.png", "a3.png")
    expect(.noInput, "DIR/\(what) missing in DIR/a%d.png: its files are 1 to 3") {
      _ = try sequence("a%d.png", range)
    }
  }

  // MARK: Gaps

  @Test func `a gap is an error that names the first file`() throws {
    try make("a08.png", "a09.png", "a11.png")
    expect(
      .noInput, "DIR/a10.png is missing in DIR/a%02d.png: --gaps hold repeats the file before it"
    ) { _ = try sequence("a%02d.png") }
    try make("a14.png")
    expect(
      .noInput,
      "DIR/a10.png and 2 more are missing in DIR/a%02d.png: --gaps hold repeats the files before "
        + "them"
    ) { _ = try sequence("a%02d.png") }
  }

  @Test func `a gap is filled with the file before it`() throws {
    try make("a1.png", "a2.png", "a5.png")
    let sequence = try sequence("a%d.png", nil, .hold)
    #expect(try files(sequence) == ["a1.png", "a2.png", "a5.png"])
    #expect(try shown(sequence) == ["a1.png", "a2.png", "a2.png", "a2.png", "a5.png"])
    #expect(
      sequence?.remarks(at: nil).first
        == "2 of 5 frames are missing in \(path("a%d.png")): the ones before them stand in")
    #expect(
      try self.sequence("a%d.png", 1...3, .hold)?.remarks(at: nil).first
        == "1 of 3 frames is missing in \(path("a%d.png")): the one before it stands in")
  }

  /// Files outside of a range are not meant: what comes before it may be a slate.
  @Test func `the first file that a range has stands in for those before it`() throws {
    try make("a1.png", "a5.png", "a7.png")
    let early = try sequence("a%d.png", 3...5, .hold)
    #expect(try shown(early) == ["a5.png", "a5.png", "a5.png"])
    #expect(
      early?.remarks(at: nil).first
        == "2 of 3 frames are missing in \(path("a%d.png")): a5.png stands in for the first")
    let both = try sequence("a%d.png", 4...9, .hold)
    #expect(try shown(both) == ["a5.png", "a5.png", "a5.png", "a7.png", "a7.png", "a7.png"])
    #expect(
      both?.remarks(at: nil).first
        == "4 of 6 frames are missing in \(path("a%d.png")): the ones before them stand in, and "
        + "a5.png stands in for the first")
  }

  @Test func `a range without any file cannot be held`() throws {
    try make("a1.png", "a9.png")
    expect(.noInput, "DIR/a4.png and 2 more are missing in DIR/a%d.png: its files are 1 to 9") {
      _ = try sequence("a%d.png", 4...6, .hold)
    }
  }

  @Test func `two stray numbers are no endless show`() throws {
    try make("a0.png", "a9223372036854775806.png", "a9223372036854775807.png")
    expect(
      .usage, "--gaps hold: DIR/a%d.png has files from 0 to 9223372036854775806: --range chooses"
    ) { _ = try sequence("a%d.png", nil, .hold) }
    expect(
      .noInput,
      "DIR/a1.png and 9223372036854775804 more are missing in DIR/a%d.png: --gaps hold repeats the "
        + "files before them"
    ) { _ = try sequence("a%d.png") }
  }

  // MARK: Nothing found

  @Test func `a pattern without files is told so`() throws {
    try make("b0001.png")
    expect(.noInput, "no file matches DIR/a%04d.png") { _ = try sequence("a%04d.png") }
  }

  @Test(arguments: [
    ("a%05d.png", "a1001.png", "a%04d.png"), ("a#####.png", "a1001.png", "a%04d.png"),
    ("b%04d.png", "b8.png", "b%d.png"), ("c%d.png", "c008.png", "c%03d.png"),
  ])
  func `a pattern of other digits is told the right one`(
    _ name: String, _ file: String, _ right: String
  ) throws {
    try make("a1001.png", "a1002.png", "b8.png", "b9.png", "b10.png", "c008.png", "c009.png")
    expect(.noInput, "no file matches DIR/\(name): DIR/\(file) matches DIR/\(right)") {
      _ = try sequence(name)
    }
    #expect(try !files(sequence(right)).isEmpty)
  }

  @Test func `a missing folder is told so`() throws {
    expect(.noInput, "no file matches DIR/no/a%d.png: there is no folder DIR/no/") {
      _ = try sequence("no/a%d.png")
    }
    try make("file")
    expect(.noInput, "no file matches DIR/file/a%d.png: there is no folder DIR/file/") {
      _ = try sequence("file/a%d.png")
    }
  }

  @Test func `a sequence has just the numbers that are there`() throws {
    var random = SplitMix64(seed: 41)
    for round in 0..<60 {
      let digits = Int.random(in: 1...5, using: &random)
      let pattern = try PathPattern(Path("r\(round)_%0\(digits)d.png"))
      let most = Int.random(in: 1...200_000, using: &random)
      let numbers = Set((0..<40).map { _ in Int.random(in: 0...most, using: &random) })
      try make(numbers.map { pattern.path($0).description })
      let name = pattern.text.description
      let found = try #require(try sequence(name, nil, .hold))
      let low = try #require(numbers.min())
      let high = try #require(numbers.max())
      #expect(found.range == low...high)
      #expect(found.count == high - low + 1)
      #expect(found.missing == found.count - numbers.count)
      let files = try files(found)
      #expect(files == numbers.sorted().map { pattern.path($0).description })
      for frame in 0..<found.count where frame < 50 || frame > found.count - 50 {
        let number = numbers.filter { $0 <= low + frame }.max()
        #expect(files[found.file(of: frame)] == number.map { pattern.path($0).description })
      }
      if found.missing > 0 { #expect(throws: Failure.self) { try sequence(name) } }
    }
  }
}
