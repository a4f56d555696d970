import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionImages

/// Pictures of every type that is read are what ImageMagick reads.
@Suite(
  .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice)),
  .enabled(if: ImageMagick.path != nil, Comment(rawValue: ImageMagick.advice)))
struct LoaderTableTests {
  /// The program that makes a file from a PNG.
  enum Maker: Sendable {
    /// libvips, with options of its encoder.
    case vips(String)
    /// ImageMagick, with options.
    case magick([String])
  }

  /// A kind of picture.
  struct Kind: Sendable, CustomTestStringConvertible {
    let loader: String
    let source: String
    let type: String
    let maker: Maker
    /// By how much of 255 samples may differ.
    let tolerance: Double

    var testDescription: String { "\(source).png as \(type), \(maker)" }
  }

  /// Kinds that each of some options and sources make.
  private static func kinds(
    _ loader: String, _ type: String, of sources: [String], _ options: [String] = [""],
    tolerance: Double = 1.01
  ) -> [Kind] {
    options.flatMap { option in
      sources.map {
        Kind(
          loader: loader, source: $0, type: type, maker: .vips(option), tolerance: tolerance)
      }
    }
  }

  /// Kinds that ImageMagick makes.
  private static func kinds(
    ofMagick types: [String], of sources: [String], _ options: [String] = [],
    loader: String = "magickload", tolerance: Double = 1.01
  ) -> [Kind] {
    types.flatMap { type in
      sources.map {
        Kind(
          loader: loader, source: $0, type: type, maker: .magick(options), tolerance: tolerance)
      }
    }
  }

  // The sources of kinds, by channels and depth.
  private static let colors = ["rgb8", "rgba8", "grey8", "greya8"]
  private static let deep = ["rgb16", "rgba16", "grey16", "greya16"]

  private static let table: [Kind] = [
    kinds("pngload", "png", of: colors + deep, ["", "interlace"]),
    kinds("pngload", "png", of: ["rgb8", "rgba8"], ["palette"]),
    kinds("pngload", "png", of: ["grey8"], ["bitdepth=1", "bitdepth=2", "bitdepth=4"]),
    kinds("jpegload", "jpg", of: ["rgb8", "grey8"], ["", "Q=100", "interlace"]),
    kinds(
      "tiffload", "tif", of: colors + deep,
      [
        "", "compression=lzw,predictor=horizontal", "compression=deflate,tile",
        "bigtiff,pyramid,tile",
      ]),
    kinds("tiffload", "tif", of: ["rgb8", "grey8"], ["compression=packbits", "compression=jpeg"]),
    kinds("tiffload", "tif", of: ["grey8"], ["bitdepth=1", "bitdepth=1,compression=ccittfax4"]),
    kinds(ofMagick: ["tif"], of: colors + deep, ["-endian", "MSB"], loader: "tiffload"),
    kinds("webpload", "webp", of: ["rgb8", "rgba8"], ["lossless", "Q=90"], tolerance: 2),
    kinds("gifload", "gif", of: ["rgb8", "rgba8", "grey8"], ["", "interlace"]),
    kinds("ppmload", "ppm", of: ["rgb8", "rgb16"]),
    kinds("ppmload", "pgm", of: ["grey8", "grey16"]),
    // The channels share an exponent, so that small numbers beside large ones are coarse.
    kinds("radload", "hdr", of: ["rgb8"], tolerance: 7),
    kinds("jp2kload", "jp2", of: colors + ["rgb16", "grey16"], ["lossless"]),
    kinds("jxlload", "jxl", of: colors + deep, ["lossless"]),
    // ImageMagick 6 reads no alpha of AVIF, and nearest colors where they are fewer than pixels.
    kinds("heifload", "avif", of: ["rgb8"], ["lossless"], tolerance: 2),
    // ImageMagick 6 leaves out that colors are multiplied by alpha.
    kinds(
      ofMagick: ["exr"], of: ["rgb8", "grey8", "rgb16"], loader: "openexrload", tolerance: 2),
    kinds(ofMagick: ["bmp", "bmp3"], of: ["rgb8", "grey8"]),
    kinds(ofMagick: ["bmp"], of: ["rgba8"]),
  ].flatMap(\.self)

  private static let possible = table.filter { kind in
    let isRead = VipsTool.has(kind.loader) && ImageMagick.readable.contains(kind.type)
    guard case .vips = kind.maker else { return isRead }
    return isRead && VipsTool.has(kind.loader.replacing("load", with: "save"))
  }

  @Test func `holds every type that is read, but for drawings`() {
    let loaders = PictureType.all.map { type in
      type.loader == "Nsgif" ? "gifload" : type.loader.lowercased() + "load"
    }
    #expect(Set(Self.table.map(\.loader)) == Set(loaders).subtracting(["svgload", "pdfload"]))
  }

  @Test(arguments: possible) func `is read as ImageMagick reads it`(_ kind: Kind) throws {
    let folder = try TemporaryFolder()
    let name = "a.\(kind.type)"
    try Self.makeSource(kind.source, in: folder)
    switch kind.maker {
    case .vips(let options):
      try VipsTool.run(
        ["copy", "source.png", options.isEmpty ? name : "\(name)[\(options)]"], in: folder)
    case .magick(let options):
      try ImageMagick.run(["source.png"] + options + [name], in: folder)
    }
    let expected = try ImageMagick.samples(of: name, in: folder)
    let samples = try Bitmap(readingFrom: folder.file(name)).deepRGBA
    #expect(samples.count == expected.count)
    let difference = zip(samples, expected).map { abs(Double($0) - Double($1)) / 257 }.max() ?? 255
    #expect(difference <= kind.tolerance)
  }

  /// Makes a PNG of channels and a depth, as `greya16` says.
  private static func makeSource(_ name: String, in folder: TemporaryFolder) throws {
    let format = PixelFormat(
      depth: name.hasSuffix("16") ? .sixteen : .eight, hasAlpha: name.contains("a"))
    // Colors without alpha may be anything.
    let picture = Bitmap(width: 33, height: 20, format: format) { u, v in
      [u, v, 0.5 + 0.5 * u * v, 0.2 + 0.8 * v]
    }
    try picture.write(to: folder.file("source.png"))
    guard name.hasPrefix("grey") else { return }
    let space = format.depth == .eight ? "b-w" : "grey16"
    try VipsTool.run(["colourspace", "source.png", "grey.png", space], in: folder)
    try VipsTool.run(["copy", "grey.png", "source.png"], in: folder)
  }
}

extension Bitmap {
  /// Red, green, blue and alpha of all pixels in 16 bits.
  fileprivate var deepRGBA: [UInt16] {
    let scale = format.depth == .eight ? 257 : 1 as UInt16
    let samples = samples
    return stride(from: 0, to: samples.count, by: format.channels).flatMap { pixel in
      (0..<4).map { $0 < format.channels ? samples[pixel + $0] * scale : 65535 }
    }
  }
}
