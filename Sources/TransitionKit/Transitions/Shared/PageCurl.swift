/// A page that is lifted at one side and rolled over a cylinder, seen from above without
/// perspective, over the target.
///
/// Everything is measured along `lifted`, the unit vector that points to the side that was lifted
/// first; `contact` is the line up to which the page still lies flat. Beyond it the page bends up
/// around the cylinder to the ridge, one radius on, and comes back over itself, upside down.
struct PageCurl: Sendable {
  let source: Bitmap
  let target: Bitmap
  let backside: Bitmap
  /// Toward the side that is lifted first.
  let lifted: Point
  let radius: Float
  /// Where the page leaves the ground, along `lifted`.
  let contact: Float
  /// Twice the distance from the origin of the line about which the flat back is mirrored, in whole
  /// 256ths of a pixel: where that line lies along an axis, mirrored pixels stay evenly spaced.
  private let mirror: Float

  /// - Parameters:
  ///   - inputs: the pictures.
  ///   - backside: the picture on the back; `nil` for the source.
  ///   - angle: the direction in which the page turns, in radians.
  ///   - radius: the radius of the curl, in pixels.
  ///   - time: 0 when the page lies flat, 1 when it has left the extent.
  ///   - extent: the rectangle that the curl crosses.
  init(
    _ inputs: Inputs, backside: Bitmap?, angle: Float, radius: Float, time: Float, extent: Rect
  ) {
    source = inputs.source
    target = inputs.target
    self.backside = backside ?? inputs.source
    lifted = Point(angle: angle) * -1
    // A page that is larger than any picture already bends as little as it can.
    let radius = min(radius, 1e9)
    self.radius = radius
    let (near, far) = extent.projection(on: lifted)
    contact = far - time * (far - near + radius)
    mirror = ((2 * contact + .pi * radius) * 256).nearestInteger / 256
  }

  /// The point of the page that the flat back shows at a point.
  @inline(__always)
  private func mirrored(_ point: Point) -> Point {
    point + lifted * (mirror - 2 * point.dot(lifted))
  }

  /// The share of a point that the page covers: one pixel of transition at the ridge.
  @inline(__always)
  private func coverage(_ q: Lanes) -> Lanes { (radius - q + 0.5).saturated }

  /// How steep the page is: 0 on top of the curl, 1 at the ridge.
  @inline(__always)
  private func steepness(_ q: Lanes) -> Lanes { (q * (1 / radius)).saturated }

  /// The length of page from the contact line to where it is that steep.
  @inline(__always)
  private func arc(_ steepness: Lanes) -> Lanes { radius * Lanes.arcSine(steepness) }

  /// The colors at four neighbors where all show the back of the page, and nothing through it, or
  /// where there is no page, but perhaps a shadow; parameters as of
  /// ``color(at:shadesFlat:darkness:shade:)``.
  @inline(__always)
  func quad(
    at point: Point, shadesFlat: Bool, darkness: (Lanes) -> Lanes, shade: (Quad, Lanes) -> Quad
  ) -> Quad? {
    let along = point.neighborsDot(lifted)
    let q = along - contact
    let coverage = coverage(q)
    if all(coverage .<= 0) {
      guard !source.format.hasAlpha else { return nil }
      let (ground, light) = (target.neighbors(at: point), 1 - darkness(q))
      return Quad { $0 < 3 ? ground[$0] * light : ground.alpha }
    }
    let isFlat = all(q .<= 0)
    guard isFlat ? !shadesFlat : all(q .> 0 .& coverage .>= 1) else { return nil }
    let steepness = steepness(q)
    let shift = isFlat ? mirror - 2 * along : .pi * radius - arc(steepness) - q
    let back = backside.samples(
      at: point.x + Lanes.neighbors + lifted.x * shift, point.y + lifted.y * shift)
    guard back.isOpaque else { return nil }
    if isFlat { return back }
    var page = shade(back, steepness)
    page.alpha = back.alpha
    return page
  }

