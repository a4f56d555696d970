internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// A sequence whose first file's header has been read. None of its files stays open: there may be
/// thousands.
struct OpenedSequence: OpenedSource {
  let sequence: PictureSequence
  /// The first file, closed.
  let first: ImageFile
  /// The files as they were when the run began.
  private let origins: [ImageFile.Origin]
  private let pixelLimit: Int?

  /// - Throws: that a file is missing or no ordinary one, or what is wrong with the first.
  init(
    _ sequence: PictureSequence, role: String, pixelLimit: Int?
  ) throws(ImageFileError) {
    var origins: [ImageFile.Origin] = []
    let files = sequence.files
    origins.reserveCapacity(files.count)
    for path in files {
      let status = FileStatus(path)
      guard let origin = ImageFile.Origin(status) else {
        throw status == nil
          ? .file(FileError(.read, role, path, "No such file or directory"))
          : .refused(role: role, path: path, detail: "it is not an ordinary file")
      }
      origins.append(origin)
    }
    (self.sequence, self.origins, self.pixelLimit) = (sequence, origins, pixelLimit)
    first = try ImageFile.reopened(
      files[0], role: role, pixelLimit: pixelLimit,
      as: origins[0]
    ).closed()
  }

  /// The file of a frame, open.
  ///
  /// - Throws: that it has changed since the run began, or is not like the first.
  func file(of frame: Int) throws(Failure) -> ImageFile {
    let index = sequence.file(of: frame)
    let path = sequence.file(at: index)
    let file = try Failure.from(
      image: ImageFile.reopened(
        path, role: first.role, pixelLimit: pixelLimit, as: origins[index]))
    if let (one, other) = Self.difference(of: file, from: first) {
      throw Failure(
        .badInput,
        "\(path) \(one), and \(first.path) \(other): the files of a sequence are alike")
    }
    return file
  }

  var image: ImageFile? { first }
  var size: Size? { first.size }
  var format: PixelFormat { first.format }
  var isGray: Bool { first.isGray }
  var isClip: Bool { true }

  func picture(keeping profile: ColorProfile?) throws(Failure) -> DecodedPicture {
    try first.picture(keeping: profile)
  }

  /// Another picture in each frame, decoded when it is drawn.
  func footage(_ showing: Showing) -> Footage? {
    { frame, _ throws(Failure) in
      let picture = try self.file(of: frame).picture(keeping: showing.profile)
      if let motion = showing.motion, case .image(let image) = picture {
        let moving = try Failure.from(
          image: image.moving(
            motion.motion, in: showing.canvas, format: showing.format, seconds: motion.seconds))
        return FittedPicture(
          pixels: .bitmap(moving.bitmap(at: motion.share(at: frame))),
          bounds: showing.canvas.bounds)
      }
      return try Failure.from(image: picture.fitted(to: showing.canvas, format: showing.format))
    }
  }

  /// What a file has and another one has not, in words; `nil` if they can be frames of one
  /// sequence.
  private static func difference(
    of file: ImageFile, from first: ImageFile
  ) -> (String, String)? {
    func different<Value: Equatable>(
      _ value: (ImageFile) -> Value, _ words: (ImageFile) -> String
    ) -> (String, String)? {
      value(file) == value(first) ? nil : ("has " + words(file), "has " + words(first))
    }
    return different({ [$0.width, $0.height] }) { "\($0.width)x\($0.height) pixels" }
      ?? different(\.format.depth) { "\($0.format.depth.rawValue) bits a sample" }
      ?? different(\.format.hasAlpha) { $0.format.hasAlpha ? "alpha" : "no alpha" }
      ?? different(\.profile) { $0.profile == nil ? "the colors of sRGB" : "a profile of its own" }
  }
}
