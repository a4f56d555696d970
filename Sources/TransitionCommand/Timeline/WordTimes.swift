internal import TransitionKit

/// When words show over the frames for which an item is alone: they fade in and out, or are cut off
/// where these frames are few.
struct WordTimes: Sendable {
  /// How much words show in a frame, and how far they have come.
  struct Phase: Sendable, Hashable {
    /// 0...1, on the scale of encoded values.
    let opacity: Double
    /// How far below their place they are, as a share of the way that they rise.
    let fall: Double

    static let whole = Phase(opacity: 1, fall: 0)
  }

  /// Words that would be alone for less time show as long as their item does, without a fade.
  private static let shortest = 0.3
  private static let longestFade = 0.5

  private let count: Int
  /// The frames of each fade.
  private let fade: Int

  /// - Parameters:
  ///   - frames: the frames for which the item is alone.
  ///   - rate: how many are a second.
  ///   - seconds: the time after which the words go; `nil` if they stay.
  init(frames: Int, rate: FrameRate, seconds: Double?) {
    let perSecond = Double(rate.frames) / Double(rate.seconds)
    count = min(frames, seconds.map { max(1, Int(($0 * perSecond).rounded())) } ?? frames)
    fade = min(Int((Self.longestFade * perSecond).rounded()), count / 4)
  }

  /// Whether an item is alone for so few frames that its words show in all of its own.
  static func areTooShort(frames: Int, rate: FrameRate) -> Bool {
    rate.duration(of: frames) < shortest
  }

  /// How much the words show in a frame, 0 the first; `nil` if they have gone.
  func phase(ofFrame frame: Int) -> Phase? {
    guard frame < count else { return nil }
    let coming = Double(frame + 1) / Double(fade + 1)
    if coming < 1 {
      let share = coming.smoothstep
      return Phase(opacity: share, fall: 1 - share)
    }
    let going = Double(count - frame) / Double(fade + 1)
    return going < 1 ? Phase(opacity: going.smoothstep, fall: 0) : .whole
  }
}
