internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The key of each moment of a show.
///
/// A picture that stands still depends on itself; a frame of a transition on both pictures, the
/// transition and the eased time. All depend on the frames' size, format and profile, which follow
/// from all pictures. Number and place in the show decide nothing, so that a frame stays where it
/// is shown in another show. But the frames of two pictures belong together: their keys say of each
/// which transition it is a part of.
struct FrameKeys: Sendable {
  /// Of each item, but for what one of its frames has alone.
  private let items: [FrameKey]
  /// Of each step, but for that.
  private let steps: [FrameKey]
  /// What decides how the words over each item look.
  private let words: [[String]]
  private let shownItems: [Item]
  /// What tells the pictures from others.
  typealias Identities = [GivenPicture: SourceIdentity]
  private let identities: Identities
  private let timeline: Timeline
  private let rate: FrameRate

  /// Looks at all pictures of a job; `nil` if one is not an ordinary file, which cannot be read
  /// twice.
  ///
  /// - Throws: that ffmpeg, by which films look, does not tell its version.
  static func identities(_ job: Job) throws(Failure) -> Identities? {
    let pictures = job.show.allPictures
    let film = pictures.first { $0.source is FilmClip }?.source
    let decoder = if let film { try FFmpeg.version(for: .film(film.name)) } else { "" }
    let found = Threads.results(of: pictures.count, atOnce: job.jobs) { index in
      let source = pictures[index].source
      var identity = source.identity
      if source is FilmClip { identity?.text += decoder }
      return identity
    }
    guard !found.contains(where: { $0 == nil }) else { return nil }
    return Identities(zip(pictures, found.compactMap(\.self))) { first, _ in first }
  }

  /// The keys of frames whose encoding some texts tell from others.
  ///
  /// - Throws: that a picture has changed before it was opened.
  init(
    _ opened: OpenedShow, _ encoding: [String], _ identities: Identities
  ) throws(Failure) {
    for (picture, identity) in identities where !identity.isCurrent() {
      throw Failure.changed(picture.source.name)
    }
    let (job, canvas) = (opened.job, opened.canvas)
    let show = job.show
    let whole = FrameKey(of: Self.valuesOfAll(opened, encoding, identities))
    let timeline = job.plan.timeline
    let words = show.items.enumerated().map { index, item in
      Self.words(over: item, timeline.frames(of: index), identities)
    }
    let items = show.items.enumerated().map { index, item in
      Self.values(of: item, identities, canvas)
        + (timeline.mixesWords(of: index) ? words[index] : [])
    }
    let masks = show.masks
    let transitions = show.transitions.map { transition in
      Self.values(of: transition, identities, fit: show.fit, masks)
        + [show.workingSpace(of: transition.filter).rawValue]
    }
    (self.identities, shownItems, self.words) = (identities, show.items, words)
    (self.timeline, rate) = (timeline, job.plan.rate)
    let pair = show.isPair ? items.flatMap(\.self) + transitions[0] + timeline.texts : []
    self.items = items.map { whole.adding(["picture"] + $0 + pair) }
    steps = show.steps.enumerated().map { index, step in
      let (from, to) = (items[index], items[(index + 1) % items.count])
      return whole.adding(["from"] + from + ["to"] + to + transitions[step.transition] + pair)
    }
  }

  /// The key of an item, whichever of its frames is shown.
  func key(ofItem item: Int) -> FrameKey { items[item] }

  func key(of moment: Timeline.Moment) -> FrameKey {
    let key =
      switch moment.step {
      case .picture(let number): items[number]
      case .transition(let number): steps[number].adding(moment.time.bitPattern)
      }
    return key.adding(timeline.shown(at: moment).flatMap(values(of:)) + words(at: moment))
  }

