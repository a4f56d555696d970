internal import TransitionImages
internal import TransitionKit
internal import TransitionLocks
internal import TransitionSystem

/// Makes an animated WebP, whose frames are encoded by the threads that draw them.
final class WebPWriter: FrameWriter {
  private let file: WebPAnimation
  private let animation: Animation
  private let isWhole = Monitor(true)

  init(_ file: WebPAnimation, of animation: Animation) throws(Failure) {
    (self.file, self.animation) = (file, animation)
    let destination = animation.destination
    try Failure.from(file: AtomicFile.check(destination.role, at: destination.path))
  }

  func wants(_ number: Int) -> Bool { !animation.leftOut.contains(number) }

  var isOpen: Bool { isWhole.withLock(\.self) }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    let picture = frame.bitmap()
    return { () throws(Failure) in
      guard let place = self.animation.place(of: drawing) else { return }
      try Failure.from(image: self.file.add(picture, at: place))
    }
  }

  func frameFailed(_ drawing: Drawing) { isWhole.withLock { $0 = false } }

  func finish() throws(Failure) {
    try Failure.from(image: file.write(to: animation.destination.path))
  }
}
