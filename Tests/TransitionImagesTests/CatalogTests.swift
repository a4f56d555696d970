import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// The example of the library's documentation, and the same lines here, where they are compiled and
/// run.
@Suite struct CatalogTests {
  @Test func `frames between two files are made as the overview says`() throws {
    let folder = try TemporaryFolder()
    for (name, blue) in [("day.jpg", 0), ("night.jpg", 1)] as [(String, Double)] {
      try Bitmap(codedWidth: 9, height: 7, blue: blue).write(to: folder.file(name))
    }
    try run(in: folder)
    let last = try Bitmap(readingFrom: folder.file("frame29.png"))
    #expect(last.width == 1280 && last.height == 720)
    try expectExamples(of: "Sources/TransitionImages/TransitionImages.docc/TransitionImages.md")
  }

  private func run(in folder: TemporaryFolder) throws {
    func Path(_ name: String) -> TransitionSystem.Path { .init(folder.file(name)) }

    let pictures = try ["day.jpg", "night.jpg"].map { name in
      try ImageFile(path: Path(name), role: "picture", pixelLimit: 100_000_000).decode()
    }
    let canvas = Canvas(width: 1280, height: 720, fit: .cover, background: .black)
    // Both pictures need the same format: the deeper one, with alpha if either has some.
    let formats = pictures.map { $0.fittedFormat(in: canvas) }
    let format = PixelFormat(
      depth: max(formats[0].depth, formats[1].depth),
      hasAlpha: formats[0].hasAlpha || formats[1].hasAlpha)
    let fitted = try pictures.map { picture in
      try picture.fitted(to: canvas, format: format, workingSpace: .linear)
    }
    let inputs = Inputs(
      source: fitted[0].bitmap, target: fitted[1].bitmap,
      sourceBounds: fitted[0].bounds, targetBounds: fitted[1].bounds)

    let curl = PageCurlTransition().prepared(for: inputs.layout)
    let writer = try ImageWriter(type: FileType("png"))
    for index in 0..<30 {
      let frame = curl.frame(at: Double(index) / 29, of: inputs)
      try writer.write(frame, "frame", to: Path("frame\(index).png"))
    }
  }
}
