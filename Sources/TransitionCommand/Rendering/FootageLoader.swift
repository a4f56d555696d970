internal import TransitionImages
internal import TransitionKit

/// Opens the items of a show.
struct FootageLoader: Sendable {
  let items: [Item]
  let plan: Plan
  /// The pictures of the items, whose headers have been read.
  let pictures: [any OpenedSource]
  /// The profile that their colors stay in, if not sRGB.
  let profile: ColorProfile?
  /// The frame that they are brought to.
  let canvas: Canvas
  let format: PixelFormat

  /// Opens an item for a showing; its picture may be decoded already.
  ///
  /// - Throws: what is wrong with its picture.
  func footage(
    of showing: Int, _ decoded: DecodedPicture? = nil
  ) throws(Failure) -> Footage {
    let timeline = plan.timeline
    let number = timeline.item(ofShowing: showing)
    let item = items[number]
    let canvas = canvas.showing(item)
    let clip = pictures[number].footage(
      Showing(
        canvas: canvas, format: format, profile: profile, role: item.picture.role,
        last: timeline.lastFrame(ofShowing: showing), motion: motion(of: number)))
    if let clip { return clip }
    return try Failure.located(at: item.position, still(number, decoded, in: canvas))
  }

  /// The footage of an item that is one picture, which may move.
  private func still(
    _ number: Int, _ decoded: DecodedPicture?, in canvas: Canvas
  ) throws(Failure) -> Footage {
    let decoded = if let decoded { decoded } else { try pictures[number].picture(keeping: profile) }
    guard let motion = motion(of: number), case .image(let image) = decoded else {
      let picture = try Failure.from(image: decoded.fitted(to: canvas, format: format))
      return { _, _ in picture }
    }
    let picture = try Failure.from(
      image: image.moving(
        motion.motion, in: canvas, format: format, seconds: motion.seconds))
    return { frame, _ in
      FittedPicture(
        pixels: .bitmap(picture.bitmap(at: motion.share(at: frame))), bounds: canvas.bounds)
    }
  }

  private func motion(of number: Int) -> ShownMotion? {
    let (item, frames) = (items[number], plan.timeline.frames(of: number))
    return item.motion.map {
      ShownMotion(
        motion: $0, easing: item.motionEasing, frames: frames,
        seconds: plan.rate.duration(of: frames))
    }
  }
}
