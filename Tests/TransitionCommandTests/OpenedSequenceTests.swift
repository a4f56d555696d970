import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// The files of a sequence, decoded when their frames come.
@Suite struct OpenedSequenceTests {
  private let folder: TemporaryFolder

  /// Makes three files, the second of which is missing.
  init() throws {
    folder = try TemporaryFolder()
    for number in [1, 3, 4] { try make(number) }
  }

  private func path(_ number: Int) -> String { folder.file("f\(number).png") }

  private func make(_ number: Int) throws {
    try Bitmap(width: 4, height: 4, uniform: [UInt16(number), 50, 60]).write(to: path(number))
  }

  private func opened() throws -> OpenedSequence {
    let name = Path(folder.file("f%d.png"))
    let sequence = try PictureSequence(name, range: nil, gaps: .hold)
    return try OpenedSequence(
      #require(sequence), role: "picture 1", pixelLimit: nil)
  }

  private func picture() throws -> Footage {
    let showing = Showing(
      canvas: Canvas(width: 2, height: 2, fit: .cover, background: .black), format: .rgb8,
      profile: nil, role: "picture 1", last: 0)
    return try #require(try opened().footage(showing))
  }

  @Test func `each frame is its file, or the one before it`() throws {
    let picture = try picture()
    let reds = try (0..<4).map { try picture($0, 0).bitmap.samples[0] }
    #expect(reds == [1, 1, 3, 4])
    #expect(try picture(0, 0).bitmap.width == 2)
  }

  @Test func `a file that has changed since the run began is an error`() throws {
    let picture = try picture()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path(3))
    #expect(
      throws: Failure(
        .badInput,
        "picture 1 cannot be read: \(path(3)): it has changed since the run began")
    ) { try picture(2, 0) }
    _ = try picture(3, 0)
    try FileManager.default.removeItem(atPath: path(4))
    #expect(
      throws: Failure(
        .noInput, "cannot read picture 1: \(path(4)): No such file or directory")
    ) { try picture(3, 0) }
  }

  @Test func `what is no file is an error before the first frame`() throws {
    try FileManager.default.removeItem(atPath: path(3))
    try FileManager.default.createDirectory(atPath: path(3), withIntermediateDirectories: false)
    let failure = #expect(throws: ImageFileError.self) { try opened() }
    #expect(
      failure.map(Failure.init)
        == Failure(.badInput, "picture 1 cannot be read: \(path(3)): it is not an ordinary file"))
    try FileManager.default.removeItem(atPath: path(3))
    try FileManager.default.createSymbolicLink(atPath: path(3), withDestinationPath: "none")
    let missing = #expect(throws: ImageFileError.self) { try opened() }
    #expect(
      missing.map(Failure.init)
        == Failure(.noInput, "cannot read picture 1: \(path(3)): No such file or directory"))
  }

  @Test func `a profile of its own is another`() throws {
    let profile = TestProfile.bytes(TestProfile.adobePrimaries, TestProfile.gamma(2.2))
    let bitmap = Bitmap(width: 4, height: 4, uniform: [3, 50, 60])
    try ImageWriter(type: FileType("png"), profile: profile)
      .write(Frame(showing: bitmap), "picture", to: Path(path(3)))
    let picture = try picture()
    let failure = #expect(throws: Failure.self) { try picture(2, 0) }
    #expect(
      failure?.message
        == "\(path(3)) has a profile of its own, and \(path(1)) has the colors of sRGB: the files "
        + "of a sequence are alike")
  }
}
