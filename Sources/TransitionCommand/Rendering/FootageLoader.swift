internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks

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
  /// The color under alpha in the end; `nil` where it stays.
  let matte: Color?
  /// How strong the bands behind words must be, of the items of which that is known: an item is
  /// opened for each part of a film.
  var strengths = Monitor<[Int: [Float]]>([:])

  /// Opens an item for a showing; its picture may be decoded already.
  ///
  /// - Throws: what is wrong with its picture.
  func item(_ showing: Int, _ decoded: DecodedPicture? = nil) throws(Failure) -> OpenedItem {
    let number = plan.timeline.item(ofShowing: showing)
    let footage = try footage(of: showing, decoded)
    guard !items[number].words.isEmpty else { return OpenedItem(footage: footage) }
    let texts = try Failure.located(at: items[number].position, words(over: number, footage))
    guard plan.timeline.mixesWords(of: number) else {
      return OpenedItem(footage: footage, texts: texts)
    }
    guard items[number].isConstant else {
      return OpenedItem { frame, turn throws(Failure) in texts.over(try footage(frame, turn)) }
    }
    let picture = texts.over(try footage(0, 0))
    return OpenedItem { _, _ in picture }
  }

  /// The footage of an item for a showing.
  private func footage(of showing: Int, _ decoded: DecodedPicture?) throws(Failure) -> Footage {
    let timeline = plan.timeline
    let number = timeline.item(ofShowing: showing)
    let shown = self.showing(number, last: timeline.lastFrame(ofShowing: showing))
    if let clip = pictures[number].footage(shown) { return clip }
    return try Failure.located(
      at: items[number].position, still(number, decoded, in: shown.canvas))
  }

  /// How an item is shown up to one of its frames.
  private func showing(_ number: Int, last: Int) -> Showing {
    Showing(
      canvas: canvas.showing(items[number]), format: format, profile: profile,
      role: items[number].picture.role, last: last, motion: motion(of: number))
  }

  /// The words over an item, set, with what makes them legible over all of its frames.
  private func words(over number: Int, _ footage: Footage) throws(Failure) -> PlacedTexts {
    let item = items[number]
    let set = try item.words.map { words throws(Failure) in
      try SetWords(words, in: canvas, of: item.picture.name, over: matte)
    }
    var strengths = set.map { _ in Float(0) }
    if let known = self.strengths.withLock({ $0[number] }) {
      strengths = known
    } else if set.contains(where: { $0?.hasBand ?? false }) {
      let frames = SetWords.samples(of: item, plan.timeline.frames(of: number))
      try forEach(frames, of: number, footage) { picture in
        for (index, words) in set.enumerated() {
          strengths[index] = max(strengths[index], words?.strength(over: picture) ?? 0)
        }
      }
      self.strengths.withLock { [strengths] in $0[number] = strengths }
    }
    let shown = set.compactMap(\.self)
    if let first = shown.first, shown.dropFirst().contains(where: first.overlaps) {
      Console.remark(
        "the title and the caption of \(item.picture.name) lie over each other: --caption-at "
          + "chooses another place")
    }
    return zip(set, strengths).map { words, strength in
      words?.placed(
        strength: strength, encoding: format.encoding, isBandApart: shown.count > 1)
    }
  }

  /// Looks at some frames of an item. A film is read forward: what its footage gave now would be
  /// missing later.
  private func forEach(
    _ frames: [Int], of number: Int, _ footage: Footage, _ body: (Bitmap) -> Void
  ) throws(Failure) {
    guard let film = items[number].source as? FilmClip, film.count > 1 else {
      for frame in frames { body(try footage(frame, 0).bitmap) }
      return
    }
    try film.lookAt(frames, showing(number, last: film.count - 1), body)
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
