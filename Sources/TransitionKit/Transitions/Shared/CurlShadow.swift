/// The soft shadow that a curling page throws on the target: its blurred silhouette, where it
/// stands, on a coarse grid.
///
/// Deviation and darkness were measured on Core Image's picture.
struct CurlShadow: Sendable {
  /// How far the shadow goes beyond the ridge, in pixels.
  let reach: Float

  private let along: Point
  private let step: Float
  private let firstHeight: Float
  private let firstAlong: Float
  private let darkness: FloatPlane

  /// - Parameters:
  ///   - curl: the page.
  ///   - caster: the part of the page that throws a shadow.
  ///   - frame: the frame, beyond which no shadow is needed.
  ///   - size: the softness, in units of the measured one.
  ///   - amount: the darkness, in units of the measured one.
  init(of curl: PageCurl, cast caster: Rect, on frame: Rect, size: Float, amount: Float) {
    let deviation = max(0.323 * curl.radius * size, 0.5)
    step = max(deviation / 4, 1)
    let blur = GaussianBlur(deviation: deviation / step)
    // The outermost cells stay 0, so that the shadow ends within the grid.
    let margin = Float(blur.radius + 2) * step
    along = Point(x: -curl.lifted.y, y: curl.lifted.x)
    let ends = frame.projection(on: along)
    let heights = frame.projection(on: curl.lifted)
    let highest = min(curl.radius, heights.max - curl.contact) + margin
    firstHeight = max(0, heights.min - curl.contact) - margin
    firstAlong = ends.min - margin
    guard amount > 0, highest > firstHeight else {
      reach = 0
      darkness = FloatPlane(width: 0, height: 0) { _, _ in }
      return
    }
    let rows = Int((highest - firstHeight) / step) + 2
    let columns = Int((ends.max + margin - firstAlong) / step) + 2
    let silhouette = FloatPlane(width: columns, height: rows) {
      [firstHeight, firstAlong, step] row, numbers in
      let height = firstHeight + Float(row) * step
      let (low, high) = (max(height - step / 2, 0), min(height + step / 2, curl.radius))
      guard low < high else { return }
      // The page's ends come and go within a row, so that the shadow of a slow curl grows evenly.
      let lines = 16
      let weight = 1.43 * amount * (high - low) / step / Float(lines)
      for line in 0..<lines {
        let height = low + (high - low) * (Float(line) + 0.5) / Float(lines)
        let arc = curl.arc(Lanes(repeating: height / curl.radius)).x
        let front = caster.chord(at: curl.contact + arc, along: curl.lifted)
        let back = caster.chord(at: curl.contact + .pi * curl.radius - arc, along: curl.lifted)
        let both = (low: max(front.low, back.low), high: min(front.high, back.high))
        for (interval, weight) in [(front, weight), (back, weight), (both, -weight)]
        where interval.low < interval.high {
          for (end, weight) in [(interval.low, weight), (interval.high, -weight)] {
            // The cell of an end takes its share of it, the next one the rest.
            let position = (end - firstAlong) / step + 0.5
            let cell = min(max(position, 0), Float(columns - 2))
            let rest = cell - cell.rounded(.down)
            numbers[Int(cell)] += weight * (1 - rest)
            numbers[Int(cell) + 1] += weight * rest
          }
        }
      }
      var sum: Float = 0
      for column in 0..<columns {
        sum += numbers[column]
        numbers[column] = sum
      }
    }
    darkness = blur(silhouette)
    reach = max(0, firstHeight + Float(rows - 1) * step - curl.radius)
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
    return samples.saturated.replacing(with: 0, where: .!isInside)
  }
}
