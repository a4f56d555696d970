internal import Foundation

/// ImageMagick, which reads pictures independently of libvips.
public enum ImageMagick {
  /// Its program; `nil` if it is not installed.
  public static let path = ["/usr/bin/magick", "/usr/bin/convert", "/opt/homebrew/bin/magick"]
    .first { path in
      let result = try? Subprocess(path, ["-version"], in: "/").outcome()
      return result?.output.hasPrefix("Version: ImageMagick") == true
    }

  /// What a test that needs it says when it is skipped.
  public static let advice = "needs ImageMagick: Tests/run.sh installs it"

  /// The names of the formats that it reads.
  public static let readable: Set<String> = {
    guard let path, let list = try? Subprocess(path, ["-list", "format"], in: "/").outcome() else {
      return []
    }
    let rows = list.output.split(separator: "\n").map { $0.split(separator: " ") }
    return Set(
      rows.filter { $0.count > 2 && $0[2].hasPrefix("r") }
        .map { $0[0].trimmingCharacters(in: ["*"]).lowercased() })
  }()

  /// Makes one file from another: `["a.png", "-flip", "b.bmp"]`.
  public static func run(_ arguments: [String], in folder: TemporaryFolder) throws {
    try Programs.run(path ?? "convert", arguments, in: folder)
  }

  /// The first picture of a file in sRGB: red, green, blue and alpha, in 16 bits each.
  public static func samples(of name: String, in folder: TemporaryFolder) throws -> [UInt16] {
    try run(
      [
        "\(name)[0]", "-auto-orient", "-colorspace", "sRGB", "-alpha", "set", "-depth", "16",
        "-endian", "LSB", "rgba:samples",
      ], in: folder)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("samples"))))
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
  }
}
