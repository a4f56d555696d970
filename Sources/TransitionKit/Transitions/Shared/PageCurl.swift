/// A page that is lifted at one side and rolled over a cylinder, seen from above without
/// perspective, over the target.
///
/// A section along ``lifted``:
///
///      back, flat, upside down
///     ~~~~~~~~~~~~~~~~~~~~~~~~~~--.
///                                  `.
///                              +     | ridge
///                                  ,'
///     =========================---'          ...............
///      front, flat             |     |        target
///     -------------------------+-----+---------------------> lifted
///                           contact  + radius
///
/// `distance` is measured from the contact line, the last on which the page lies flat:
///
/// | distance | from above |
/// |---|---|
/// | up to 0 | the back, flat; where it has ended or is transparent, the front, where it lay |
/// | 0 to the radius | the second half of the arc, the back; beneath it the first half, the front |
/// | from the radius on | the target, perhaps in the page's shadow |
struct PageCurl: Sendable {
  let source: Bitmap
  let target: Bitmap
  let backside: Bitmap
  /// Whether the back is paper, through which a picture shows faintly.
  let isPaper: Bool
  /// Toward the side that is lifted first.
  let lifted: Point
  /// The radius of the roll, in pixels.
  let radius: Float
  /// Where the page leaves the ground, along `lifted`.
  let contact: Float
  /// Twice the distance from the origin of the line about which the flat back is mirrored, in whole
  /// 256ths of a pixel: where that line lies along an axis, mirrored pixels stay evenly spaced.
  private let mirror: Float

  /// - Parameters:
  ///   - inputs: the pictures.
  ///   - backside: the picture on the back; `nil` for the source.
  ///   - hasPaperBack: whether, instead of itself, the source shows through paper there.
  ///   - angle: the direction in which the page turns, in radians.
  ///   - radius: the radius of the curl, in pixels.
  ///   - time: 0 when the page lies flat, 1 when it has left the extent.
  ///   - extent: the rectangle that the curl crosses.
  init(
    _ inputs: Inputs, backside: Bitmap?, hasPaperBack: Bool, angle: Float, radius: Float,
    time: Float, extent: Rect
  ) {
    source = inputs.source
    target = inputs.target
    self.backside = backside ?? inputs.source
    isPaper = backside == nil && hasPaperBack
    lifted = Point(angle: angle) * -1
    // A page that is larger than any picture already bends as little as it can.
    let radius = min(radius, 1e9)
    self.radius = radius
    let (near, far) = extent.projection(on: lifted)
    contact = far - time * (far - near + radius)
    mirror = ((2 * contact + .pi * radius) * 256).nearestInteger / 256
  }

  /// The length of page from the contact line up to a steepness: 0 on the ground, 1 at the ridge.
  ///
  /// Core Image's falls short of the arc by 0.0056 of its height, as measured.
  @inline(__always)
  func arc(_ steepness: Lanes) -> Lanes {
    radius * (Lanes.arcSine(steepness) - 0.0056 * steepness)
  }

  /// How much of the light above a point of the ground both layers of the rolled page take.
  ///
  /// - Parameters:
  ///   - distance: that of the point from the contact line, at most the radius.
  ///   - position: the point of that line nearest to it, but for the line's distance from the
  ///     origin.
  /// - Returns: 0 for none, 1 for all.
  func coverage(over distance: Float, at position: Point) -> Float {
    let arc = arc(Lanes(repeating: min(distance / radius, 1))).x
    let front = source.sample(at: position + lifted * (contact + arc)).alpha
    let back = backside.sample(at: position + lifted * (contact + .pi * radius - arc)).alpha
    return 1 - (1 - front) * (1 - back)
  }

  /// The colors at four neighbors.
  ///
  /// - Parameters:
  ///   - point: the first of them.
  ///   - shadesFlat: whether there is light on the back where it lies flat.
  ///   - darkness: the darkness, 0...1, of the shadow on the target at distances from the contact
  ///     line.
  ///   - shade: lights the back, given its colors and its steepness: 0 on top of the roll, 1 at the
  ///     ridge.
  /// - Returns: the colors, premultiplied.
  @inline(__always)
  func colors(
    at point: Point, shadesFlat: Bool, darkness: (Lanes) -> Lanes, shade: (Pixel4, Lanes) -> Pixel4
  ) -> Pixel4 {
    let along = point.neighborsDot(lifted)
    let distance = along - contact
    let coverage = (radius - distance).saturated
    var (page, rest) = (Pixel4 { _ in Lanes() }, Lanes(repeating: 1))
    if any(coverage .> 0) {
      let isBent = distance .> 0
      let steepness = (distance * (1 / radius)).saturated
      let arc = any(isBent) ? arc(steepness) : Lanes()
      // How far along the page its points lie from where they are seen.
      let flatBack = mirror - 2 * along
      let bentBack = .pi * radius - arc - distance
      let bentFront = arc - distance
      page = self.page(
        in: backside, at: point, moved: flatBack.replacing(with: bentBack, where: isBent))
      if isPaper { page = Self.paper(page) }
      if shadesFlat || any(isBent) {
        let alpha = page.alpha
        page = shade(page, steepness)
        page.alpha = alpha
      }
      let backGap = gap(in: page)
      if any(backGap .> 0) {
        let front = self.page(
          in: source, at: point, moved: Lanes().replacing(with: bentFront, where: isBent))
        page = Pixel4 { page[$0] + front[$0] * backGap }
      }
      // The target shows through the page where that is lifted. A transparent page that still lies
      // flat must look as it did before it moved; an opaque one has no gaps.
      let raised = source.format.hasAlpha ? distance.saturated : Lanes(repeating: 1)
      rest = 1 - coverage + coverage * gap(in: page) * raised
      guard any(rest .> 0) else { return page }
    }
    let (image, light) = (target.neighbors(at: point), 1 - darkness(distance))
    return Pixel4 { channel in
      let ground = channel < 3 ? image[channel] * light : image.alpha
      return page[channel] * coverage + ground * rest
    }
  }

