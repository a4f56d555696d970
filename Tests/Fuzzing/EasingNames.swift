import TransitionKit

/// Names of easings: whatever is read keeps time in 0...1 and its ends exact.
enum EasingNames {
  @Sendable static func take(_ bytes: [UInt8]) {
    guard let easing = try? Easing(String(decoding: bytes, as: UTF8.self)) else { return }
    precondition(easing(0) == 0 && easing(1) == 1)
    for step in 0...64 { precondition((0...1).contains(easing(Double(step) / 64))) }
  }
}