  /// The color at a point.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - shadesFlat: whether there is light on the back where it lies flat.
  ///   - darkness: how dark the shadow on the target is at a distance from the contact line, 0...1.
  ///   - shade: the light on the back, given its color and its steepness: 0 on top of the curl, 1
  ///     at the ridge.
  /// - Returns: the color, premultiplied.
  @inline(__always)
  func color(
    at point: Point, shadesFlat: Bool, darkness: (Lanes) -> Lanes, shade: (Quad, Lanes) -> Quad
  ) -> Pixel {
    let q = point.dot(lifted) - contact
    if q <= 0, !shadesFlat {
      let back = backside.sample(at: mirrored(point))
      if back.isOpaque { return back }
    }
    let coverage = coverage(Lanes(repeating: q)).x
    var page = Pixel.transparent
    if coverage > 0 {
      let steepness = steepness(Lanes(repeating: q))
      let arc = q > 0 ? arc(steepness).x : 0
      let backPoint =
        q > 0 ? point + lifted * (.pi * radius - arc - q) : mirrored(point)
      page = backside.sample(at: backPoint)
      if page.alpha > 0 {
        let alpha = page.alpha
        page = shade(Quad.gathering { _ in page }, steepness).pixel(0)
        page.alpha = alpha
      }
      if !page.isOpaque {
        let front = q > 0 ? source.sample(at: point + lifted * (arc - q)) : source[point]
        page = page.over(front)
      }
      if coverage >= 1, page.isOpaque { return page }
      page *= coverage
    }
    let image = page.over(target[point].scalingColor(by: 1 - darkness(Lanes(repeating: q)).x))
    // The original drew the curl over the source.
    return image.alpha < 1 && source.format.hasAlpha ? image.over(source[point]) : image
  }

  /// Divides a row: the source where the page lies flat and uncovered, the target beyond the ridge
  /// and its shadow.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - shadesFlat: whether there is light on the back where it lies flat.
  ///   - reach: how far the shadow goes beyond the ridge.
  ///   - runs: takes the stretches.
  func divide(_ row: Row, shadesFlat: Bool, reach: Float, into runs: inout Runs) {
    guard !source.format.hasAlpha else { return }
    let start = row.start.dot(lifted)
    // The flat back shows the page at contact + πR - q, and there is no page beyond its end.
    let end = backside.bounds.projection(on: lifted).max
    let flatBack = min(2 * contact + .pi * radius - end, contact) - 1
    runs.append(
      between: (flatBack, contact + radius + 0.5 + reach), from: start, step: lifted.x,
      low: .source, high: .target
    ) { runs, columns in
      let bend = runs.column(of: contact, from: start, step: lifted.x, offset: 0)
      let (first, last) =
        lifted.x > 0 ? (columns.lowerBound, bend - 2) : (bend + 2, columns.upperBound)
      guard first < last, lifted.x != 0 else { return }
      let covered = backColumns(of: row, start: start)
      runs.append(.computed, upTo: first)
      runs.append(.source, upTo: min(covered.lowerBound, last))
      // Where the page turns along the row, its back is the mirrored row.
      let isEven = lifted.y == 0 && !shadesFlat
      let slide = Slide(start: mirrored(row.start), isMirrored: true, blend: 0)
      runs.append(isEven ? .slid(slide) : .computed, upTo: min(covered.upperBound, last))
      runs.append(.source, upTo: last)
    }
  }

  /// The mixture of neighbors that the flat back shows where it is a mirrored row.
  var blends: [Blend] {
    guard lifted.y == 0 else { return [] }
    let x = mirrored(Point(x: 0.5, y: 0.5)).x - 0.5
    return [.mix(x - x.rounded(.down))]
  }

  /// The columns of a row in which the flat back, if it lay there, would show the backside.
  private func backColumns(of row: Row, start: Float) -> Range<Int> {
    var (low, high) = (0.0, Double(row.width))
    // Along the row the point of the page moves evenly; each pair of sides limits the columns.
    let shift = Double(.pi * radius - 2 * (start - contact))
    let step = -2 * Double(lifted.x)
    for (first, slope, length) in [
      (0.5 + Double(lifted.x) * shift, 1 + Double(lifted.x) * step, backside.bounds.width),
      (Double(row.y) + Double(lifted.y) * shift, Double(lifted.y) * step, backside.bounds.height),
    ] {
      if slope.magnitude < 1e-9 {
        if first < -2 || first > Double(length) + 2 { return 0..<0 }
      } else {
        let (a, b) = ((-2 - first) / slope, (Double(length) + 2 - first) / slope)
        (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
      }
    }
    guard low < high else { return 0..<0 }
    return Int(low)..<min(Int(high) + 2, row.width)
  }
}
