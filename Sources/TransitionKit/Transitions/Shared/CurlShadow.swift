/// The soft shadow that a curling page throws on the target: the page's blurred silhouette, where
/// it stands, on a coarse grid.
///
/// Deviation and darkness were measured on Core Image's picture.
struct CurlShadow: Sendable {
  /// The distance beyond the ridge to which the shadow reaches, in pixels.
  let reach: Float

  private let grid: Grid
  /// The darkness in each cell of the grid.
  private let darkness: FloatPlane

  /// Square cells over a part of the frame: a row of them for each distance from the contact line,
  /// a column for each position along that line.
  private struct Grid {
    /// The direction of the contact line.
    let along: Point
    /// The side of a cell, in pixels.
    let step: Float
    /// The distance of the first row.
    let firstDistance: Float
    /// The position of the first column.
    let firstPosition: Float

    func distance(ofRow row: Int) -> Float { firstDistance + Float(row) * step }
  }

  /// - Parameters:
  ///   - curl: the page.
  ///   - caster: the part of the page that throws a shadow.
  ///   - frame: the frame, beyond which no shadow is needed.
  ///   - size: the softness, in units of the measured one.
  ///   - amount: the darkness, in units of the measured one.
  ///   - castsCoverage: whether transparent parts of the page cast none.
  init(
    of curl: PageCurl, cast caster: Rect, on frame: Rect, size: Float, amount: Float,
    castsCoverage: Bool
  ) {
    let deviation = max(0.323 * curl.radius * size, 0.5)
    let step = max(deviation / 4, 1)
    let blur = GaussianBlur(deviation: deviation / step)
    // The outermost cells stay 0, so that the shadow ends within the grid.
    let margin = Float(blur.radius + 2) * step
    let along = Point(x: -curl.lifted.y, y: curl.lifted.x)
    let positions = frame.projection(on: along)
    let distances = frame.projection(on: curl.lifted)
    let lastDistance = min(curl.radius, distances.max - curl.contact) + margin
    grid = Grid(
      along: along, step: step, firstDistance: max(0, distances.min - curl.contact) - margin,
      firstPosition: positions.min - margin)
    guard amount > 0, lastDistance > grid.firstDistance else {
      reach = 0
      darkness = FloatPlane(width: 0, height: 0) { _, _ in }
      return
    }
    let rows = Int((lastDistance - grid.firstDistance) / step) + 2
    let columns = Int((positions.max + margin - grid.firstPosition) / step) + 2
    let isClear = castsCoverage && curl.source.format.hasAlpha
    darkness = blur(
      Self.silhouette(
        of: curl, caster, amount, on: grid, columns: columns, rows: rows, isClear: isClear))
    reach = max(0, grid.distance(ofRow: rows - 1) - curl.radius)
  }

  /// The shares of the cells that lie under the page, times the shadow's darkness, and, if the
  /// page is clear in parts, times its coverage.
  private static func silhouette(
    of curl: PageCurl, _ caster: Rect, _ amount: Float, on grid: Grid, columns: Int, rows: Int,
    isClear: Bool
  ) -> FloatPlane {
    FloatPlane(width: columns, height: rows) { row, numbers in
      let (distance, half) = (grid.distance(ofRow: row), grid.step / 2)
      let (low, high) = (max(distance - half, 0), min(distance + half, curl.radius))
      guard low < high else { return }
      // The page's ends come and go within a row, so that the shadow of a slow curl grows evenly.
      let lines = 16
      let weight = 1.43 * amount * (high - low) / grid.step / Float(lines)
      for line in 0..<lines {
        let distance = low + (high - low) * (Float(line) + 0.5) / Float(lines)
        let arc = curl.arc(Lanes(repeating: distance / curl.radius)).x
        let front = caster.chord(at: curl.contact + arc, along: curl.lifted)
        let back = caster.chord(at: curl.contact + .pi * curl.radius - arc, along: curl.lifted)
        // Where front and back lie over one another they count once.
        let both = (low: max(front.low, back.low), high: min(front.high, back.high))
        for (interval, weight) in [(front, weight), (back, weight), (both, -weight)]
        where interval.low < interval.high {
          // Differences from cell to cell, which are summed below.
          for (end, weight) in [(interval.low, weight), (interval.high, -weight)] {
            // The cell of an end takes its share of it, the next one the rest.
            let position = (end - grid.firstPosition) / grid.step + 0.5
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
        guard isClear, sum > 0 else { continue }
        let position = grid.firstPosition + Float(column) * grid.step
        numbers[column] *= curl.coverage(over: max(distance, 0), at: grid.along * position)
      }
    }
  }

  /// The darkness at a point and the three points to its right, at distances from the contact line.
  @inline(__always)
  func darkness(at point: Point, _ distance: Lanes) -> Lanes {
    let row = (distance - grid.firstDistance) / grid.step
    let isInside = row .>= 0 .& row .< Float(darkness.height - 1)
    guard any(isInside) else { return Lanes() }
    let column = ((point.neighborsDot(grid.along) - grid.firstPosition) / grid.step).atLeast(0)
    let last = Float(darkness.width - 2)
    let samples = darkness.samples(
      at: column.replacing(with: last, where: column .> last),
      row.replacing(with: 0, where: .!isInside))
    return samples.saturated.replacing(with: 0, where: .!isInside)
  }
}
