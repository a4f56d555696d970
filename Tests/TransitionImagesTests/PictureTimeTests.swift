import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionImages

/// When a picture was taken, and which files are pictures by their names.
@Suite struct PictureTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func time(_ time: String, _ fraction: String? = nil) throws -> String? {
    let path = folder.file("a.jpg")
    try Bitmap(width: 8, height: 8, uniform: [9, 99, 200]).write(to: path)
    try EXIF.setTime(time, fraction: fraction, of: path)
    return try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).dateTaken
  }

  @Test(arguments: [
    (nil, ""), ("5", ".5"), ("07", ".07"), ("1234567890123", ".1234567890123"), ("", ""), ("x", ""),
  ])
  func `is EXIF's with its fraction`(_ fraction: String?, _ digits: String) throws {
    #expect(try time("2024:05:31 18:03:59", fraction) == "2024:05:31 18:03:59\(digits)")
  }

  @Test func `is unknown without EXIF data, and once the file is closed`() throws {
    let path = folder.file("b.png")
    try Bitmap(width: 8, height: 8, uniform: [9, 99, 200]).write(to: path)
    #expect(try ImageFile(path: Path(path), role: "picture", pixelLimit: nil).dateTaken == nil)
    _ = try time("2024:05:31 18:03:59")
    let file = try ImageFile(path: Path(folder.file("a.jpg")), role: "picture", pixelLimit: nil)
    #expect(file.dateTaken != nil && file.closed().dateTaken == nil)
  }

  @Test(.needsVips, arguments: ["png", "webp"])
  func `is read of other types, too`(_ type: String) throws {
    let expected = try time("2024:05:31 18:03:59", "25")
    try VipsTool.run(["copy", "a.jpg", "c.\(type)"], in: folder)
    let file = try ImageFile(path: Path(folder.file("c.\(type)")), role: "c", pixelLimit: nil)
    #expect(file.dateTaken == expected && expected != nil)
  }

  @Test func `is read of TIFF, which libvips passes over`() throws {
    let path = folder.file("a.tif")
    try Bitmap(width: 8, height: 8, uniform: [9, 99, 200]).write(to: path)
    try EXIF.setTime("2019:05:31 18:03:59", fraction: "25", offset: "+02:00", of: path)
    let file = try ImageFile(path: Path(path), role: "picture", pixelLimit: nil)
    #expect(file.dateTaken == "2019:05:31 18:03:59.25+02:00")
    // A directory that lies nowhere says nothing.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let link = try #require(bytes.firstRange(of: [0x69, 0x87, 4, 0, 1, 0, 0, 0]))
    bytes.replaceSubrange(link.upperBound..<link.upperBound + 4, with: [0xFF, 0xFF, 0xFF, 0x7F])
    try bytes.write(to: URL(fileURLWithPath: path))
    let broken = try ImageFile(path: Path(path), role: "picture", pixelLimit: nil)
    #expect(broken.dateTaken == nil)
  }

  @Test(arguments: [
    ("a.jpg", true), ("x/a.JPEG", true), ("a.Tif", true), ("a.b.webp", true), ("a", false),
    ("jpg", false), (".jpg", false), ("a.txt", false), ("a.mp4", false), ("a.jpg/b", false),
  ])
  func `an extension in any case names a picture`(_ name: String, _ isPicture: Bool) {
    #expect(ImageFile.isNamedAsPicture(Path(name)) == isPicture)
  }

  @Test(arguments: PictureType.all.map(\.name))
  func `each type has extensions of its own`(_ name: String) {
    let (own, others) = (
      PictureType.all.filter { $0.name == name }.flatMap(\.extensions),
      PictureType.all.filter { $0.name != name }.flatMap(\.extensions)
    )
    #expect(!own.isEmpty && Set(own).isDisjoint(with: others))
    #expect(own.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") })
  }
}
