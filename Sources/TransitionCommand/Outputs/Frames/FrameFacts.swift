internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Everything that decides the bytes of a frame's file, as a number for each moment of a show.
///
/// A ``JobRecord`` says of a whole show whether it is the same; these numbers say it of one frame,
/// whatever its own number is and whatever the rest of the show is like. A picture that stands still
/// depends on itself; a frame of a transition on both pictures, the transition and the eased time. All
/// depend on the frames' size, format and profile, which follow from all pictures.
struct FrameFacts: Sendable {
  /// Of each item, but for what one of its frames has alone.
  private let items: [Checksum]
  /// Of each step, but for that.
  private let steps: [Checksum]
  private let shownItems: [Item]
  private let identities: PictureIdentities
  private let timeline: Timeline
  private let rate: FrameRate

  /// The facts of the frames of a show.
  ///
  /// - Parameters:
  ///   - job: a job of more than a pair of pictures. A pair is decoded before the format of the frames
  ///     is known: their headers do not tell it.
  ///   - files: what the frames become.
  ///   - identities: what tells the job's pictures from others.
  ///   - headers: those of the pictures.
  ///   - canvas: the frame that they are brought to.
  init(
    _ job: Job, _ files: FrameFiles, _ identities: PictureIdentities, _ headers: PictureHeaders,
    _ canvas: Canvas
  ) {
    let render = job.render
    let whole = Checksum(of: Self.ofEveryFrame(job, files, headers, canvas))
    let items = render.items.map { Self.of($0, identities, canvas) }
    let masks = render.masks
    let transitions = render.transitions.map { Self.of($0, identities, fit: render.fit, masks) }
    self.identities = identities
    shownItems = render.items
    (timeline, rate) = (job.plan.timeline, job.plan.rate)
    self.items = items.map { whole.adding(["picture"] + $0) }
    steps = render.steps.enumerated().map { index, step in
      let (from, to) = (items[index], items[(index + 1) % items.count])
      return whole.adding(["from"] + from + ["to"] + to + transitions[step.transition])
    }
  }

  /// The number of a moment: another one if anything is different that decides the frame.
  func checksum(of moment: Timeline.Moment) -> Int64 {
    let facts =
      switch moment.step {
      case .picture(let number): items[number]
      case .transition(let number): steps[number].adding(moment.time.bitPattern)
      }
    return facts.adding(timeline.shown(at: moment).flatMap(facts(of:))).value
  }

  /// The facts of one frame of an item: the file of a sequence, the number of a film's, or how far a
  /// motion has come; with the rate, where it decides the frame.
  private func facts(of shown: ItemFrame) -> [String] {
    let item = shownItems[shown.item]
    let rate = item.followsRate ? ["at \(rate.text)"] : []
    if let file = identities.file(of: shown.frame, in: item.picture) { return [file] }
    if item.picture.film != nil { return ["frame \(shown.frame)"] + rate }
    guard item.motion != nil else { return [] }
    return ["\(shown.frame) of \(timeline.frames(of: shown.item))"] + rate
  }

  private static func ofEveryFrame(
    _ job: Job, _ files: FrameFiles, _ headers: PictureHeaders, _ canvas: Canvas
  ) -> [String] {
    let (render, outputs) = (job.render, job.outputs.all)
    let facts = JobRecord.facts(job, files) { $0.subject.isOfEveryFrame }
    let formats = headers.pictures.map(\.format)
    let hasAlpha = formats.contains(where: \.hasAlpha) || canvas.addsAlpha(around: render.items)
    // A contact sheet beside the frames may ask for more.
    let depths = formats.map(\.depth) + outputs.map(\.depth)
    let profile = headers.profile(render, for: job.outputs)
    return facts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + [
      "\(canvas.width)x\(canvas.height)", hasAlpha ? "alpha" : "opaque",
      "\(depths.max()?.rawValue ?? 0) bits",
      profile.map { Fingerprint($0.bytes).text } ?? "sRGB",
    ]
  }

  private static func of(
    _ item: Item, _ identities: PictureIdentities, _ canvas: Canvas
  ) -> [String] {
    guard item.picture.path != nil else { return [identities[item.picture]] }
    let picture = item.picture.sequence == nil ? identities[item.picture] : "sequence"
    let canvas = canvas.showing(item)
    // Only where a picture is cut off something is to stay in sight.
    let focus = canvas.fit == .cover ? [canvas.focus.text] : []
    let motion = item.motion.map { ["\($0.panZoom.text) \($0.zoom) \($0.turn)"] } ?? []
    return [picture, canvas.fit.rawValue] + focus + motion
  }

  private static func of(
    _ transition: FilterSettings, _ identities: PictureIdentities, fit: Fit?,
    _ masks: Set<GivenPicture>
  ) -> [String] {
    let values = transition.facts(identities).flatMap { parameter, text in
      guard let picture = transition.picture(of: parameter) else { return [parameter.name, text] }
      // The run's fit is that of its pictures. One that is a mask elsewhere is read as a mask.
      return [
        parameter.name, text, fit?.rawValue ?? "unset",
        masks.contains(picture) ? "mask" : "picture",
      ]
    }
    return [transition.filter.fullName] + values
  }
}

extension FilterSettings {
  /// The parameters with what tells their values from others.
  func facts(
    _ identities: PictureIdentities
  ) -> [(parameter: ParameterDescription, text: String)] {
    filter.parameters.map { parameter in
      let picture = picture(of: parameter)
      return (parameter, picture.map { identities[$0] } ?? valueText(of: parameter) ?? "unset")
    }
  }
}

/// FNV-1a of 64 bits, to which more can be added: what all frames of a step share is added once.
private struct Checksum {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init(of texts: [String]) { self = adding(texts) }

  private mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The checksum with some texts, which contain no zeros, and so do not run into each other.
  func adding(_ texts: [String]) -> Checksum {
    var sum = self
    for text in texts {
      for byte in text.utf8 { sum.add(byte) }
      sum.add(0)
    }
    return sum
  }

  func adding(_ bits: UInt64) -> Checksum {
    var sum = self
    for shift in stride(from: 0, to: 64, by: 8) {
      sum.add(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return sum
  }

  /// The number, not negative.
  var value: Int64 { Int64(state >> 1) }
}
