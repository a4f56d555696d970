/// Cuts the source into parallel bars that slide away along their length, one after the other and
/// ever faster; the target lies still beneath.
public struct BarsSwipeTransition: KernelTransition {
  /// The direction, in radians, in which one bar starts after the other.
  public var angle = Float.pi
  /// The width of a bar, in pixels.
  public var width: Float = 30
  /// The distance, in pixels, that a bar has slid when the next one starts.
  public var barOffset: Float = 10
  /// Whether the sides of bars are smooth; Core Image's are hard, in steps where bars are slanted.
  public var smoothsEdges = false

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIBarsSwipeTransition", displayName: "Bars Swipe",
    summary: "Cuts the source into bars that slide away.", family: .wipes,
    parameters: [
      Parameter(
        .angle, \.angle,
        """
        Order of the bars: 0 leftmost first, and they fall; 180deg rightmost first, and they rise; \
        90deg lowest first, and they slide to the right.
        """,
        suggested: 0...2 * Float.pi),
      Parameter(
        .width, \.width, "Width of a bar, in pixels.", suggested: 2...300, atLeast: 2,
        ours: "5%"),
      Parameter(
        .barOffset, \.barOffset,
        "How far a bar has slid, in pixels, when the next one starts: 1 is slow, 100 fast.",
        suggested: 1...100, atLeast: 1, ours: "1.5%"),
    ], adjust: { $0.smoothsEdges = true })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let across = Point(angle: angle)
    let along = Point(x: across.y, y: -across.x)
    let (cosine, sine) = (across.x.magnitude, across.y.magnitude)
    let (near, far) = inputs.frame.projection(on: across)
    let longest = min(
      cosine > 0 ? inputs.frame.height / cosine : .infinity,
      sine > 0 ? inputs.frame.width / sine : .infinity)
    // The length of a line across the frame rises, stays and falls: a trapezoid over the position.
    let ramp = min(inputs.frame.width * cosine, inputs.frame.height * sine)
    let duration = duration(from: near, to: far) { position in
      ramp > 0 ? longest * min(1, max(0, min(position - near, far - position)) / ramp) : longest
    }
    return Kernel(
      source: inputs.source, encodedSource: inputs.source.reading(in: .srgb),
      target: inputs.target, across: across, along: along, near: near,
      width: width, acceleration: barOffset, clock: time * duration, longest: longest,
      smoothsEdges: smoothsEdges)
  }

  /// The time, in starts of bars, until the last bar has left the frame.
  ///
  /// Bar k starts at time k and has traveled `barOffset · (time - k)²` pixels since; it has left
  /// once that is the longest stretch of it inside the frame.
  private func duration(
    from near: Float, to far: Float, length: (_ position: Float) -> Float
  ) -> Float {
    let last = ((far - near) / width).rounded(.down)
    return stride(from: 0, through: last, by: 1).reduce(0) { latest, bar in
      let (start, end) = (near + bar * width, min(near + (bar + 1) * width, far))
      let middle = min(max((near + far) / 2, start), end)
      return max(latest, bar + (length(middle) / barOffset).squareRoot())
    }
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    /// The source again, for interpolation.
    let encodedSource: Bitmap
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
    /// Whether bars have soft sides.
    let smoothsEdges: Bool

    /// The pieces of the source that bars are have soft borders.
    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let position = (point.neighborsDot(across) - near) / width
      guard smoothsEdges else { return colors(of: position.roundedDown, at: point) }
      // A pixel reaches over half a pixel to both sides of its center.
      let (start, end) = (position - 0.5 / width, position + 0.5 / width)
      let (first, last) = (start.roundedDown, end.roundedDown)
      let colors = colors(of: first, at: point)
      if all(first .== last) { return colors }
      let share = ((end - last) * width).replacing(with: 0, where: first .== last)
      return mix(colors, self.colors(of: last, at: point), share)
    }

    /// The colors of four pixels side by side if they lie on the bars of these numbers.
    @inline(__always)
    private func colors(of bars: Lanes, at point: Point) -> Pixel4 {
      let distance = distances(of: bars)
      let x = point.x + Lanes.neighbors - along.x * distance
      let y = point.y - along.y * distance
      let coverage = (depth(x, y) + 0.5).saturated
      let ground = target.neighbors(at: point)
      if all(coverage .<= 0) { return ground }
      let piece = source.decoded(encodedSource.samples(at: x, y, beyond: .repeated))
      // Beneath a bar that rests there is nothing, not even where it is transparent.
      let uncovered = (1 - piece.alpha * coverage).replacing(with: 0, where: distance .<= 0)
      return Pixel4 { piece[$0] * coverage + ground[$0] * uncovered }
    }

    /// How far bars have slid.
    @inline(__always)
    private func distances(of bars: Lanes) -> Lanes {
      let seconds = (clock - bars).atLeast(0)
      return acceleration * seconds * seconds
    }

    /// The distances of points in the source from its nearest side; negative outside.
    @inline(__always)
    private func depth(_ x: Lanes, _ y: Lanes) -> Lanes {
      let (halfWidth, halfHeight) = (Float(source.width) / 2, Float(source.height) / 2)
      let across = halfWidth - (x - halfWidth).magnitudes
      let down = halfHeight - (y - halfHeight).magnitudes
      return across.replacing(with: down, where: down .< across)
    }

    public func run(at point: Point) -> Run {
      let gone = (clock - (longest / acceleration).squareRoot()).rounded(.down) - 1
      let reach: Float = smoothsEdges ? 0.5 : 0
      let position = point.dot(across) - near
      let run = Run(
        at: position, step: across.x,
        computing: (gone * width - reach, clock.rounded(.up) * width + reach), low: .target,
        high: .source)
      // Of narrow bars, asking takes longer than computing.
      guard run.fill == .computed, width >= 16 else { return run }
      let bar = (position / width).rounded(.down)
      let margin = reach + Run.margin
      // How far the bar's two sides are, less what a pixel on them needs.
      let (low, high) = (position - bar * width - margin, (bar + 1) * width - margin - position)
      guard low >= 0, high >= 0 else { return Run(.computed, 0) }
      let length = across.x > 0 ? high / across.x : across.x < 0 ? low / -across.x : .infinity
      let computed = Run(.computed, min(run.length, length))
      // What the bar shows at the point.
      let place = point - along * distances(of: Lanes(repeating: bar)).x
      let outside = 0.5 + Run.margin
      let hasLeft =
        place.y < -outside || place.y > Float(source.height) + outside
        || place.x > Float(source.width) + outside || place.x + length < -outside
      if hasLeft { return Run(.target, computed.length) }
      // Each bar is elsewhere: the processor does not foresee what the next row needs.
      source.prefetch(computed.count, from: Point(x: place.x, y: place.y - 2))
      return computed
    }
  }
}
