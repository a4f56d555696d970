internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Makes a page of a show: of each item a small picture, of each step a small animation.
final class ShowPageWriter: FrameWriter {
  /// What a frame is shown as.
  private enum Place {
    case item(Int)
    /// A frame of a step's animation, and whether it stands for those that do not move.
    case step(Int, frame: Int, isStill: Bool)
  }

  private let page: Page
  private let whole: OpenedShow
  /// The size of the pictures.
  private let size: Size
  private let stills: ImageWriter
  private let matte: Matte
  /// What shows each frame that is wanted, by its number.
  private let places: [Int: [Place]]
  private let animations: [Int: WebPAnimation]
  private let state = Monitor(
    (pictures: PageText.ShowPictures(), stills: [Int: [UInt8]](), isWhole: true))

  init(_ page: Page, _ context: RenderContext) throws(Failure) {
    let whole = context.opened.whole
    (self.page, self.whole) = (page, whole)
    size = page.cell(of: whole.size)
    (stills, matte) = (try page.stills(), context.matte)
    var places: [Int: [Place]] = [:]
    var animations: [Int: WebPAnimation] = [:]
    let plan = whole.job.plan
    for (item, number) in PageFrames.items(of: plan) {
      places[number, default: []].append(.item(item))
    }
    for (step, frames) in PageFrames.steps(of: plan) {
      animations[step] = try page.animation(size, context.format, delays: frames.map(\.delay))
      for (index, frame) in frames.enumerated() {
        let place = Place.step(step, frame: index, isStill: index == frames.count / 2)
        places[frame.number, default: []].append(place)
      }
    }
    (self.places, self.animations) = (places, animations)
  }

  func wants(_ number: Int) -> Bool { places[number] != nil }

  var isOpen: Bool { state.withLock(\.isWhole) }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let frame = page.shown(frame, over: matte)
    let isSmall = frame.width == size.width && frame.height == size.height
    let picture = try Failure.from(
      image: isSmall ? frame.bitmap() : frame.thumbnail(width: size.width, height: size.height))
    return { () throws(Failure) in try self.add(picture, of: drawing) }
  }

  private func add(_ picture: Bitmap, of drawing: Drawing) throws(Failure) {
    var encoded: [UInt8]?
    func still() throws(Failure) -> [UInt8] {
      if let encoded { return encoded }
      let bytes = try Failure.from(image: stills.encoded(Frame(showing: picture)))
      encoded = bytes
      return bytes
    }
    for place in drawing.numbers.flatMap({ places[$0] ?? [] }) {
      switch place {
      case .item(let item):
        let (bytes, color) = (try still(), picture.meanColor)
        state.withLock { state in
          state.pictures.thumbnails[item] = bytes
          state.pictures.colors[item] = color
        }
      case .step(let step, let frame, let isStill):
        try Failure.from(image: animations[step]?.add(picture, at: frame))
        guard isStill else { continue }
        let bytes = try still()
        state.withLock { $0.stills[step] = bytes }
      }
    }
  }

  func frameFailed(_ drawing: Drawing) { state.withLock { $0.isWhole = false } }

  func finish() throws(Failure) {
    var (pictures, stills) = state.withLock { ($0.pictures, $0.stills) }
    for (step, animation) in animations {
      pictures.steps[step] = (try Failure.from(image: animation.bytes()), stills[step] ?? [])
    }
    try page.write(PageText(whole, page).document(pictures, of: size))
  }
}

/// The frames of a show that a page has room for.
enum PageFrames {
  /// A frame of an animation.
  struct Shown {
    let number: Int
    /// For how many milliseconds it is shown.
    let delay: Int
  }

  /// The most frames of a step, and those of its pictures on both sides.
  private static let most = 8

  /// A frame of each item: the middle of those that show it alone, where its words have come; or
  /// else that of a step in which there is most of it.
  static func items(of plan: Plan) -> [(item: Int, number: Int)] {
    var frames: [Int: Int] = [:]
    for part in plan.timeline.parts {
      if case .picture(let item) = part.step {
        frames[item] = part.frames.lowerBound + part.frames.count / 2
      }
    }
    for part in plan.timeline.parts {
      guard case .transition(let step) = part.step else { continue }
      let sides = [part.frames.lowerBound, part.frames.upperBound - 1]
      let ends = zip(
        [step, plan.timeline.item(after: step)],
        plan.timeline.isReversed ? sides.reversed() : sides)
      for (item, frame) in ends where frames[item] == nil { frames[item] = frame }
    }
    return frames.sorted { $0.key < $1.key }.map { ($0.key, plan.allNumbers.lowerBound + $0.value) }
  }

  /// The frames of each step at even distances, between those of its items alone.
  static func steps(of plan: Plan) -> [(step: Int, frames: [Shown])] {
    plan.joints.map { joint in
      let (frames, sides) = (joint.frames, [joint.before, joint.after])
      let count = min(frames.count, most - sides.count { $0 != nil })
      let time = plan.rate.duration(of: frames.count + 1) * 1000 / Double(count + 1)
      let delay = Int(min(max(time, 40), 400).rounded())
      let between = (0..<count).map { index in
        frames.lowerBound + (index + 1) * (frames.count + 1) / (count + 1) - 1
      }
      func side(_ number: Int?, _ delay: Int) -> [Shown] {
        number.map { [Shown(number: $0, delay: delay)] } ?? []
      }
      let shown =
        side(joint.before, 600) + between.map { Shown(number: $0, delay: delay) }
        + side(joint.after, 800)
      return (joint.step, shown)
    }
  }
}

extension Bitmap {
  /// The color of it all, as style sheets write it.
  fileprivate var meanColor: String {
    let (samples, channels) = (samples, format.channels)
    var sums = [0.0, 0, 0]
    for start in stride(from: 0, to: samples.count, by: channels) {
      for channel in 0..<3 { sums[channel] += Double(samples[start + channel]) }
    }
    let whole = Double(format.depth.maximum) * Double(max(1, width * height))
    return "#" + sums.map { UInt8(($0 / whole * 255).rounded()).hexadecimal }.joined()
  }
}
