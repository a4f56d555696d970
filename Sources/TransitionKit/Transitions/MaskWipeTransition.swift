/// Turns the source into the target where a mask is dark first and where it is light last, behind a
/// soft edge.
///
/// A pixel whose value in the mask is `m` shows the target by `smoothstep((t · (1 + s) - m) / s)`.
/// The softness `s` is at least the change of the mask from pixel to pixel, so that no edge is
/// sharper than a pixel. A pixel that a leap of a built-in mask goes through shows what both sides
/// show, each by its share.
public struct MaskWipeTransition: KernelTransition {
  /// The mask whose dark parts turn into the target first.
  public var maskImage = Mask.builtIn(.clouds) { didSet { thresholds = nil } }
  /// The softness of the edge; 0 is as sharp as pixels are.
  public var softness: Float = 0.1 { didSet { thresholds = nil } }
  /// The direction of a built-in mask, in radians.
  public var angle: Float = 0 { didSet { thresholds = nil } }
  /// The point where a built-in mask begins; the middle of the frame if unset.
  public var center: Point? { didSet { thresholds = nil } }
  /// The number of blades, slats, squares, turns or blocks; unset, as suits the mask.
  public var `repeat`: Float? { didSet { thresholds = nil } }
  /// Whether to begin where the mask is lightest.
  public var invert = false { didSet { thresholds = nil } }

  private var thresholds: Preparation<ThresholdMap>?

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "MaskWipeTransition", displayName: "Mask Wipe",
    summary: "Uncovers the target in the order of a mask, softly.", family: .wipes,
    parameters: [
      Parameter(
        .maskImage, \.maskImage,
        "The mask whose dark parts turn into the target first."),
      Parameter(
        .softness, \.softness, "Softness of the edge; 0 is as sharp as pixels are.",
        suggested: 0...1, atLeast: 0, atMost: 1),
      Parameter(
        .angle, \.angle,
        "Direction of \(BuiltInMask.names(having: \.angle)): 0 is to the right, 90deg up.",
        suggested: -Float.pi...Float.pi),
      Parameter(
        .center, \.center, "Where \(BuiltInMask.names(having: \.center)) begin."),
      Parameter(
        .repeat, \.repeat,
        "Blades, slats, squares, turns or blocks of \(BuiltInMask.names(having: \.count)).",
        suggested: 1...50, atLeast: 1, atMost: 1000, unset: .suitsMask),
      Parameter(
        .invert, \.invert, "Begin where the mask is lightest."),
    ])

  /// A picture, and most masks, have but some of a shape's properties.
  public func purpose(ofUnused name: String) -> String? {
    let properties: [String: PartialKeyPath<BuiltInMask.Shape>] = [
      ParameterKey.angle.name: \.angle, ParameterKey.center.name: \.center,
      ParameterKey.repeat.name: \.count,
    ]
    guard let property = properties[name] else { return nil }
    if case .builtIn(let mask) = maskImage, mask.properties.contains(property) { return nil }
    return BuiltInMask.names(having: property)
  }

  /// The transition with its mask drawn.
  public func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> Self {
    var copy = clamped
    copy.thresholds = Preparation(copy.makeThresholds(for: layout, parallelFor), for: layout)
    return copy
  }

  private func makeThresholds(
    for layout: FrameLayout, _ parallelFor: ParallelFor? = nil
  ) -> ThresholdMap {
    let shape = BuiltInMask.Shape(angle: angle, center: center, count: self.repeat)
    let mask = maskImage.values(for: layout, .encoded, shape: shape, parallelFor)
    return ThresholdMap(
      invert ? mask.inverted(parallelFor) : mask, .length, leastSlope: softness, parallelFor)
  }

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(
      source: inputs.source, target: inputs.target,
      thresholds: thresholds?.value(for: inputs.layout) ?? makeThresholds(for: inputs.layout),
      time: time)
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let thresholds: ThresholdMap
    let time: Float

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let part = thresholds.shares(at: point, time) { remaining in (1 - remaining).smoothstep }
      return mix(source.neighbors(at: point), target.neighbors(at: point), part)
    }

    public func run(at point: Point) -> Run {
      thresholds.run(at: point, time, whole: .source, bare: .target)
    }
  }
}
