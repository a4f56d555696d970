@testable import TransitionKit

/// How far, at most, the first and the last frame between the ends are from the source and the
/// target: mean differences of samples, 0...1.
///
/// Frames tend to the source as time goes to 0 and to the target as it goes to 1, except where the
/// mathematics of a transition, with its present parameters, does not let them.
struct Jumps: Equatable {
  var start: Float = 0
  var end: Float = 0

  init() {}

  init(of transition: any KernelTransition, _ inputs: Inputs) {
    self.init()
    switch transition {
    case let bars as BarsSwipeTransition where inputs.source.format.hasAlpha:
      // Beneath the first bar a transparent picture shows the other one as soon as it moves.
      let (near, far) = inputs.frame.projection(on: Point(angle: bars.angle))
      start = min(1, bars.width / (far - near))
    case let swipe as SwipeTransition: self = Jumps(outside: swipe.extent, inputs)
    case let lamp as CopyMachineTransition: self = Jumps(outside: lamp.extent, inputs)
    case let curl as PageCurlTransition: self = Jumps(curling: curl.extent, inputs)
    case let curl as PageCurlWithShadowTransition: self = Jumps(curling: curl.extent, inputs)
    case let ripple as RippleTransition where ripple.shadingImage != nil:
      // A light that is not clear in its middle lies on the whole frame from the beginning.
      (start, end) = (1, 1)
    case let ripple as RippleTransition:
      // Outside of its extent the wave does not arrive.
      end = Self.share(outside: ripple.extent, inputs)
    case let flash as FlashTransition where flash.fadeThreshold == 1:
      // Without time to fade, the flash is there to the end.
      end = 1
    case let mod as ModTransition:
      // Soft edges of small holes do not quite meet in the end.
      end = max(0, 0.5 - 0.03 * mod.radius)
    default: break
    }
  }

  /// Outside of its extent a transition has arrived at once.
  private init(outside extent: Rect?, _ inputs: Inputs) {
    start = Self.share(outside: extent, inputs)
    end = start
  }

  /// Outside of its extent a page is lifted at once and rolled back over the rest.
  private init(curling extent: Rect?, _ inputs: Inputs) {
    end = Self.share(outside: extent, inputs)
    start = min(1, 2 * end)
  }

  /// The share of the frame's area that lies outside of a rectangle.
  private static func share(outside extent: Rect?, _ inputs: Inputs) -> Float {
    let (frame, extent) = (inputs.frame, inputs.resolve(extent))
    let width = min(extent.x + extent.width, frame.width) - max(extent.x, 0)
    let height = min(extent.y + extent.height, frame.height) - max(extent.y, 0)
    return 1 - max(0, width) * max(0, height) / (frame.width * frame.height)
  }
}
