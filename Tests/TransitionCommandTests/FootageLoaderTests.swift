import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Items of a show, opened.
@Suite struct FootageLoaderTests {
  private let folder: TemporaryFolder
  /// Twice as wide as high: its left half is black, its right half white.
  private let file: ImageFile

  init() throws {
    folder = try TemporaryFolder()
    let halves = Bitmap(width: 8, height: 4) { u, _ in Array(repeating: u < 0.5 ? 0 : 1, count: 3) }
    try halves.write(to: folder.file("halves.png"))
    file = try ImageFile(
      path: Path(folder.file("halves.png")), role: "picture 1", pixelLimit: nil
    ).closed()
  }

  private func footage(_ opened: any OpenedSource, _ fit: Fit = .cover, _ focus: Focus = .center)
    throws -> Footage
  {
    let settings = try Settings(["--fit", fit.rawValue, "--focus", focus.text])
    let item = Item(
      Entry(name: "halves.png"),
      GivenPicture(role: "picture 1", source: FileSource(name: "halves.png")), settings,
      hold: .moment)
    let plan = try Plan(
      Settings(), items: [.still(.length(.frames(2)))], passages: [])
    let loader = FootageLoader(
      items: [item], plan: plan, pictures: [opened], profile: nil,
      canvas: Canvas(width: 4, height: 4, fit: .cover, background: .black), format: .rgb8,
      matte: nil)
    return try loader.item(0).footage
  }

  @Test func `a file is fitted to its canvas`() throws {
    let covering = try footage(file)(0, 0)
    #expect(covering.bounds == Rect(width: 4, height: 4))
    #expect(covering.bitmap.samples.prefix(12) == [0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255])
    let left = try footage(file, .cover, .point(x: .percent(0), y: .percent(50)))(0, 0)
    #expect(left.bitmap.samples.allSatisfy { $0 == 0 })
    let contained = try footage(file, .contain)(0, 0)
    #expect(contained.bounds == Rect(x: 0, y: 1, width: 4, height: 2))
    #expect(contained.bitmap.samples.prefix(12).allSatisfy { $0 == 0 })
  }

  @Test func `all its frames are the same`() throws {
    let still = try footage(file)
    let first = try still(0, 0)
    #expect(try still(7, 0).bitmap.difference(from: first.bitmap) == nil)
  }

  @Test func `a color fills the frame`() throws {
    let color = try footage(Color(1, 0, 0), .contain)(0, 0)
    #expect(color.bounds == Rect(width: 4, height: 4))
    #expect(color.bitmap.samples == (0..<16).flatMap { _ in [255, 0, 0] as [UInt16] })
  }

  @Test func `a file that has gone is a failure`() throws {
    try FileManager.default.removeItem(atPath: folder.file("halves.png"))
    let failure = #expect(throws: Failure.self) {
      try footage(file)
    }
    #expect(failure?.message.contains("halves.png") == true)
  }
}
