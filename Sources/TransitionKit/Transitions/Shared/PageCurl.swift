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

  /// The length of page from the contact line to where it is so steep: 0 on the ground, 1 at the
  /// ridge.
  ///
  /// Core Image's falls short of the arc by 0.0056 of its height, as measured.
  @inline(__always)
  func arc(_ steepness: Lanes) -> Lanes {
    radius * (Lanes.arcSine(steepness) - 0.0056 * steepness)
  }

  /// The colors at four neighbors.
  ///
  /// - Parameters:
  ///   - point: the first of them.
  ///   - shadesFlat: whether there is light on the back where it lies flat.
  ///   - darkness: how dark the shadow on the target is at distances from the contact line, 0...1.
  ///   - shade: the light on the back, given its colors and how steep it is: 0 on top of the curl, 1
  ///     at the ridge.
  /// - Returns: the colors, premultiplied.
  @inline(__always)
  func colors(
    at point: Point, shadesFlat: Bool, darkness: (Lanes) -> Lanes, shade: (Quad, Lanes) -> Quad
  ) -> Quad {
    let along = point.neighborsDot(lifted)
    let q = along - contact
    let coverage = (radius - q).saturated
    var (page, rest) = (Quad { _ in Lanes() }, Lanes(repeating: 1))
    if any(coverage .> 0) {
      let isBent = q .> 0
      let steepness = (q * (1 / radius)).saturated
      let arc = any(isBent) ? arc(steepness) : Lanes()
      // Beyond the contact line the back is the second half of the arc; before it, the mirrored page.
      let flat = mirror - 2 * along
      page = self.page(
        in: backside, at: point, moved: flat.replacing(with: .pi * radius - arc - q, where: isBent))
      if shadesFlat || any(isBent) {
        let alpha = page.alpha
        page = shade(page, steepness)
        page.alpha = alpha
      }
      let backGap = gap(in: page)
      if any(backGap .> 0) {
        let front = self.page(
          in: source, at: point, moved: Lanes().replacing(with: arc - q, where: isBent))
        page = Quad { page[$0] + front[$0] * backGap }
      }
      // The target shows through the page where that is lifted. A transparent page that still lies
      // flat must look as it did before it moved; an opaque one has no gaps.
      let raised = source.format.hasAlpha ? q.saturated : Lanes(repeating: 1)
      rest = 1 - coverage + coverage * gap(in: page) * raised
      guard any(rest .> 0) else { return page }
    }
    let (image, light) = (target.neighbors(at: point), 1 - darkness(q))
    return Quad { channel in
      let ground = channel < 3 ? image[channel] * light : image.alpha
      return page[channel] * coverage + ground * rest
    }
  }

  /// The colors of a picture at four neighbors that have been moved along the lifted side's direction.
  @inline(__always)
  private func page(in picture: Bitmap, at point: Point, moved shift: Lanes) -> Quad {
    picture.samples(at: point.x + Lanes.neighbors + lifted.x * shift, point.y + lifted.y * shift)
  }

  /// How much shows through colors: nothing where only rounding leaves something.
  @inline(__always)
  private func gap(in colors: Quad) -> Lanes {
    (1 - colors.alpha).replacing(with: 0, where: colors.alpha .> 0.999_99)
  }

  /// The point of the page that the flat back shows at a point.
  private func mirrored(_ point: Point) -> Point {
    point + lifted * (mirror - 2 * point.dot(lifted))
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
    let flat = contact + min(radius - 1, 0)
    let flatBack = min(2 * contact + .pi * radius - end, flat) - 1
    runs.append(
      between: (flatBack, contact + radius + reach), from: start, step: lifted.x,
      low: .source, high: .target
    ) { runs, columns in
      let bend = runs.column(of: flat, from: start, step: lifted.x, offset: 0)
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
