internal import TransitionKit

/// The surroundings of a picture in `contain-blur`: a copy of it, blurred, darker and paler, that
/// does not outshine it.
struct Backdrop {
  /// The size of the copy before it is enlarged to the frame: small enough that the blur costs
  /// little, and so blurred that it can be enlarged unseen.
  let width, height: Int
  /// What is seen of the picture, in whole pixels.
  let columns, rows: Range<Int>

  /// Prepares for a picture of a size.
  init(covering canvas: Canvas, width pictureWidth: Int, height pictureHeight: Int) {
    let (across, down) = (Double(canvas.width), Double(canvas.height))
    let scale = min(1, 256 / max(across, down))
    width = max(1, Int((across * scale).rounded()))
    height = max(1, Int((down * scale).rounded()))
    let share = min(Double(pictureWidth) / across, Double(pictureHeight) / down)
    // As much on one side as on the other, which half pixels of the picture would not be.
    func part(_ share: Double, of whole: Int) -> Range<Int> {
      let part = min(max(1, Int(share.rounded())), whole)
      let start = (whole - part) / 2
      return start..<start + part + (whole - part) % 2
    }
    columns = part(across * share, of: pictureWidth)
    rows = part(down * share, of: pictureHeight)
  }

  /// What is seen of the picture.
  var region: PictureRegion {
    PictureRegion(
      x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
      height: Double(rows.count))
  }

  /// The small copy, blurred, darker and paler, in numbers of floating point.
  func blurred(_ small: Picture, _ encoding: RGBEncoding) throws(VipsError) -> Picture {
    try small.blurred(deviation: Double(min(width, height)) / 20)
      .dimmed(to: encoding.value(of: Self.light), saturation: Self.saturation)
  }

  /// The light of a blurred backdrop, and its saturation, as shares of the picture's own.
  private static let (light, saturation) = (0.6, 0.7)
}
