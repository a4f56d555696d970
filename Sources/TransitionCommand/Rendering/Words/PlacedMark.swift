internal import TransitionImages
internal import TransitionKit

extension Watermark {
  /// Its picture, as others of a show.
  var picture: GivenPicture { GivenPicture(role: "watermark", source: FileSource(name: path)) }

  /// Its size in a frame, and its left column and top row. A pixel of the show may be smaller
  /// there.
  func bounds(
    of picture: (width: Int, height: Int), in frame: Size, pixelScale: Double = 1
  ) -> (width: Int, height: Int, column: Int, row: Int) {
    let (across, down) = (Double(frame.width), Double(frame.height))
    let margin = self.margin / 100 * min(across, down)
    let aspect = Double(picture.height) / Double(picture.width)
    // A mark that is higher than wide stays within the frame, too.
    let width = min(self.width / 100 * across, (down - 2 * margin) / aspect)
    func pixels(_ length: Double, _ most: Int) -> Int { min(max(1, Int(length.rounded())), most) }
    let size = (width: pixels(width, frame.width), height: pixels(width * aspect, frame.height))
    func corner(_ side: Int, _ whole: Int, _ share: Double) -> Int {
      let free = Double(whole - side)
      let margin = min(margin, free / 2)
      return Int((margin + share * (free - 2 * margin)).rounded())
    }
    switch place {
    case .named(let place):
      let (x, y) = place.shares
      return (
        size.width, size.height, corner(size.width, frame.width, x),
        corner(size.height, frame.height, y)
      )
    case .point(let x, let y):
      func start(_ middle: Double, _ side: Int, _ whole: Int) -> Int {
        Int(min(max(0, middle - Double(side) / 2), Double(whole - side)).rounded())
      }
      func pixels(_ coordinate: Focus.Coordinate, _ whole: Double) -> Double {
        coordinate.pixels(of: whole / pixelScale) * pixelScale
      }
      return (
        size.width, size.height, start(pixels(x, across), size.width, frame.width),
        start(down - pixels(y, down), size.height, frame.height)
      )
    }
  }
}

extension WordPlace {
  /// How far it is from the left and from the top, 0, 0.5 or 1.
  fileprivate var shares: (x: Double, y: Double) {
    let x: Double =
      switch alignment {
      case .left: 0
      case .middle: 0.5
      case .right: 1
      }
    let y: Double =
      switch edge {
      case .top: 0
      case nil: 0.5
      case .bottom: 1
      }
    return (x, y)
  }
}

/// A watermark that can be laid over frames.
struct PlacedMark: Sendable {
  private let overlay: PlacedOverlay

  /// Scales a picture; a drawing is made again in its size.
  init(
    _ mark: Watermark, _ image: DecodedImage, in canvas: Canvas, pixelScale: Double,
    _ encoding: RGBEncoding
  ) throws(ImageFileError) {
    let bounds = mark.bounds(
      of: (image.width, image.height), in: Size(width: canvas.width, height: canvas.height),
      pixelScale: pixelScale)
    let ink = try image.ink(width: bounds.width, height: bounds.height)
    overlay = PlacedOverlay(
      Overlay(ink, column: bounds.column, row: bounds.row, encoding: encoding),
      opacity: Float(mark.opacity / 100))
  }

  /// The bytes that a mark takes over frames of a size, with its picture while it is read.
  static func byteCount(_ mark: Watermark, _ image: ImageFile?, in canvas: Canvas) -> Int {
    guard let image else { return 0 }
    let bounds = mark.bounds(
      of: (image.width, image.height), in: Size(width: canvas.width, height: canvas.height))
    return bounds.width * bounds.height * 24 + image.width * image.height * 8
  }

  func over(_ frame: Frame) -> Frame { overlay.over(frame) }
}
