/// Cuts the source into parallel bars that slide away along their length, one after the other and
/// ever faster; the target lies still beneath.
public struct BarsSwipeTransition: Transition {
  var angle = Float.pi
  var width: Float = 30
  var barOffset: Float = 10

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIBarsSwipeTransition", displayName: "Bars Swipe",
    summary: "Cuts the source into bars that slide away and uncover the target.",
    parameters: [
      Parameter(.angle, \.angle, suggested: 0...2 * Float.pi),
      Parameter(.width, \.width, suggested: 2...300, atLeast: 2),
      Parameter(.barOffset, \.barOffset, suggested: 1...100, atLeast: 1),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let across = Point(angle: angle)
    let along = Point(x: across.y, y: -across.x)
    let (near, far) = inputs.frame.projection(on: across)
    return Kernel(
      source: inputs.source, target: inputs.target, across: across, along: along, near: near,
      width: width, acceleration: barOffset,
      clock: time * duration(near: near, far: far, across: across, frame: inputs.frame))
  }

  /// The time, in starts of bars, until the last bar has left the frame.
  ///
  /// Bar k starts at time k and has traveled `barOffset · (time - k)²` pixels since; it has left
  /// once that is the longest stretch of it inside the frame.
  private func duration(near: Float, far: Float, across: Point, frame: Rect) -> Float {
    let (cosine, sine) = (across.x.magnitude, across.y.magnitude)
    // The length of a line across the frame rises, stays and falls: a trapezoid over the position.
    let ramp = min(frame.width * cosine, frame.height * sine)
    let longest = min(
      cosine > 0 ? frame.height / cosine : .infinity, sine > 0 ? frame.width / sine : .infinity)
    func length(at u: Float) -> Float {
      ramp > 0 ? longest * min(1, max(0, min(u - near, far - u)) / ramp) : longest
    }
    let last = ((far - near) / width).rounded(.down)
    func cleared(_ bar: Float) -> Float {
      let (start, end) = (near + bar * width, min(near + (bar + 1) * width, far))
      let middle = min(max((near + far) / 2, start), end)
      return bar + (length(at: middle) / barOffset).squareRoot()
    }
    // Only the bars near the end can be the last to leave, but all of them are few.
    return stride(from: 0, through: last, by: 1).reduce(0) { max($0, cleared($1)) }
  }

  /// One frame of a bars swipe.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let across: Point
    let along: Point
    /// Where the first bar begins.
    let near: Float
    let width: Float
    let acceleration: Float
    /// The time in starts of bars.
    let clock: Float

    /// The color at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let bar = ((point.dot(across) - near) / width).rounded(.down)
      let seconds = max(0, clock - bar)
      let piece = source.sample(at: point - along * (acceleration * seconds * seconds))
      return piece.over(target[point])
    }
  }
}
