public import TransitionKit
internal import TransitionLocks
public import TransitionSystem

/// An animated WebP of which every frame is encoded like a picture of its own, by whichever threads
/// bring the frames.
///
/// Of frames without alpha only the blocks are kept that are not those of the frame before,
/// exactly. libwebp's own encoder of animations also leaves out what is similar, and a slow change
/// is always similar: pieces of the first picture would stay to the end.
public final class WebPAnimation: Sendable {
  private let animation: ImageWriter.Animation
  private let writer: ImageWriter
  private let isLossy: Bool
  private let state = Monitor(State())

  private struct State {
    /// The pictures of frames whose neighbors have not all come.
    var pictures: [Int: Bitmap] = [:]
    /// The encoded frames.
    var frames: [Int: WebPFile.Frame] = [:]
    /// The ICC profile as a chunk, which the first frame brings.
    var profile: WebPFile.Chunk?
  }

  /// Begins an animation without frames.
  ///
  /// - Parameters:
  ///   - animation: what it is made of.
  ///   - quality: 1...100.
  ///   - saveOptions: options of libvips' encoder, before which `quality` gives way.
  ///   - profile: the ICC profile that frames are in.
  /// - Throws: as ``ImageWriter`` does; `badSaveValue` also for options of animations, which
  ///   libvips does not encode here.
  public init(
    _ animation: ImageWriter.Animation, quality: Int, saveOptions: String = "",
    profile: [UInt8]? = nil
  ) throws(ImageFileError) {
    let type = try FileType("webp")
    try SaverOptions(of: type).checkForSingleFrames(saveOptions)
    // The most makes smaller files of the same likeness, but takes twenty times as long for alpha,
    // which is a tenth smaller then.
    let effort = "effort=\(animation.format.hasAlpha ? 5 : 6)"
    let options = saveOptions.isEmpty ? effort : effort + "," + saveOptions
    writer = try ImageWriter(type: type, quality: quality, saveOptions: options, profile: profile)
    self.animation = animation
    // Only the encoder knows what its options mean.
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let pixel = Bitmap(width: 1, height: 1, format: format, samples: [0, 0, 0])
    isLossy = try Self.chunks(of: Frame(showing: pixel), writer)
      .contains { $0.kind == WebPFile.Chunk.lossy }
  }

  /// Takes a frame, in any order and on any thread, and encodes what can be encoded with it.
  ///
  /// - Parameters:
  ///   - picture: what it shows.
  ///   - index: its number among the frames, from 0.
  /// - Throws: `library` if libvips cannot encode one.
  public func add(_ picture: Bitmap, at index: Int) throws(ImageFileError) {
    // A frame is encoded once it and the one before it are there: by whoever brings the second.
    let pairs = state.withLock { state in
      state.pictures[index] = picture
      return [index, index + 1].compactMap { index -> (Int, Bitmap?, Bitmap)? in
        guard let picture = state.pictures[index] else { return nil }
        guard index > 0 else { return (index, nil, picture) }
        return state.pictures[index - 1].map { (index, $0, picture) }
      }
    }
    for (index, before, picture) in pairs {
      try encode(picture, at: index, after: before)
    }
  }

  private func encode(
    _ picture: Bitmap, at index: Int, after before: Bitmap?
  ) throws(ImageFileError) {
    let change = FrameChange(of: picture, since: isSeenLong(index) ? nil : before)
    let chunks = try chunks(of: change)
    let frame = WebPFile.Frame(
      x: change.x, y: change.y, width: change.width, height: change.height,
      milliseconds: animation.delays[index], isBlended: change.isPartial,
      chunks: chunks.filter { WebPFile.Chunk.imageKinds.contains($0.kind) })
    state.withLock { state in
      state.frames[index] = frame
      if index == 0 { state.profile = chunks.first { $0.kind == "ICCP" } }
      // The next frame is compared with this one, and then nobody is.
      for done in [index - 1, index]
      where state.frames[done] != nil && (state.frames[done + 1] != nil || isLast(done)) {
        state.pictures[done] = nil
      }
    }
  }

  /// Encodes the part of a frame that is new.
  private func chunks(of change: FrameChange) throws(ImageFileError) -> [WebPFile.Chunk] {
    guard change.isPartial else { return try Self.chunks(of: change.whole, writer) }
    guard isLossy else { return try Self.chunks(of: change.cutOut, writer) }
    // libwebp makes what is transparent flat, whatever is beside it, so that the picture is encoded
    // without alpha.
    let alpha = try Self.chunks(of: change.stencil, writer)
      .filter { $0.kind == WebPFile.Chunk.alpha }
    return try alpha + Self.chunks(of: change.filled, writer)
  }

  /// Encodes a picture.
  private static func chunks(
    of picture: Frame, _ writer: ImageWriter
  ) throws(ImageFileError) -> [WebPFile.Chunk] {
    guard let chunks = try WebPFile.chunks(of: writer.encoded(picture)) else {
      throw .library("libvips has encoded a frame as what is no WebP file")
    }
    return chunks
  }

  /// Whether there is time to see the borders of blocks that are kept, where lossy WebP is a little
  /// less like the picture: such a frame is encoded whole.
  private func isSeenLong(_ index: Int) -> Bool { animation.delays[index] >= 200 || isLast(index) }

  private func isLast(_ index: Int) -> Bool { index == animation.delays.count - 1 }

  /// Writes the animation, whose frames have all come, to a file that appears when it is whole.
  ///
  /// - Throws: `file`; `library` if it is larger than WebP files can be.
  public func write(to path: Path) throws(ImageFileError) {
    let (header, file) = try whole()
    try AtomicFile.write("animation", to: path) { output throws(ImageFileError) in
      for bytes in [header] + file.frames.map(\.bytes) {
        try ImageFileError.from(file: output.write(bytes))
      }
    }
  }

  /// The bytes of the animation, whose frames have all come.
  ///
  /// - Returns: the file.
  /// - Throws: `library` if it is larger than WebP files can be.
  public func bytes() throws(ImageFileError) -> [UInt8] {
    let (header, file) = try whole()
    return header + file.frames.flatMap(\.bytes)
  }

  private func whole() throws(ImageFileError) -> (header: [UInt8], WebPFile) {
    let (frames, profile) = state.withLock { ($0.frames, $0.profile) }
    let file = WebPFile(
      width: animation.width, height: animation.height, hasAlpha: animation.format.hasAlpha,
      plays: animation.plays, profile: profile,
      frames: animation.delays.indices.compactMap { frames[$0] })
    guard let header = file.header else {
      throw .library("a WebP file has 4 GiB at most")
    }
    return (header, file)
  }
}
