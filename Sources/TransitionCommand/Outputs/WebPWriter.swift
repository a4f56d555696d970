internal import Synchronization
internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// Makes an animated WebP, whose frames are encoded by the threads that draw them.
final class WebPOutput: Output {
  private let animation: WebPAnimation
  private let path: Path
  private let isWhole = Mutex(true)

  /// Begins an animation of some drawings, given by the number of frames that show each.
  init(_ animation: Animation, _ drawings: [Int], of context: RenderContext) throws(Failure) {
    path = animation.file.path
    self.animation = try animation.webp(
      animation.contents(drawings, size: context.size, format: context.format),
      profile: context.profile)
    try Failure.from { () throws(FileError) in try AtomicFile.check("animation", at: path) }
  }

  var isOpen: Bool { isWhole.withLock(\.self) }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let picture = frame.bitmap()
    return { () throws(Failure) in
      try Failure.from { () throws(ImageFileError) in
        try self.animation.add(picture, at: drawing.index)
      }
    }
  }

  func frameFailed(_ drawing: Drawing) { isWhole.withLock { $0 = false } }

  func finish() throws(Failure) {
    try Failure.from { () throws(ImageFileError) in try animation.write(to: path) }
  }
}
