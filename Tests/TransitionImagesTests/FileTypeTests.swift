import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// Types of files that can be written.
@Suite struct FileTypeTests {
  @Test(
    arguments: [
      ("public.tiff", ".tiff"), (".tiff", ".tiff"), ("tif", ".tif"), ("public.png", ".png"),
      ("PNG", ".png"), ("public.jpeg", ".jpg"), (".jpg", ".jpg"), ("jpeg", ".jpeg"),
      ("org.webmproject.webp", ".webp"), ("webp", ".webp"), ("ppm", ".ppm"),
    ])
  func `has the original's names, and extensions in any case`(name: String, suffix: String) throws {
    #expect(try FileType(name).suffix == suffix)
  }

  @Test(arguments: ["csv", ".mat", "v", "vips", "raw", "dz", "szi", "CSV"])
  func `a type that is no picture to anyone else is unknown`(name: String) {
    let error = #expect(throws: ImageFileError.self) { try FileType(name) }
    #expect(error?.kind == .unknownType)
  }

  @Test(arguments: ["jpg", "jpe", "webp", "gif", "avif", "png", "tiff", "ppm", "jp2", "hdr"])
  func `the longest side is the encoder's`(name: String) throws {
    let type = try FileType(name)
    let folder = try TemporaryFolder()
    /// Whether a picture of a size can be written, and read again.
    func isPossible(_ width: Int, _ height: Int) -> Bool {
      let path = folder.file("picture." + name)
      let format = PixelFormat(depth: .eight, hasAlpha: false)
      let bitmap = Bitmap(
        width: width, height: height, format: format,
        samples: Array(repeating: 99, count: width * height * 3))
      do {
        try ImageWriter(type: type).write(Frame(showing: bitmap), "picture", to: Path(path))
        return try Bitmap(readingFrom: path).width == width
      } catch { return false }
    }
    let most = type.longestSide ?? 100_000
    #expect(isPossible(most, 4) && isPossible(4, most))
    guard type.longestSide != nil else { return }
    #expect(!isPossible(most + 1, 4) && !isPossible(4, most + 1))
  }

  @Test(arguments: ["", ".", "xyz", "public.movie", "png[Q=1]", "../png", "p ng", "png\n"])
  func `is unknown if nothing can write it`(name: String) {
    let error = #expect(throws: ImageFileError.self) { try FileType(name) }
    #expect(error?.kind == .unknownType)
  }
}
