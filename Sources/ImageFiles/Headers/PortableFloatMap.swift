internal import CVips
internal import TransitionKit

/// Netpbm's maps of floating point, in which the lowest row comes first.
struct PortableFloatMap: FormatHeader {
  /// Whether the installed libvips takes the first row for the highest when it reads and writes them,
  /// as 8.14 does.
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

  static let signatures = ["PF", "Pf"].map { Array($0.utf8) }

  init(read: FileReader) {}

  func completed(_ picture: Picture) throws(VipsError) -> Picture {
    if Self.isUpsideDown, picture.loader?.hasPrefix("ppmload") == true { picture.markUpsideDown() }
    return picture
  }
}
