internal import CVips
internal import TransitionKit

/// Netpbm's maps of floating point, in which the lowest row comes first.
enum PortableFloatMap {
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
}
