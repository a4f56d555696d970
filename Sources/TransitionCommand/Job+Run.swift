internal import Foundation
internal import ImageFiles
internal import TransitionKit

extension Job {
  /// Makes the frames.
  func run() throws(Failure) {
    let start = Date()
    let scene = try loadScene()
    VipsLibrary.setThreadsPerImage(frames.count < jobs ? jobs / frames.count : 1)
    let writer = try makeWriter(scene)
    try refuseInputs()
    try makeDirectory()
    if verbosity == .verbose {
      Console.note(
        "\(filter.description.name): \(frames.count) frames of "
          + "\(scene.inputs.source.width)x\(scene.inputs.source.height), \(jobs) at once")
    }
    try write(scene, with: writer)
    if verbosity == .verbose || (verbosity == .normal && isatty(2) != 0) {
      let seconds = Date().timeIntervalSince(start)
      Console.note(
        "\(frames.count) frame\(frames.count == 1 ? "" : "s") in "
          + "\(Double((seconds * 100).rounded()) / 100) s: \(output.path(frames[0].number))"
          + (frames.count > 1 ? " … \(output.path(frames[frames.count - 1].number))" : ""))
    }
  }

  /// The decoded pictures and the transition set up for them.
  struct Scene: Sendable {
    let transition: any Transition
    let inputs: Inputs
    let profile: [UInt8]?
  }

  /// Decodes the pictures, all at the same time, and sets the transition up.
  private func loadScene() throws(Failure) -> Scene {
    let paths =
      [("source image", source), ("target image", target)]
      + images.map { ($0.key.name, $0.path) }
    var opened: [ImageFile] = []
    for (role, path) in paths {
      do {
        opened.append(try ImageFile(path: path, pixelLimit: pixelLimit))
      } catch { throw Failure(error, path: path, role: role) }
    }
    let profile = opened[0].profile == opened[1].profile ? opened[0].profile : nil
    let decoded = try decode(opened, paths, keepingProfile: profile != nil)
    let canvas = canvas(for: decoded)
    if fit == nil, verbosity != .quiet { reportMismatch(decoded, canvas) }
    var format = DecodedImage.commonFormat([decoded[0], decoded[1]])
    if canvas.background.alpha < 1, [.contain, .none].contains(canvas.fit) {
      format = PixelFormat(depth: format.depth, hasAlpha: true)
    }
    do {
      let a = try decoded[0].fitted(to: canvas, format: format, workingSpace: workingSpace)
      let b = try decoded[1].fitted(to: canvas, format: format, workingSpace: workingSpace)
      let inputs = Inputs(
        source: a.bitmap, target: b.bitmap, sourceBounds: a.bounds, targetBounds: b.bounds,
        background: canvas.background)
      var transition = filter.init()
      for (key, value) in values { try transition.set(key, to: value) }
      for (index, image) in images.enumerated() {
        let picture = decoded[index + 2]
        let bitmap =
          image.key.isFitted
          ? try picture.fitted(
            to: auxiliaryCanvas(canvas), format: picture.fittedFormat(in: canvas),
            workingSpace: workingSpace
          ).bitmap
          : try picture.bitmap(workingSpace: workingSpace)
        try transition.set(image.key, to: .image(bitmap))
      }
      return Scene(
        transition: transition.prepared(for: inputs), inputs: inputs, profile: profile)
    } catch let error as ImageFileError {
      throw Failure(error, path: source, role: "picture")
    } catch {
      throw Failure(.defect, "\(error)")
    }
  }

  private func decode(
    _ opened: [ImageFile], _ paths: [(role: String, path: String)], keepingProfile: Bool
  ) throws(Failure) -> [DecodedImage] {
    let results = Results<Result<DecodedImage, ImageFileError>>(count: opened.count)
    DispatchQueue.concurrentPerform(iterations: opened.count) { index in
      results[index] = Result { () throws(ImageFileError) in
        try opened[index].decode(keepingProfile: keepingProfile && index < 2)
      }
    }
    var decoded: [DecodedImage] = []
    for (index, (role, path)) in paths.enumerated() {
      switch results[index] {
      case .success(let image): decoded.append(image)
      case .failure(let error): throw Failure(error, path: path, role: role)
      case nil: throw Failure(.defect, "\(role) was not decoded: \(path)")
      }
    }
    return decoded
  }