  /// The colors of a picture at four neighbors that have been moved along the lifted side's
  /// direction.
  @inline(__always)
  private func page(in picture: Bitmap, at point: Point, moved shift: Lanes) -> Pixel4 {
    picture.samples(at: point.x + Lanes.neighbors + lifted.x * shift, point.y + lifted.y * shift)
  }

  /// Colors that show through white paper: 30 % of them, less saturated, the rest white.
  @inline(__always)
  private static func paper(_ colors: Pixel4) -> Pixel4 {
    let light = 0.2126 * colors.red + 0.7152 * colors.green + 0.0722 * colors.blue
    return Pixel4 { channel in
      guard channel < 3 else { return colors.alpha }
      return 0.3 * (0.65 * colors[channel] + 0.35 * light) + 0.7 * colors.alpha
    }
  }

  /// The shares that show through colors: 0 where only rounding leaves something.
  @inline(__always)
  private func gap(in colors: Pixel4) -> Lanes {
    (1 - colors.alpha).replacing(with: 0, where: colors.alpha .> 0.999_99)
  }

  /// The source where the page lies flat and uncovered, the target beyond the ridge and a shadow
  /// that goes so far, and where the page turns along an axis its mirrored back.
  func run(at point: Point, shadesFlat: Bool, reach: Float) -> Run {
    var run = Run(
      at: point.dot(lifted) - contact, step: lifted.x,
      computing: (min(radius - 1, 0), radius + reach), low: .source, high: .target)
    guard case .source = run.fill else { return run }
    let shown = mirrored(point)
    if isAxial, !shadesFlat, !isPaper, !backside.format.hasAlpha {
      run.fill = .copied(.own, from: shown, step: lifted.y == 0 ? -1 : 1, beyond: .source)
      return run
    }
    // A mirror changes no distance: after as many pixels the back's border may be reached.
    let bounds = backside.bounds
    let distance = max(-shown.x, shown.x - bounds.width, -shown.y, shown.y - bounds.height)
    if distance <= 1 { run.fill = .computed }
    run.length = min(run.length, (distance - 1).magnitude - Run.margin)
    return run
  }

  /// The mixture of neighbors that the flat back shows where it is a mirrored row.
  var blends: [Blend] {
    guard isAxial, !isPaper,
      let shown = backside.upperLeftPixel(of: mirrored(Point(x: 0.5, y: 0.5)))
    else {
      return []
    }
    return [.mix(max(shown.right, shown.below))]
  }

  private var isAxial: Bool { lifted.x == 0 || lifted.y == 0 }

  /// The point of the page that the flat back shows at a point.
  private func mirrored(_ point: Point) -> Point {
    point + lifted * (mirror - 2 * point.dot(lifted))
  }
}

/// A transition that curls a page.
protocol PageTransition: KernelTransition {
  var angle: Float { get set }
  var extent: Rect? { get set }
  var radius: Float { get set }
  var backsideImage: Bitmap? { get set }
  /// Whether the back is paper unless it is given a picture.
  var hasPaperBack: Bool { get set }
}

extension PageTransition {
  /// The parameters that all page curls have; `coreImageExtent` is the default of the extent that
  /// Core Image prints.
  static func pageParameters(coreImageExtent: String) -> [Parameter<Self>] {
    [
      Parameter(
        .angle, \.angle,
        "Direction of the turn: 0 right, the left side lifts first; 90deg up; 180deg left.",
        suggested: -Float.pi...Float.pi, ours: "150deg"),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the curl crosses; the rest jumps at start or end.",
        coreImageValue: coreImageExtent),
      Parameter(
        .radius, \.radius, "Radius of the roll, in pixels; small is a tight curl.",
        suggested: 0.01...400, atLeast: 0.01, ours: "14%"),
      Parameter(
        .backsideImage, \.backsideImage,
        "The picture on the back of the page, mirrored as if seen through it.",
        unset: .sourceImage, ours: .paper),
    ]
  }
}
