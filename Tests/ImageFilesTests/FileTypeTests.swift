import ImageFiles
import Testing

/// Types of files that can be written.
@Suite struct FileTypeTests {
  @Test(
    arguments: [
      ("public.tiff", ".tiff"), (".tiff", ".tiff"), ("tif", ".tif"), ("public.png", ".png"),
      ("PNG", ".png"), ("public.jpeg", ".jpg"), (".jpg", ".jpg"), ("jpeg", ".jpeg"),
      ("org.webmproject.webp", ".webp"), ("webp", ".webp"), ("ppm", ".ppm"),
    ])
  func hasTheOriginalsNamesAndExtensionsInAnyCase(name: String, suffix: String) throws {
    #expect(try FileType(name).suffix == suffix)
  }

  @Test(arguments: ["", ".", "xyz", "public.movie", "png[Q=1]", "../png", "p ng", "png\n"])
  func isUnknownIfNothingCanWriteIt(name: String) {
    let error = #expect(throws: ImageFileError.self) { try FileType(name) }
    #expect(error?.kind == .unknownType)
  }
}
