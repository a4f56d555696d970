/// The soft shadow that a curling page throws, on a coarse grid: it is smooth.
///
/// What throws it is the part of the page between the ground and the ridge, pushed toward the
/// lifted side by a fifth of its height, and blurred with a deviation of 0.28 radii: the best
/// description found of the one picture that was measured.
struct CurlShadow: Sendable {
  /// How far the shadow goes beyond the ridge, in pixels.
  let reach: Float

  private let along: Point
  private let step: Float
  private let firstHeight: Float
  private let firstAlong: Float
  private let darkness: Field

  /// - Parameters:
  ///   - curl: the page.
  ///   - caster: the part of the page that throws a shadow.
  ///   - frame: the frame, beyond which no shadow is needed.
  ///   - size: the width, in units of the measured one.
  ///   - amount: the darkness, 0...1.
  init(of curl: PageCurl, cast caster: Rect, on frame: Rect, size: Float, amount: Float) {
    let deviation = max(0.28 * curl.radius * size, 0.5)
    let margin = 3 * deviation
    along = Point(x: -curl.lifted.y, y: curl.lifted.x)
    step = max(deviation / 4, 1)
    let ends = frame.projection(on: along)
    let heights = frame.projection(on: curl.lifted)
    let highest = min(1.2 * curl.radius + margin, heights.max - curl.contact + margin)
    firstHeight = max(-margin, heights.min - curl.contact - margin)
    firstAlong = ends.min - margin
    guard amount > 0, highest > firstHeight else {
      reach = 0
      darkness = Field(width: 0, height: 0) { _, _ in }
      return
    }
    reach = max(0, 0.2 * curl.radius + margin)
    let rows = Int((highest - firstHeight) / step) + 2
    let columns = Int((ends.max + margin - firstAlong) / step) + 2
    let cast = Field(width: columns, height: rows) {
      [firstHeight, firstAlong, step, along] row, numbers in
      let height = firstHeight + Float(row) * step
      let page = curl.contact + Self.arc(throwing: height, radius: curl.radius)
      // The share of this row of the grid that the strip from 0 to 1.2 radii covers.
      let covered =
        (height / step + 0.5).saturated * ((1.2 * curl.radius - height) / step + 0.5).saturated
      let (left, right) = Self.section(of: caster, curl.lifted, along, at: page)
      for column in 0..<columns {
        let position = firstAlong + Float(column) * step
        numbers[column] =
          amount * covered * ((position - left) / step + 0.5).saturated
          * ((right - position) / step + 0.5).saturated
      }
    }
    darkness = Blur(deviation: deviation / step)(cast)
  }

  /// The length of page up to the point that throws its shadow at a height `q`: the inverse of
  /// R sin φ + 0.2 R (1 - cos φ), times R, within 0...πR/2.
  private static func arc(throwing q: Float, radius: Float) -> Float {
    var (low, high) = (Float(0), Float.pi / 2)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      let thrown = radius * (.sin(middle) + 0.2 * (1 - .cos(middle)))
      if thrown < q { low = middle } else { high = middle }
    }
    return low * radius
  }

  /// Where a line across a rectangle enters and leaves it: the line at `position` along one axis,
  /// measured along the other one; an empty interval if it misses.
  private static func section(of rect: Rect, _ axis: Point, _ along: Point, at position: Float)
    -> (Float, Float)
  {
    var (low, high) = (-Float.infinity, Float.infinity)
    // Each pair of sides limits the interval: base + t · along must lie between them.
    let base = axis * position
    for (start, length, offset, slope) in [
      (rect.x, rect.width, base.x, along.x), (rect.y, rect.height, base.y, along.y),
    ] {
      if slope.magnitude < 1e-6 {
        if offset < start || offset > start + length { return (.greatestFiniteMagnitude, 0) }
      } else {
        let (a, b) = ((start - offset) / slope, (start + length - offset) / slope)
        (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
      }
    }
    return low < high ? (low, high) : (.greatestFiniteMagnitude, 0)
  }

  /// How dark it is at a point and the three points to its right, whose distances from the contact
  /// line are `q`.
  @inline(__always)
  func darkness(at point: Point, _ q: Lanes) -> Lanes {
    let y = (q - firstHeight) / step
    let isInside = y .>= 0 .& y .< Float(darkness.height - 1)
    guard any(isInside) else { return Lanes() }
    let x = (point.neighborsDot(along) - firstAlong) / step
    let last = Float(darkness.width - 2)
    let column = x.atLeast(0)
    let samples = darkness.samples(
      at: column.replacing(with: last, where: column .> last),
      y.replacing(with: 0, where: .!isInside))
    return samples.replacing(with: 0, where: .!isInside)
  }
}
