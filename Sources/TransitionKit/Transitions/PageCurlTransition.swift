/// Curls the source like a page, lifted at one side and rolled over to the other; the target lies
/// beneath.
public struct PageCurlTransition: Transition {
  var angle: Float = 0
  var extent: Rect?
  var radius: Float = 100
  var backsideImage: Bitmap?
  var shadingImage: Bitmap?

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIPageCurlTransition", displayName: "Page Curl",
    summary: "Curls the source like a page and uncovers the target.",
    parameters: [
      Parameter(.angle, \.angle, suggested: -Float.pi...Float.pi),
      Parameter(.extent, \.extent),
      Parameter(.radius, \.radius, suggested: 0.01...400, atLeast: 0.01),
      Parameter(.backsideImage, \.backsideImage, unset: "the source image"),
      Parameter(.shadingImage, \.shadingImage, unset: "darker toward the ridge"),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let backside = backsideImage ?? inputs.source
    return Kernel(
      source: inputs.source, target: inputs.target, backside: backside,
      curl: PageCurl(
        angle: angle, radius: radius, time: time, extent: inputs.resolve(extent),
        page: backside.bounds),
      shading: Shading(shadingImage, in: inputs.workingSpace))
  }

  /// One frame of a page curl.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let backside: Bitmap
    let curl: PageCurl
    let shading: Shading

    /// The color at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let q = curl.height(of: point)
      let view = curl.view(at: point, q)
      let ground = target[point]
      guard view.coverage > 0 else {
        return PageCurl.composite(
          back: .transparent, front: .transparent, coverage: 0, ground: ground, source: source,
          at: point)
      }
      var back = backside.sample(at: view.back)
      if back.alpha > 0 {
        let light = shading.color(toward: curl.lifted, tilt: view.steepness)
        let shaded = light * back.alpha + back * (1 - light.alpha)
        back = Pixel(shaded.x, shaded.y, shaded.z, back.alpha)
      }
      return PageCurl.composite(
        back: back, front: q <= 0 ? source[point] : source.sample(at: view.front),
        coverage: view.coverage, ground: ground, source: source, at: point)
    }

    /// The source where the page lies flat and uncovered, the target beyond the ridge.
    public func runs(of row: Row, into runs: inout Runs) {
      guard !source.format.hasAlpha else { return }
      runs.append(
        computing: curl.interval(reach: 0), from: row.start.dot(curl.lifted), step: curl.lifted.x,
        low: .source, high: .target)
    }
  }
}
