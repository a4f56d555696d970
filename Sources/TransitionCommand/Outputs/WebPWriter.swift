internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Makes an animated WebP, whose frames are encoded by the threads that draw them.
final class WebPWriter: FrameWriter {
  private let animation: WebPAnimation
  private let path: Path
  private let isWhole = Monitor(true)

  init(_ animation: WebPAnimation, to file: OutputFile) throws(Failure) {
    (self.animation, path) = (animation, file.path)
    try Failure.from(file: AtomicFile.check(file.role, at: path))
  }

  var isOpen: Bool { isWhole.withLock(\.self) }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let picture = frame.bitmap()
    return { () throws(Failure) in
      try Failure.from(image: self.animation.add(picture, at: drawing.index))
    }
  }

  func frameFailed(_ drawing: Drawing) { isWhole.withLock { $0 = false } }

  func finish() throws(Failure) {
    try Failure.from(image: animation.write(to: path))
  }
}
