internal import TransitionKit
internal import TransitionLocks

/// An overlay in its place, which is prepared once for all frames of a format.
final class PlacedOverlay: Sendable {
  private let overlay: Overlay
  private let opacity: Float
  private let mixers = Monitor<[PixelFormat: OverlayMixer]>([:])

  init(_ overlay: Overlay, opacity: Float = 1) {
    (self.overlay, self.opacity) = (overlay, opacity)
  }

  /// A frame with all of it over it.
  func over(_ frame: Frame) -> Frame {
    guard opacity > 0 else { return frame }
    return frame.under(
      mixers.withLock { mixers in
        if let mixer = mixers[frame.format] { return mixer }
        let mixer = OverlayMixer(overlay, frame.format, opacity: opacity)
        mixers[frame.format] = mixer
        return mixer
      })
  }

  /// A frame with the overlay over it while it comes or goes.
  func over(_ frame: Frame, opacity: Float, fall: Float) -> Frame {
    frame.under(overlay, opacity: opacity, fall: fall)
  }
}
