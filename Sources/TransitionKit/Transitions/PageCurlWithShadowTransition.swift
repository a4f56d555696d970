/// Curls the source like a page that throws a soft shadow on the target beneath.
///
/// The back of the page has a built-in sheen near the ridge.
public struct PageCurlWithShadowTransition: PageTransition {
  /// The direction of the turn, in radians.
  public var angle: Float = 0
  /// The part of the frame that the curl crosses; the whole frame if unset.
  public var extent: Rect?
  /// The radius of the roll, in pixels.
  public var radius: Float = 100
  /// The picture on the back of the page; the source if unset.
  public var backsideImage: Bitmap?
  /// Whether the source shows through paper there, where no picture is given.
  public var hasPaperBack = false
  /// The part of the page that casts a shadow; the extent if unset.
  public var shadowExtent: Rect?
  /// The darkness of the shadow: 0 none, 1 deep.
  public var shadowAmount: Float = 0.7
  /// The width of the shadow, in radii of the roll; 0 is sharp.
  public var shadowSize: Float = 0.5

  /// Whether a page casts the shadow of what is on it, and none where it is transparent.
  var castsCoverage = false

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIPageCurlWithShadowTransition", displayName: "Page Curl With Shadow",
    summary: "Curls the source like a page that casts a shadow.", family: .sheets,
    parameters: pageParameters(coreImageExtent: "[0 0 0 0]") + [
      Parameter(
        .shadowExtent, \.shadowExtent, "The part of the page that casts a shadow, in pixels.",
        unset: .extent, coreImageValue: "[0 0 0 0]"),
      Parameter(
        .shadowAmount, \.shadowAmount, "Darkness of the shadow: 0 none, 1 deep.",
        suggested: 0...1, atLeast: 0, atMost: 1),
      Parameter(
        .shadowSize, \.shadowSize, "Width of the shadow, in multiples of --radius; 0 is sharp.",
        suggested: 0...1, atLeast: 0, atMost: 1, ours: "1"),
    ],
    adjust: {
      $0.hasPaperBack = true
      $0.castsCoverage = true
    })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let extent = inputs.resolve(extent)
    let caster = shadowExtent.map { $0.isEmpty ? extent : inputs.resolve($0) } ?? extent
    let page = PageCurl(
      inputs, backside: backsideImage, hasPaperBack: hasPaperBack, angle: angle, radius: radius,
      time: time, extent: extent)
    return Kernel(
      page: page,
      shadow: CurlShadow(
        of: page, cast: caster, on: inputs.frame, size: shadowSize,
        amount: shadowAmount * min(1, (1 - time) / 0.12), castsCoverage: castsCoverage))
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let page: PageCurl
    let shadow: CurlShadow
    let sheen = Sheen()

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      page.colors(
        at: point, shadesFlat: false, darkness: { shadow.darkness(at: point, $0) }
      ) { shade($0, $1) }
    }

    @inline(__always)
    private func shade(_ back: Pixel4, _ steepness: Lanes) -> Pixel4 {
      let opacity = sheen.opacity(steepness)
      let gray = page.isPaper ? Sheen.grayOnPaper : Sheen.gray
      return Pixel4 { back[$0] * (1 - opacity) + gray * opacity * back.alpha }
    }

    public func run(at point: Point) -> Run {
      page.run(at: point, shadesFlat: false, reach: shadow.reach)
    }

    public var blends: [Blend] { page.blends }

    public var ownPicture: Bitmap? { page.backside }
  }

  /// The built-in light on the back: a gray, the more opaque the nearer to the ridge.
  ///
  /// The opacities were measured on Core Image's picture; the dip at 0.925 is real.
  struct Sheen: Sendable {
    static var gray: Float { 0.7025 }
    /// Dark enough to tell on paper, which is about as light as that gray.
    static var grayOnPaper: Float { 0.4 }

    private static var start: Float { 0.6 }
    private let table = Self.table
    private static let measured: [(steepness: Float, opacity: Float)] = [
      (0.6, 0), (0.625, 0.026), (0.65, 0.055), (0.675, 0.081), (0.7, 0.111), (0.725, 0.148),
      (0.75, 0.185), (0.775, 0.227), (0.8, 0.271), (0.825, 0.318), (0.85, 0.367), (0.875, 0.42),
      (0.9, 0.468), (0.905, 0.47), (0.925, 0.401), (0.95, 0.45), (0.96, 0.502), (0.97, 0.575),
      (0.98, 0.664), (0.985, 0.716), (0.99, 0.773), (0.995, 0.834), (1, 0.9),
    ]

    /// The measurements at steps of 1/200 from `start`, which hit each of them; the last once more.
    private static let table = FloatPlane(width: 82, height: 1) { _, numbers in
      for step in 0...81 {
        let steepness = start + Float(step) / 200
        let next = measured.firstIndex { $0.steepness >= steepness - 1e-4 } ?? measured.count - 1
        let (low, high) = (measured[max(next - 1, 0)], measured[next])
        let part = (steepness - low.steepness) / max(high.steepness - low.steepness, 1e-4)
        numbers[step] = low.opacity + (high.opacity - low.opacity) * part.saturated
      }
    }

    @inline(__always)
    func opacity(_ steepness: Lanes) -> Lanes {
      table.samples(at: ((steepness - Self.start) * 200).atLeast(0))
    }
  }
}
