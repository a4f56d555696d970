/// Curls the source like a page, lifted at one side and rolled over to the other; the target lies
/// beneath.
public struct PageCurlTransition: KernelTransition {
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
      Parameter(
        .angle, \.angle,
        "Direction in which the page turns: 0 lifts the left side, pi the right one.",
        suggested: -Float.pi...Float.pi),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the curl crosses."),
      Parameter(
        .radius, \.radius,
        "Radius of the curl.", suggested: 0.01...400, atLeast: 0.01),
      Parameter(
        .backsideImage, \.backsideImage,
        "The picture on the back of the page.", unset: .sourceImage),
      Parameter(
        .shadingImage, \.shadingImage,
        "A shaded sphere in a square: the light on the back of the page.", unset: .ridgeShading),
    ])

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(
      page: PageCurl(
        inputs, backside: backsideImage, angle: angle, radius: radius, time: time,
        extent: inputs.resolve(extent)),
      shading: Shading(shadingImage, in: inputs.workingSpace),
      shadesFlat: shadingImage != nil)
  }

  /// One frame of a page curl.
  public struct Kernel: QuadKernel {
    let page: PageCurl
    let shading: Shading
    /// Whether the shading does anything where the page lies flat; the built-in one does not.
    let shadesFlat: Bool

    /// The colors at four neighbors.
    @inline(__always)
    public func colors(at point: Point) -> Quad {
      page.colors(
        at: point, shadesFlat: shadesFlat, darkness: { _ in Lanes() }
      ) { shade($0, $1) }
    }

    @inline(__always)
    private func shade(_ back: Quad, _ steepness: Lanes) -> Quad {
      let light = shading.colors(
        toward: Lanes(repeating: page.lifted.x), Lanes(repeating: page.lifted.y), tilt: steepness)
      return Quad { light[$0] * back.alpha + back[$0] * (1 - light.alpha) }
    }

    /// The back of the page.
    public var slidPicture: Bitmap? { page.backside }

    /// What the flat back shows between two pixels.
    public var blends: [Blend] { page.blends }

    /// Only the curl is computed.
    public func runs(of row: Row, into runs: inout Runs) {
      page.divide(row, shadesFlat: shadesFlat, reach: 0, into: &runs)
    }
  }
}