  /// The words that show over the picture of a moment, and how far they have come.
  private func words(at moment: Timeline.Moment) -> [String] {
    guard case .picture(let number) = moment.step, moment.words.contains(where: { $0 != nil })
    else { return [] }
    let phases = moment.words.map { phase in
      phase.map { "\($0.opacity.bitPattern) \($0.fall.bitPattern)" } ?? "gone"
    }
    return words[number] + phases
  }

  /// What decides how words over an item look, if it has some: with the frames that tell how bright
  /// it becomes.
  private static func words(
    over item: Item, _ frames: Int, _ identities: Identities
  ) -> [String] {
    if item.words.isEmpty { return [] }
    let samples = SetWords.samples(of: item, frames).map { frame in
      "\(frame) of \(frames) " + (identities[item.picture]?.ofFrame?(frame) ?? "")
    }
    let words = item.words.flatMap { words in
      ["words"] + words.texts + [Fingerprint(words.typeface.specimen(of: words.text)).digits]
    }
    return words + (item.isConstant ? [] : samples)
  }

  /// What one frame of an item has alone: the file of a sequence, the number of a film's, and how
  /// far a motion has come; with the rate, where it decides the frame.
  private func values(of shown: ItemFrame) -> [String] {
    let item = shownItems[shown.item]
    let progress =
      item.motion.map { _ in "\(shown.frame) of \(timeline.frames(of: shown.item))" }
    let frame = identities[item.picture]?.ofFrame?(shown.frame)
    return [frame, progress].compactMap(\.self) + (item.followsRate ? ["at \(rate.text)"] : [])
  }

  private static func valuesOfAll(
    _ opened: OpenedShow, _ encoding: [String], _ identities: Identities
  ) -> [String] {
    let (job, canvas) = (opened.job, opened.canvas)
    let (show, outputs) = (job.show, job.outputs.all)
    let formats = opened.pictures.map(\.format)
    let hasAlpha = formats.contains(where: \.hasAlpha) || canvas.addsAlpha(around: show.items)
    // A contact sheet beside the frames may ask for more.
    let depths = formats.map(\.depth) + outputs.map(\.depth)
    let colors = [canvas.background, show.matte].map(\.text)
    let mark =
      show.watermark.map { mark in
        ["watermark", identities[mark.picture]?.text ?? ""] + mark.texts
      } ?? []
    // Swift 6.2 gives up on all of it in one expression.
    let pixels: [String] = [
      "\(canvas.width)x\(canvas.height)", hasAlpha ? "alpha" : "opaque",
      "\(depths.max()?.rawValue ?? 0) bits", show.dithers ? "dithered" : "rounded",
      opened.profile.map { Fingerprint($0.bytes).text } ?? "sRGB",
      (show.workingSpace ?? .linear).rawValue,
    ]
    return Build.versions + encoding + pixels + colors + mark
  }

  private static func values(
    of item: Item, _ identities: Identities, _ canvas: Canvas
  ) -> [String] {
    let picture = identities[item.picture]?.text ?? ""
    guard !item.source.isColor else { return [picture] }
    let canvas = canvas.showing(item)
    // Only where a picture is cut off something is to stay in sight.
    let focus = canvas.fit == .cover ? [canvas.focus.text] : []
    let motion =
      item.motion.map {
        ["\($0.panZoom.text) \($0.zoom) \($0.turn) \(item.motionEasing.name)"]
      } ?? []
    return [picture, canvas.fit.rawValue] + focus + motion
  }

  private static func values(
    of transition: FilterSettings, _ identities: Identities, fit: Fit?,
    _ masks: Set<GivenPicture>
  ) -> [String] {
    let values = transition.filter.parameters.flatMap { parameter in
      guard let picture = transition.picture(of: parameter) else {
        return [parameter.name, transition.valueText(of: parameter) ?? "unset"]
      }
      // The run's fit is that of its pictures. One that is a mask elsewhere is read as a mask.
      return [
        parameter.name, identities[picture]?.text ?? "", fit?.rawValue ?? "unset",
        masks.contains(picture) ? "mask" : "picture",
      ]
    }
    return [transition.name] + values
  }
}