  private func canvas(for decoded: [DecodedImage]) -> Canvas {
    let (a, b) = (decoded[0], decoded[1])
    if let size {
      return Canvas(
        width: size.width, height: size.height, fit: fit ?? .cover,
        background: background ?? .black)
    }
    guard filter.unitesSizes, fit == Fit.none, a.height != b.height else {
      return Canvas(
        width: a.width, height: a.height, fit: fit ?? .cover, background: background ?? .black)
    }
    return Canvas(
      width: max(a.width, b.width), height: max(a.height, b.height), fit: .none,
      background: background ?? .clear, centersUnscaled: true)
  }

  /// Masks and backsides have no background: what they do not cover is transparent.
  private func auxiliaryCanvas(_ canvas: Canvas) -> Canvas {
    var canvas = canvas
    canvas.background = .clear
    return canvas
  }

  private func reportMismatch(_ decoded: [DecodedImage], _ canvas: Canvas) {
    let names = ["source", "target"] + images.map(\.key.name)
    for (index, image) in decoded.enumerated()
    where index < 2 || images[index - 2].key.isFitted {
      if image.width != canvas.width || image.height != canvas.height {
        Console.note(
          "dotransition: the \(names[index]) is \(image.width)x\(image.height), the frame "
            + "\(canvas.width)x\(canvas.height): scaled to cover it; --fit chooses another way")
      }
    }
  }

  private func makeWriter(_ scene: Scene) throws(Failure) -> ImageWriter {
    do {
      return try ImageWriter(
        type: type, quality: quality, saveOptions: saveOptions, profile: scene.profile,
        background: background ?? .black)
    } catch { throw Failure(error, path: saveOptions, role: "--save-options") }
  }

  /// Refuses to write over one of the pictures that are read.
  private func refuseInputs() throws(Failure) {
    let inputs = ([source, target] + images.map(\.path)).compactMap(FileIdentity.init)
    for frame in frames {
      let path = output.path(frame.number)
      if let identity = FileIdentity(path), inputs.contains(identity) {
        throw Failure(.cannotCreate, "the output would overwrite an input: \(path)")
      }
    }
  }

  private func makeDirectory() throws(Failure) {
    let directory = output.directory
    guard !directory.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        .cannotCreate,
        "cannot create the output folder: \(directory): \(error.localizedDescription)")
    }
  }

  private func write(_ scene: Scene, with writer: ImageWriter) throws(Failure) {
    let queue = FrameQueue(frames)
    let temporaries = Temporaries(report: { [output] in
      let done = queue.finished
      return "\(done) of \(queue.count) frames are done in \(output.path(0))"
    })
    temporaries.cleanUpOnSignals()
    let group = DispatchGroup()
    for _ in 0..<min(jobs, frames.count) {
      group.enter()
      let thread = Thread {
        while let frame = queue.next() {
          let path = output.path(frame.number)
          do throws(ImageFileError) {
            let picture = scene.transition.frame(at: frame.time, of: scene.inputs)
            try temporaries.write(to: path) { temporary throws(ImageFileError) in
              try writer.write(picture, toNewFile: temporary)
            }
            queue.finish()
            if verbosity == .verbose { Console.note("\(path) (time \(frame.time))") }
          } catch {
            queue.fail(Failure(error, path: path, role: "frame"))
          }
        }
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
    if let failure = queue.failure { throw failure }
  }
}

extension ParameterKey {
  /// Whether a picture is brought to the frame's size; a shading image keeps its own.
  fileprivate var isFitted: Bool { name != "shadingImage" }
}
