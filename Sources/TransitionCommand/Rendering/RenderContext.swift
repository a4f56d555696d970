internal import ImageFiles
internal import System
internal import TransitionKit

/// The decoded pictures, and the transitions set up for them.
final class RenderContext: Sendable {
  let size: Size
  let format: PixelFormat
  /// The ICC profile that the frames are in, if not sRGB.
  let profile: [UInt8]?
  /// The color of margins.
  let background: Color
  /// What lies under alpha where a file or a stream has none.
  let matte: Color
  let workingSpace: WorkingSpace

  private let transition: any Transition
  private let inputs: Inputs

  /// Decodes the pictures, all at the same time, and sets the transition up.
  ///
  /// Frames can stay in the profile that all pictures share; they become files of `type`,
  /// `threads` of them at once. `remark` takes a line about each picture of another size.
  init(
    _ settings: RenderSettings, keepingProfile: Bool, type: FileType?, threads: Int,
    remark: (String) -> Void
  ) throws(Failure) {
    let opened = try Self.open(settings)
    let canvas = Self.canvas(settings, opened)
    try Failure.from { () throws(ImageFileError) in
      try MemoryBudget.check(
        opened, frame: (canvas.width, canvas.height), type: type, threads: threads)
    }
    let shared = opened[0].profile == opened[1].profile ? opened[0].profile : nil
    let profile = keepingProfile ? shared : nil
    let decoded = try Self.decode(opened, keepingProfile: profile != nil)
    if settings.fit == nil { Self.remarkMismatch(settings, opened, canvas, remark) }
    var format = DecodedImage.commonFormat([decoded[0], decoded[1]])
    if canvas.background.alpha < 1, [.contain, .none].contains(canvas.fit) {
      format = PixelFormat(depth: format.depth, hasAlpha: true)
    }
    let space = settings.workingSpace
    let step = settings.transitions[0]
    var transition = try step.make()
    inputs = try Failure.from { () throws(ImageFileError) in
      let a = try decoded[0].fitted(to: canvas, format: format, workingSpace: space)
      let b = try decoded[1].fitted(to: canvas, format: format, workingSpace: space)
      return Inputs(
        source: a.bitmap, target: b.bitmap, sourceBounds: a.bounds, targetBounds: b.bounds,
        background: canvas.background)
    }
    for (image, picture) in zip(step.images, decoded.dropFirst(2)) {
      // What a mask or backside does not cover is transparent.
      var canvas = canvas
      canvas.background = .clear
      if settings.fit == nil, image.parameter.fitting == .stretched { canvas.fit = .stretch }
      let bitmap = try Failure.from { () throws(ImageFileError) in
        image.parameter.fitting == .own
          ? try picture.bitmap(workingSpace: space)
          : try picture.fitted(
            to: canvas, format: picture.fittedFormat(in: canvas), workingSpace: space
          ).bitmap
      }
      try transition.setting(image.parameter, to: .image(bitmap))
    }
    self.transition = transition.prepared(for: inputs)
    self.profile = profile
    self.format = format
    size = Size(width: canvas.width, height: canvas.height)
    background = canvas.background
    matte = settings.matte
    workingSpace = space
  }

  /// The frame of a moment.
  func frame(_ moment: Timeline.Moment) -> Frame {
    transition.frame(at: moment.time, of: inputs)
  }

  /// Opens every picture and reads its header.
  static func open(_ settings: RenderSettings) throws(Failure) -> [ImageFile] {
    var opened: [ImageFile] = []
    for picture in settings.allPictures {
      opened.append(
        try Failure.from { () throws(ImageFileError) in
          try ImageFile(
            path: picture.path, role: picture.role, pixelLimit: settings.pixelLimit)
        })
    }
    return opened
  }

  private static func decode(_ opened: [ImageFile], keepingProfile: Bool)
    throws(Failure) -> [DecodedImage]
  {
    let results = Threads.results(of: opened.count) { index in
      Result { () throws(ImageFileError) in
        try opened[index].decode(keepingProfile: keepingProfile && index < 2)
      }
    }
    var decoded: [DecodedImage] = []
    for result in results {
      decoded.append(try Failure.from { () throws(ImageFileError) in try result.get() })
    }
    return decoded
  }

  /// The frame that the pictures are brought to.
  static func canvas(_ settings: RenderSettings, _ opened: [ImageFile]) -> Canvas {
    let (a, b) = (opened[0], opened[1])
    if let size = settings.size {
      return Canvas(
        width: size.width, height: size.height, fit: settings.fit ?? .cover,
        background: settings.matte)
    }
    guard settings.transitions[0].filter.unitesSizes, settings.fit == Fit.none,
      a.height != b.height
    else {
      return Canvas(
        width: a.width, height: a.height, fit: settings.fit ?? .cover,
        background: settings.matte)
    }
    return Canvas(
      width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
      background: settings.background ?? .clear, centersUnscaled: true)
  }

  private static func remarkMismatch(
    _ settings: RenderSettings, _ opened: [ImageFile], _ canvas: Canvas,
    _ remark: (String) -> Void
  ) {
    let others = Set(
      settings.transitions.flatMap(\.images).filter { $0.parameter.fitting != .covering }
        .map(\.picture))
    for (picture, image) in zip(settings.allPictures, opened)
    where !others.contains(picture) && (image.width, image.height) != (canvas.width, canvas.height)
    {
      remark(
        "the \(picture.role) is \(image.width)x\(image.height), the frame "
          + "\(canvas.width)x\(canvas.height): scaled to cover it; --fit chooses another way")
    }
  }
}
