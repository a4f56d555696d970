internal import TransitionImages
internal import TransitionKit

/// Opens the items of a show.
struct FootageLoader: Sendable {
  private let items: [Item]
  private let timeline: Timeline
  private let rate: FrameRate
  /// The pictures of the items, whose headers have been read.
  private let pictures: [ProfiledPicture]
  /// The frame that they are brought to.
  private let canvas: Canvas
  private let format: PixelFormat

  /// Prepares to open some items.
  init(
    _ items: [Item], _ plan: Plan, _ pictures: [ProfiledPicture], _ canvas: Canvas,
    _ format: PixelFormat
  ) {
    (self.items, timeline, rate) = (items, plan.timeline, plan.rate)
    (self.pictures, self.canvas, self.format) = (pictures, canvas, format)
  }

  /// Opens an item for a showing; its picture may be decoded already.
  ///
  /// - Throws: what is wrong with its picture.
  func footage(
    of showing: Int, _ decoded: DecodedPicture? = nil
  ) throws(Failure) -> any Footage {
    let number = timeline.item(ofShowing: showing)
    let item = items[number]
    let canvas = canvas.showing(item)
    let clip = pictures[number].opened.footage(
      Showing(
        canvas: canvas, format: format, profile: pictures[number].profile,
        role: item.picture.role, last: timeline.lastFrame(ofShowing: showing)))
    if let clip { return clip }
    return try Failure.located(at: item.position) { () throws(Failure) in
      let decoded = if let decoded { decoded } else { try pictures[number].decode() }
      return try Failure.from { () throws(ImageFileError) in
        guard let motion = item.motion, case .image(let image) = decoded else {
          return Still(picture: try decoded.fitted(to: canvas, format: format))
        }
        let frames = timeline.frames(of: number)
        let picture = try image.moving(
          motion, in: canvas, format: format, seconds: rate.duration(of: frames))
        return MovingStill(picture: picture, frames: frames, bounds: canvas.bounds)
      }
    }
  }
}
