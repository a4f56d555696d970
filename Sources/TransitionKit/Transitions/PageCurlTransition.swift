/// Curls the source like a page, lifted at one side and rolled over to the other; the target lies
/// beneath.
public struct PageCurlTransition: PageTransition {
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
  /// A shaded sphere in a square: the light on the back; darker toward the ridge if unset.
  public var shadingImage: Bitmap?

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIPageCurlTransition", displayName: "Page Curl",
    summary: "Curls the source like a page and uncovers the target.", family: .sheets,
    parameters: pageParameters(coreImageExtent: "[0 0 300 300]") + [
      Parameter(
        .shadingImage, \.shadingImage,
        "A shaded sphere in a square: the light on the back of the page.", unset: .ridgeShading)
    ], adjust: { $0.hasPaperBack = true })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(
      page: PageCurl(
        inputs, backside: backsideImage, hasPaperBack: hasPaperBack, angle: angle,
        radius: radius, time: time, extent: inputs.resolve(extent)),
      light: SphereMap(shadingImage, in: inputs.workingSpace),
      shadesFlat: shadingImage != nil)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let page: PageCurl
    let light: SphereMap
    /// Whether the shading does anything where the page lies flat; the built-in one does not.
    let shadesFlat: Bool

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      page.colors(
        at: point, shadesFlat: shadesFlat, darkness: { _ in Lanes() }
      ) { shade($0, $1) }
    }

    @inline(__always)
    private func shade(_ back: Pixel4, _ steepness: Lanes) -> Pixel4 {
      let light = light.colors(
        toward: Lanes(repeating: page.lifted.x), Lanes(repeating: page.lifted.y), tilt: steepness)
      return Pixel4 { light[$0] * back.alpha + back[$0] * (1 - light.alpha) }
    }

    public func run(at point: Point) -> Run {
      page.run(at: point, shadesFlat: shadesFlat, reach: 0)
    }

    public var blends: [Blend] { page.blends }

    public var ownPicture: Bitmap? { page.backside }
  }
}
