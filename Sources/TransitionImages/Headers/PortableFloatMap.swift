internal import TransitionKit
internal import TransitionVips

/// One of Netpbm's maps of floating point, in which the lowest row comes first.
struct PortableFloatMap: FormatHeader {
  private(set) var defect: String?
  private var size: (width: Int, height: Int)?

  static let signatures = ["PF", "Pf"].map { Array($0.utf8) }

  init?(read: @escaping FileReader) {
    let lines = read(0, 256).split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    let sides = lines.dropFirst().first?.split(separator: " ").map { Int($0) } ?? []
    guard lines.count == 4, lines[0].utf8.count == 2, sides.count == 2,
      let width = sides[0], let height = sides[1], width > 0, height > 0,
      let scale = Float(lines[2]), scale.isFinite, scale != 0
    else {
      defect = "libvips reads such files only with their size and their scale on lines of their own"
      return
    }
    size = (width, height)
  }

  func defect(of picture: Picture) -> String? {
    size.map { $0 == (picture.width, picture.height) } == false
      ? "libvips reads another size than its header gives" : nil
  }

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    if Self.isUpsideDown { picture.markUpsideDown() }
    return picture
  }

  /// Whether the installed libvips takes the first row for the highest when it reads and writes such
  /// files, as 8.14 does.
  static let isUpsideDown: Bool = {
    let whiteOverBlack = Bitmap(
      width: 1, height: 2, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: [255, 255, 255, 0, 0, 0])
    let bytes = try? FrameImage(Frame(showing: whiteOverBlack), profile: nil).withPicture {
      picture throws(ImageFileError) in
      do throws(VipsError) {
        return try picture.converted(to: VIPS_INTERPRETATION_scRGB).encoded(as: ".pfm")
      } catch {
        throw .library(error.detail)
      }
    }
    // Zeros are black.
    return bytes?.suffix(3 * 4).allSatisfy { $0 == 0 } ?? true
  }()
}
