import ImageFiles
import Testing

/// Types of files that can be written.
@Suite("A type of file") struct FileTypeTests {
  @Test(
    "E9: has the original's names, extensions and any case",
    arguments: [
      ("public.tiff", ".tiff"), (".tiff", ".tiff"), ("tif", ".tif"), ("public.png", ".png"),
      ("PNG", ".png"), ("public.jpeg", ".jpg"), (".jpg", ".jpg"), ("jpeg", ".jpeg"),
      ("org.webmproject.webp", ".webp"), ("webp", ".webp"), ("ppm", ".ppm"),
    ])
  func names(name: String, suffix: String) throws {
    #expect(try FileType(name).suffix == suffix)
  }

  @Test(
    "C2: is unknown if nothing can write it",
    arguments: ["", ".", "xyz", "public.movie", "png[Q=1]", "../png", "p ng", "png\n"])
  func unknown(name: String) {
    let error = #expect(throws: ImageFileError.self) { try FileType(name) }
    #expect(error?.kind == .unknownType)
  }
}
