internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Sentences about pictures that are open, and about the frames that they become.
extension Remarks {
  /// A remark on a mask that has no tones between its extremes.
  static func ofMask(
    _ picture: GivenPicture, _ image: DecodedPicture, as parameter: ParameterDescription
  ) throws(Failure) -> String? {
    guard parameter.isMask else { return nil }
    let tones = try Failure.from(image: image.tones())
    return switch tones {
    case 1: "\(picture.name) has one tone only: all of the frame wipes at once"
    case 2: "\(picture.name) has two tones only: the wipe stands still between them"
    default: nil
    }
  }

  /// Changes to the pictures that are known from headers; `hasAlpha` if the frames have alpha.
  static func ofFrames(_ opened: OpenedShow, hasAlpha: Bool) -> [String] {
    let job = opened.job
    var lines =
      [
        opened.reduction, opened.mismatch, ofHDR(opened), ofAnimations(opened), ofSequences(opened),
      ].compactMap(\.self)
      + ofFocus(opened)
    let outputs = job.outputs.all
    let isGroundChosen = job.show.background?.alpha == 1
    if hasAlpha, !isGroundChosen, let output = outputs.first(where: { !$0.holdsAlpha }),
      let part = opened.transparentPart
    {
      lines.append(
        "\(part) has alpha, which \(output.typeName) cannot hold: the color under it is "
          + (job.show.matte == .black ? "black" : job.show.matte.text)
          + (job.show.background == nil ? "; --background chooses another" : "")
          + ((output as? Film)?.wayToKeepAlpha ?? ""))
    }
    if hasAlpha, job.show.background == nil, outputs.contains(where: \.holdsAlpha),
      opened.hasTransparentPictureInMargins
    {
      lines.append(
        "the margins of transparent pictures are black: --background transparent leaves them clear")
    }
    if hasAlpha, let output = outputs.first(where: { $0.holdsAlpha && !$0.holdsPartialAlpha }) {
      lines.append(
        "\(output.typeName) has no partial transparency, and each pixel is opaque or nothing: .webp "
          + "and .png keep it")
    }
    let losing = outputs.compactMap(\.pictureType).first { type in
      !type.holdsColor && (!opened.areGrey || type.isBlackAndWhite)
    }
    if let type = losing {
      lines.append(
        "a \(type.suffix) file holds no color: the frames become "
          + (type.isBlackAndWhite ? "black and white; .pgm keeps gray, .ppm color" : "gray"))
    }
    if job.show.dithers, !job.outputs.canDither(opened.depth) {
      lines.append(
        outputs.contains { $0 is Film }
          ? "--dither has no effect: films of 8 bits always are, and others need not be"
          : "--dither has no effect: it is for what is rendered at 8 bits, and this is at 16")
    }
    if foldsNothing(opened) {
      lines.append(
        "accordionfold of pictures of one height is a dissolve: give a taller target and --fit none"
      )
    }
    return lines
  }

  /// Whether there are accordion folds, and none of them is between heights that differ.
  private static func foldsNothing(_ opened: OpenedShow) -> Bool {
    let (show, canvas) = (opened.job.show, opened.canvas)
    let folds = show.filters.enumerated().filter { $1.unitesSizes }
    if folds.isEmpty { return false }
    let heights = zip(show.items, opened.pictures).map { item, picture in
      let isUnscaled = canvas.showing(item).fit == .none
      return min(isUnscaled ? picture.size?.height ?? canvas.height : canvas.height, canvas.height)
    }
    return folds.allSatisfy { heights[$0.offset] == heights[($0.offset + 1) % heights.count] }
  }

  /// The first focus beyond the edge of its picture, and the first sequence that is cut off anew in
  /// each frame.
  private static func ofFocus(_ show: OpenedShow) -> [String] {
    let (items, canvas) = (zip(show.job.show.items, show.pictures).lazy, show.canvas)
    let outside = items.first { $1.size.map($0.focus.isOutside) ?? false }.map { item, opened in
      "\(item.position.prefix)--focus \(item.focus.text) is outside \(item.picture.name), which is "
        + "\(opened.size?.description ?? ""): its edge is used"
    }
    let jumping = items.first { item, opened in
      item.source.fitsEachFrame && item.focus == .attention && canvas.showing(item).fit == .cover
        && opened.size.map { $0.width * canvas.height != $0.height * canvas.width } ?? false
    }.map { item, _ in
      "\(item.position.prefix)--focus attention looks at each frame of \(item.picture.name), and "
        + "may jump: a point, such as 50%,60%, stays"
    }
    return [outside, jumping].compactMap(\.self)
  }

  /// The first picture or film that is HDR.
  private static func ofHDR(_ show: OpenedShow) -> String? {
    for (item, opened) in zip(show.job.show.items, show.pictures) {
      guard let name = opened.nameOfHDR else { continue }
      return "\(item.picture.name) is HDR (\(name)): its light becomes that of ordinary screens"
    }
    return nil
  }

  /// The first of the pictures that move by themselves, or have pages.
  private static func ofAnimations(_ show: OpenedShow) -> String? {
    for (picture, opened) in show.all {
      guard let count = opened.image?.count, count > 1 else { continue }
      // libvips counts no more of a GIF.
      let number = count > 4096 ? "more than 4096" : "\(count)"
      return "\(picture.name) has \(number) frames or pages: the first one is shown"
    }
    return nil
  }

  /// A folder whose pictures are probably the frames of one sequence.
  private static func ofSequences(_ opened: OpenedShow) -> String? {
    for folder in opened.job.show.folders {
      guard let pattern = folder.pattern else { continue }
      let names = Set(folder.pictures)
      let sizes = zip(opened.job.show.items, opened.pictures)
        .filter { names.contains($0.0.picture.name) }.map(\.1.size)
      guard Set(sizes).count == 1 else { continue }
      return "the \(folder.pictures.count) pictures of \(folder.path) are numbered without gaps: "
        + "\(pattern.text) plays them as one sequence"
    }
    return nil
  }

  /// Frames of an earlier, longer run, which readers would take for part of this one.
  static func ofOlderFrames(_ job: Job) -> String? {
    guard let pattern = job.files?.pattern, job.plan.onlyTime == nil else { return nil }
    let last = job.plan.allNumbers.upperBound
    let older = Folder.names(in: pattern.directory).compactMap { pattern.number(of: $0) }
      .filter { $0 > last }.sorted().lazy.map(pattern.path)
      // A contact sheet may have the name of a frame.
      .first { path in !job.outputs.all.contains { $0.isNamed(path) } }
    return older.map { "frames of another run go on after the last one: \($0)" }
  }
}

extension ParameterDescription {
  /// Whether it is a mask: a picture, or one that is built in.
  fileprivate var isMask: Bool { kind == .image && !choices.isEmpty }
}
