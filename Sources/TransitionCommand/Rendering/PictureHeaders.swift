internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The sizes, profiles and kinds of the pictures, read before they are decoded.
struct PictureHeaders: Sendable {
  /// The pictures of the timeline, first to last.
  let pictures: [ImageFile]
  /// Those that are parameters of transitions.
  let parameters: [ImageFile]

  /// Opens every picture and reads its header.
  init(_ settings: RenderSettings) throws(Failure) {
    if settings.allowsAnyType {
      try Failure.from { () throws(ImageFileError) in try VipsLibrary.allowAnyType() }
    }
    let all = settings.allPictures
    let results = Threads.results(of: all.count, atOnce: VipsLibrary.threads) { index in
      Result { () throws(ImageFileError) in
        let file = try ImageFile(
          path: all[index].path, role: all[index].role, pixelLimit: settings.pixelLimit)
        // Thousands of open files are more than a process may have, and a picture may be shown twice.
        return settings.pictures.count > 2 ? file.closed() : file
      }
    }
    var files: [ImageFile] = []
    for result in results {
      files.append(try Failure.from { () throws(ImageFileError) in try result.get() })
    }
    pictures = Array(files.prefix(settings.pictures.count))
    parameters = Array(files.dropFirst(settings.pictures.count))
  }

  /// The profile that all pictures have and frames can stay in; `nil` if there is none.
  var sharedProfile: [UInt8]? {
    guard pictures[0].canKeepProfile else { return nil }
    let profile = pictures[0].profile
    return pictures.allSatisfy { $0.profile == profile } ? profile : nil
  }

  /// Whether no picture that frames show has color.
  var areGrey: Bool { pictures.allSatisfy(\.isGray) }

  /// How many pictures are decoded at once: two of the timeline, before or while frames are made,
  /// and those that are parameters.
  var decodedAtOnce: Int { 2 + parameters.count }

  /// The frame that the pictures are brought to.
  func canvas(_ settings: RenderSettings) -> Canvas {
    let (a, b) = (pictures[0], pictures[1])
    if let size = settings.size {
      return Canvas(
        width: size.width, height: size.height, fit: settings.fit ?? .cover,
        background: settings.matte)
    }
    guard pictures.count == 2, settings.filters[0].unitesSizes,
      settings.fit == Fit.none, a.height != b.height
    else {
      return Canvas(
        width: a.width, height: a.height, fit: settings.fit ?? .cover,
        background: settings.matte)
    }
    return Canvas(
      width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
      background: settings.background ?? .clear, centersUnscaled: true)
  }

  /// Tells whether there is enough memory for the pictures that are decoded at once, and for frames
  /// that take some bytes a pixel while they are packed or encoded.
  func checkMemory(_ canvas: Canvas, bytesPerPixel: Int, threads: Int) throws(Failure) {
    let largest = pictures.sorted { $0.width * $0.height > $1.width * $1.height }.prefix(3)
    try Failure.from { () throws(ImageFileError) in
      try MemoryBudget.check(
        largest + parameters, frame: (canvas.width, canvas.height),
        bytesPerPixel: bytesPerPixel, threads: threads)
    }
  }

  /// A line about the pictures that are scaled though nobody has asked for it; `nil` if there are
  /// none.
  func mismatch(_ settings: RenderSettings, _ canvas: Canvas) -> String? {
    let others = Set(
      settings.transitions.flatMap(\.images).filter { $0.parameter.fitting != .covering }
        .map(\.picture))
    let scaled = zip(settings.allPictures, pictures + parameters).filter { picture, file in
      !others.contains(picture) && (file.width, file.height) != (canvas.width, canvas.height)
    }
    guard let (picture, file) = scaled.first else { return nil }
    let frame = "the frame \(canvas.width)x\(canvas.height)"
    if scaled.count == 1 {
      return
        "\(picture.role.withArticle) is \(file.width)x\(file.height), \(frame): scaled to cover it; "
        + "--fit chooses another way"
    }
    return "\(scaled.count) pictures are not of the frame's size (\(picture.role.withArticle) is "
      + "\(file.width)x\(file.height), \(frame)): scaled to cover it; --fit chooses another way"
  }
}

extension String {
  /// A picture's role in a sentence: `the source image`, but `picture 3`.
  fileprivate var withArticle: String { hasPrefix("picture ") ? self : "the " + self }
}
