internal import Foundation
internal import ImageFiles
internal import TransitionKit

/// The decoded pictures and the transition set up for them.
struct Scene: Sendable {
  let transition: any Transition
  let inputs: Inputs
  /// The ICC profile that the frames are in, if not sRGB.
  let profile: [UInt8]?

  /// Decodes a recipe's pictures, all at the same time, and sets its transition up.
  ///
  /// Frames can stay in the profile that source and target share; they become files of `type`,
  /// `threads` of them at once. `remark` takes a line about each picture of another size.
  init(
    _ recipe: Recipe, keepingProfile: Bool, type: FileType?, threads: Int,
    remark: (String) -> Void
  ) throws(Failure) {
    let opened = try Self.open(recipe)
    let canvas = Self.canvas(recipe, opened)
    do {
      try Memory.check(
        opened, frame: (canvas.width, canvas.height), type: type, threads: threads)
    } catch { throw Failure(error, path: "", role: "") }
    let shared = opened[0].profile == opened[1].profile ? opened[0].profile : nil
    let profile = keepingProfile ? shared : nil
    let decoded = try Self.decode(opened, recipe, keepingProfile: profile != nil)
    if recipe.fit == nil { Self.remarkMismatch(recipe, decoded, canvas, remark) }
    var format = DecodedImage.commonFormat([decoded[0], decoded[1]])
    if canvas.background.alpha < 1, [.contain, .none].contains(canvas.fit) {
      format = PixelFormat(depth: format.depth, hasAlpha: true)
    }
    let space = recipe.workingSpace
    var (role, path) = recipe.pictures[0]
    do {
      let a = try decoded[0].fitted(to: canvas, format: format, workingSpace: space)
      (role, path) = recipe.pictures[1]
      let b = try decoded[1].fitted(to: canvas, format: format, workingSpace: space)
      inputs = Inputs(
        source: a.bitmap, target: b.bitmap, sourceBounds: a.bounds, targetBounds: b.bounds,
        background: canvas.background)
      var transition = try recipe.transition()
      for (image, picture) in zip(recipe.images, decoded.dropFirst(2)) {
        (role, path) = (image.key.name, image.path)
        let bitmap: Bitmap
        if image.key.fitting == .own {
          bitmap = try picture.bitmap(workingSpace: space)
        } else {
          var canvas = canvas
          canvas.background = .clear
          if recipe.fit == nil, image.key.fitting == .stretched { canvas.fit = .stretch }
          bitmap = try picture.fitted(
            to: canvas, format: picture.fittedFormat(in: canvas), workingSpace: space
          ).bitmap
        }
        try transition.set(image.key, to: .image(bitmap))
      }
      self.transition = transition.prepared(for: inputs)
      self.profile = profile
    } catch let error as ImageFileError {
      throw Failure(error, path: path, role: role)
    } catch {
      throw Failure(.defect, "\(error)")
    }
  }

  /// The frame of a planned one.
  func frame(_ planned: Plan.Frame) -> Frame { transition.frame(at: planned.time, of: inputs) }

  /// Opens every picture and reads its header.
  static func open(_ recipe: Recipe) throws(Failure) -> [ImageFile] {
    var opened: [ImageFile] = []
    for (role, path) in recipe.pictures {
      do {
        opened.append(try ImageFile(path: path, pixelLimit: recipe.pixelLimit))
      } catch { throw Failure(error, path: path, role: role) }
    }
    return opened
  }

  private static func decode(_ opened: [ImageFile], _ recipe: Recipe, keepingProfile: Bool)
    throws(Failure) -> [DecodedImage]
  {
    let results = Threads.results(of: opened.count) { index in
      Result { () throws(ImageFileError) in
        try opened[index].decode(keepingProfile: keepingProfile && index < 2)
      }
    }
    var decoded: [DecodedImage] = []
    for ((role, path), result) in zip(recipe.pictures, results) {
      switch result {
      case .success(let image): decoded.append(image)
      case .failure(let error): throw Failure(error, path: path, role: role)
      }
    }
    return decoded
  }

  /// The frame that the pictures are brought to.
  static func canvas(_ recipe: Recipe, _ opened: [ImageFile]) -> Canvas {
    let (a, b) = (opened[0], opened[1])
    if let size = recipe.size {
      return Canvas(
        width: size.width, height: size.height, fit: recipe.fit ?? .cover,
        background: recipe.background ?? .black)
    }
    guard recipe.filter.unitesSizes, recipe.fit == Fit.none, a.height != b.height else {
      return Canvas(
        width: a.width, height: a.height, fit: recipe.fit ?? .cover,
        background: recipe.background ?? .black)
    }
    return Canvas(
      width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
      background: recipe.background ?? .clear, centersUnscaled: true)
  }

  /// Masks and backsides have no background: what they do not cover is transparent.
  private static func remarkMismatch(
    _ recipe: Recipe, _ decoded: [DecodedImage], _ canvas: Canvas, _ remark: (String) -> Void
  ) {
    let names = ["source", "target"] + recipe.images.map(\.key.name)
    for (index, image) in decoded.enumerated()
    where index < 2 || recipe.images[index - 2].key.fitting == .covering {
      if image.width != canvas.width || image.height != canvas.height {
        remark(
          "the \(names[index]) is \(image.width)x\(image.height), the frame "
            + "\(canvas.width)x\(canvas.height): scaled to cover it; --fit chooses another way")
      }
    }
  }
}
