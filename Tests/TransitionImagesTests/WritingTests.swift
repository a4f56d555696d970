import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

/// Frames that are written.
@Suite struct WritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `PNG of 16 bits holds what pictures of 8 bits hold`() throws {
    let folder = try TemporaryFolder()
    let picture = Bitmap(codedWidth: 9, height: 7, blue: 0.4)
    let path = folder.file("deep.png")
    try ImageWriter(type: FileType("png"), saveOptions: "bitdepth=16")
      .write(Frame(showing: picture), "frame", to: Path(path))
    let deep = try Bitmap(readingFrom: path)
    #expect(deep.format.depth == .sixteen)
    #expect(deep.samples == picture.samples.map { $0 * 257 })
  }

  @Test(arguments: [
    ("webp", "lossless=true"), ("tiff", "compression=webp,lossless=true"),
  ])
  func `types of 8 bits round deep samples`(type: String, options: String) throws {
    let codes: [UInt16] = [0, 128, 129, 257, 300, 385, 386, 40_000, 65_406, 65_407, 65_535, 200]
    let samples = codes.flatMap { Array(repeating: $0, count: 3) }
    let picture = Bitmap(width: 4, height: 3, format: .rgb16, samples: samples)
    let path = folder.file("a." + type)
    try picture.write(to: path, saveOptions: options)
    let bytes = try Bitmap(readingFrom: path)
    #expect(bytes.samples == samples.map { UInt16((Int($0) + 128) / 257) }, "\(bytes.samples)")
  }

  @Test func `a HEIC file without a picture is an error`() throws {
    for (width, height) in [(8000, 9), (64, 48)] {
      let picture = Bitmap(width: width, height: height, format: .rgb8, uniform: [9, 99, 199])
      let path = folder.file("a\(width).heic")
      let writer = try ImageWriter(type: FileType("heic"))
      do throws(ImageFileError) {
        try writer.write(Frame(showing: picture), "frame", to: Path(path))
      } catch {
        // Whether it is makes the version of libheif.
        #expect(width == 8000 && "\(error)".contains("no picture of 8000x9"), "\(error)")
        #expect(!FileManager.default.fileExists(atPath: path))
        continue
      }
      #expect(try Bitmap(readingFrom: path).width == width)
    }
  }

  @Test(arguments: PixelFormat.all, ["png", "tiff"])
  func `gives back every sample in lossless types`(format: PixelFormat, type: String) throws {
    for (width, height) in [(37, 23), (1, 1), (1, 300), (300, 1)] {
      let picture = Bitmap(codedWidth: width, height: height, blue: 0, format: format)
      let path = folder.file("\(width)x\(height).\(type)")
      try picture.write(to: path)
      #expect(try Bitmap(readingFrom: path).difference(from: picture) == nil)
    }
  }

  @Test(arguments: ["png", "tiff", "jpg", "webp"])
  func `has the same bytes each time`(type: String) throws {
    let picture = Bitmap(codedWidth: 90, height: 70, blue: 1)
    try picture.write(to: folder.file("a." + type))
    try picture.write(to: folder.file("b." + type))
    let bytes = try ["a.", "b."].map {
      try Data(contentsOf: URL(fileURLWithPath: folder.file($0 + type)))
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test(arguments: [Color(1, 1, 1), Color(0, 0, 0), Color(0, 0.5, 1)])
  func `shows the background under transparent pixels where the type has no alpha`(
    background: Color
  ) throws {
    let clear = Bitmap(width: 16, height: 16, format: .rgba8, uniform: [255, 0, 0, 0])
    let path = folder.file("a.jpg")
    try ImageWriter(type: FileType("jpg"), background: background)
      .write(Frame(showing: clear), "frame", to: Path(path))
    let pixel = try Bitmap(readingFrom: path).samples(column: 8, row: 8)
    let expected = [background.red, background.green, background.blue].map { Int($0 * 255) }
    #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixel)")
  }

  @Test(arguments: [
    ("bitdepth=8", [9, 128, 250]), ("bitdepth=8,palette=true", [9, 128, 250]),
  ])
  func `PNG of fewer bits holds what 16 bits hold`(options: String, expected: [Int]) throws {
    let format = PixelFormat(depth: .sixteen, hasAlpha: false)
    let samples = [9, 128, 250].flatMap { Array(repeating: UInt16($0 * 257), count: 3) }
    let bitmap = Bitmap(width: 3, height: 1, format: format, samples: samples)
    let path = folder.file("a.png")
    try ImageWriter(type: FileType("png"), saveOptions: options)
      .write(Frame(showing: bitmap), "frame", to: Path(path))
    let found = try Bitmap(readingFrom: path)
    #expect(found.format.depth == .eight)
    for (column, level) in expected.enumerated() {
      #expect(abs(Int(found.samples[3 * column]) - level) <= 4, "\(found.samples)")
    }
  }

  @Test func `keeps saturated edges where they are in a JPEG of the usual quality`() throws {
    let picture = Bitmap(width: 32, height: 32) { u, _ in u < 0.47 ? [1, 0, 0, 1] : [0, 0, 1, 1] }
    try picture.write(to: folder.file("a.jpg"))
    let read = try Bitmap(readingFrom: folder.file("a.jpg"))
    for (column, expected) in [(13, [255, 0]), (16, [0, 255])] {
      let pixel = read.samples(column: column, row: 16).map(Int.init)
      #expect(abs(pixel[0] - expected[0]) < 40 && abs(pixel[2] - expected[1]) < 40, "\(pixel)")
    }
  }

  @Test(
    arguments: ["jpg", "webp", "heic", "heif", "avif", "jxl", "jp2", "j2k", "j2c"]
      .compactMap { try? FileType($0) })
  func `is smaller at less quality`(type: FileType) throws {
    let picture = Bitmap(codedWidth: 200, height: 100, blue: 0.5)
    let sizes = try [1, 20, 90].map { quality in
      let path = folder.file("\(quality)\(type.suffix)")
      try ImageWriter(type: type, quality: quality)
        .write(Frame(showing: picture), "picture", to: Path(path))
      return try Data(contentsOf: URL(fileURLWithPath: path)).count
    }
    #expect(type.isLossy)
    #expect(sizes[0] <= sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }

  @Test(
    arguments: [
      ("png", "quality=9"), ("tiff", "compression=none,x"), ("png", "]"),
    ])
  func `is not begun with options that the encoder has not`(type: String, options: String) throws {
    let error = #expect(throws: ImageFileError.self) {
      try ImageWriter(type: FileType(type), saveOptions: options)
    }
    #expect(error?.kind == .badSaveOptions)
  }

  @Test(
    arguments: [
      ("jpg", "Q=101", "1 to 100"),
      ("jpg", "optimize-coding,Q=0", "Q=0: a whole number from 1 to 100"),
      ("png", "compression=99", "0 to 9"), ("png", "compression=abc", "0 to 9"),
      ("png", "palette=maybe", "true or false"), ("png", "palette,dither=1.5", "0.0 to 1.0"),
      ("tiff", "compression=zip", "one of none, jpeg, deflate"),
      ("tiff", "tile_width=0", "tile_width=0"), ("webp", "page-height=5", "a frame is a page"),
      ("gif", "page_height=5", "a frame is a page"), ("png", "profile=p3", "srgb: frames have"),
      ("tiff", "profile=/nonexistent.icc", "srgb"), ("avif", "compression=hevc", "av1"),
      ("ppm", "format=pfm", "the file's type"), ("jp2", "Q=90,subsample_mode=on", "auto or off"),
    ].filter { (try? FileType($0.0)) != nil })
  func `is not begun with a value that the encoder would ignore`(
    type: String, options: String, expected: String
  ) throws {
    let error = #expect(throws: ImageFileError.self) {
      try ImageWriter(type: FileType(type), saveOptions: options)
    }
    #expect(error?.kind == .badSaveValue)
    #expect(error?.detail.contains(expected) == true, "\(error?.detail ?? "")")
  }

  @Test(arguments: [
    ("jpg", "Q=100,optimize-coding=TRUE,strip"), ("png", "compression=0,filter=all,palette=no"),
    ("tiff", "compression=lzw,xres=3.5"), ("webp", "lossless,Q=0"),
    ("gif", "dither=0,effort=1"),
    ("png", "background=1 2 3,compression= 6"), ("png", "profile=srgb"),
  ])
  func `is begun with every value that the encoder takes`(type: String, options: String) throws {
    _ = try ImageWriter(type: FileType(type), saveOptions: options)
  }

  @Test(
    arguments: [
      ("tiff", "compression=ccittfax4"),
      ("avif", "bitdepth=3"),
    ].filter { (try? FileType($0.0)) != nil })
  func `is not begun with options that make unreadable files`(type: String, options: String) throws
  {
    let error = #expect(throws: ImageFileError.self) {
      try ImageWriter(type: FileType(type), saveOptions: options)
    }
    #expect(error?.kind == .unreadableSaveOptions)
  }

  @Test func `replaces a file, but makes no folder`() throws {
    let picture = Bitmap(width: 1, height: 1, uniform: [1, 2, 3])
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.png")))
    try picture.write(to: folder.file("a.png"))
    #expect(try Bitmap(readingFrom: folder.file("a.png")).difference(from: picture) == nil)
    let error = #expect(throws: ImageFileError.self) {
      try picture.write(to: folder.file("nothing/b.png"))
    }
    #expect(error?.kind == .file(.create))
    #expect(try folder.contents() == ["a.png"])
  }

  @Test(
    arguments: ["jpg", "png", "tiff", "webp", "avif", "jxl", "jp2", "gif", "ppm"]
      .compactMap { try? FileType($0) })
  func `keeps colors in a type with profiles and without`(type: FileType) throws {
    let picture = Bitmap(width: 32, height: 32, uniform: [60, 180, 90])
    let path = folder.file("a" + type.suffix)
    try ImageWriter(type: type, quality: 100, profile: ICCProfileTests.wideProfile)
      .write(Frame(showing: picture), "picture", to: Path(path))
    let file = try ImageFile(path: Path(path), role: "picture", pixelLimit: nil)
    #expect((file.profile != nil) == type.holdsProfile)
    let read = try Bitmap(readingFrom: path)
    let scale = 255 / Double(read.format.depth.maximum)
    let color = read.samples(column: 9, row: 9).map { Double($0) * scale }
    let exact = ICCProfileTests.sRGB(ofWide: [60, 180, 90].map { $0 / 255 })
    #expect(zip(color, exact).allSatisfy { abs($0 - $1) < 3 }, "\(color) for \(exact)")
  }
}
