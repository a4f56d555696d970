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
      clock: time * duration(near: near, far: far, across: across, frame: inputs.frame),
      longest: longest(across: across, frame: inputs.frame))
  }

  /// The length of the longest line along the bars inside the frame.
  private func longest(across: Point, frame: Rect) -> Float {
    let (cosine, sine) = (across.x.magnitude, across.y.magnitude)
    return min(
      cosine > 0 ? frame.height / cosine : .infinity, sine > 0 ? frame.width / sine : .infinity)
  }

  /// The time, in starts of bars, until the last bar has left the frame.
  ///
  /// Bar k starts at time k and has traveled `barOffset · (time - k)²` pixels since; it has left
  /// once that is the longest stretch of it inside the frame.
  private func duration(near: Float, far: Float, across: Point, frame: Rect) -> Float {
    let (cosine, sine) = (across.x.magnitude, across.y.magnitude)
    // The length of a line across the frame rises, stays and falls: a trapezoid over the position.
    let ramp = min(frame.width * cosine, frame.height * sine)
    let longest = longest(across: across, frame: frame)
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

    /// The length of the longest bar.
    let longest: Float

    /// The color at a point; where two bars meet inside a pixel, that of both in their shares.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let position = (point.dot(across) - near) / width
      let bar = (position - 0.5).nearestInteger
      let part = position - bar
      // Pixels beyond the middle of the bar's border, on its lower and its upper side.
      let (before, after) = (0.5 - part * width, 0.5 - (1 - part) * width)
      let color = self.color(at: point, of: bar)
      if before > Self.leastShare, bar > 0 {
        return mix(color, self.color(at: point, of: bar - 1), before)
      }
      if after > Self.leastShare { return mix(color, self.color(at: point, of: bar + 1), after) }
      return color
    }

    /// What a bar must cover of a pixel to be seen in it: rounding may leave a little less of a
    /// border that lies between two pixels.
    private static let leastShare: Float = 1 / 128

    @inline(__always)
    private func color(at point: Point, of bar: Float) -> Pixel {
      let distance = travel(of: bar)
      if distance <= 0 { return source[point] }
      let piece = source.sample(at: point - displacement(distance))
      return piece.isOpaque ? piece : piece.over(target[point])
    }

    /// How far a bar has slid, in pixels.
    @inline(__always)
    private func travel(of bar: Float) -> Float {
      let seconds = max(0, clock - bar)
      return acceleration * seconds * seconds
    }

    /// A distance along the bars in whole 256ths of a pixel, which no eye can tell from what lies
    /// between and which makes a displacement along an axis exactly that.
    @inline(__always)
    private func displacement(_ distance: Float) -> Point {
      Point(
        x: (along.x * distance * 256).nearestInteger / 256,
        y: (along.y * distance * 256).nearestInteger / 256)
    }

    /// The pieces are of the source.
    public var slidPicture: Bitmap? { source }

    /// The target where bars have gone, the source where they rest, and bar by bar between.
    public func runs(of row: Row, into runs: inout Runs) {
      let start = row.start.dot(across)
      let gone = (clock - (longest / acceleration).squareRoot()).rounded(.down) - 1
      let resting = clock.rounded(.up)
      runs.append(
        between: (near + gone * width, near + resting * width), from: start, step: across.x,
        low: .target, high: .source
      ) { runs, columns in
        divide(columns, of: row, start: start, into: &runs)
      }
    }

    private func divide(_ columns: Range<Int>, of row: Row, start: Float, into runs: inout Runs) {
      // A row that crosses borders at less than a hundredth of a bar's pace is computed.
      guard across.x.magnitude > 0.01, width >= 8 else { return }
      let forward: Float = across.x > 0 ? 1 : -1
      /// The first column, of those to divide, at which the row has come farther than some pixels
      /// beyond the place where it enters a bar.
      func column(_ bar: Float, beyond pixels: Float) -> Int {
        let entry = near + (forward > 0 ? bar : bar + 1) * width
        let column = runs.column(
          of: entry + forward * pixels, from: start, step: across.x, offset: 1)
        return min(column, columns.upperBound)
      }
      // Nearer to a border than this a pixel may show two bars; the sums that tell so are rounded
      // some eight times.
      let extent = near.magnitude + start.magnitude + Float(row.width) * across.x.magnitude
      let reach = 0.5 - Self.leastShare + 0x1p-21 * extent
      var bar = ((start + Float(columns.lowerBound) * across.x - near) / width).rounded(.down)
      runs.append(.computed, upTo: column(bar, beyond: reach))
      while runs.end < columns.upperBound {
        let next = bar + forward
        append(travel(of: bar), row: row, upTo: column(next, beyond: -reach), into: &runs)
        runs.append(.computed, upTo: column(next, beyond: reach))
        bar = next
      }
    }

    /// One bar without its borders: computed where its piece of the source has come to lie.
    private func append(_ distance: Float, row: Row, upTo end: Int, into runs: inout Runs) {
      if distance <= 0 { return runs.append(.source, upTo: end) }
      let shift = displacement(distance)
      let y = row.y - shift.y
      guard y > -1, y < Float(source.height) + 1 else { return runs.append(.target, upTo: end) }
      let (left, right) = (shift.x - 1, Float(source.width) + shift.x + 1)
      runs.append(.target, upTo: min(Int(max(left, 0).rounded(.down)), end))
      let slide = Slide(start: row.start - shift, isMirrored: false)
      runs.append(.slid(slide), upTo: min(Int(max(min(right, 1e7), 0).rounded(.up)), end))
      runs.append(.target, upTo: end)
    }
  }
}
