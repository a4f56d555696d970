/// Unfolds a taller target out of the source like an accordion while both cross-fade.
///
/// The picture grows from the source's height to the target's. The part above the folds shows the
/// top of both pictures, the part below the bottom of both; between them the target's additional
/// rows unfold in strips whose sides zigzag and whose upper edges are shaded. For two pictures of
/// one height there is nothing to unfold: they dissolve, as in Core Image.
public struct AccordionFoldTransition: KernelTransition {
  /// The height at the bottom, in pixels, that stays flat.
  public var bottomHeight: Float = 0
  /// The number of folds, each of two strips.
  public var numberOfFolds: Float = 3
  /// The darkness of the upper edges of the folds: 0 none, 1 black.
  public var foldShadowAmount: Float = 0.1

  public init() {}

  public static let declaration = Declaration<Self>(
    "CIAccordionFoldTransition", displayName: "Accordion Fold",
    summary: "Unfolds a taller target (--fit none); others dissolve.", family: .sheets,
    unitesSizes: true,
    parameters: [
      Parameter(
        .bottomHeight, \.bottomHeight,
        """
        Height at the bottom, in pixels, that stays flat; the folds are above it. Folds appear \
        only with a taller target and --fit none.
        """,
        suggested: 0...1000, atLeast: 0),
      Parameter(
        .numberOfFolds, \.numberOfFolds,
        "Number of folds, each of two strips; the more, the flatter each.",
        suggested: 1...10, atLeast: 1, atMost: 50),
      Parameter(
        .foldShadowAmount, \.foldShadowAmount,
        "How dark the upper edges of the folds are: 0 not at all, 1 black.",
        suggested: 0...1, atLeast: 0, atMost: 1),
    ])

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    // A source that is taller than the target folds away: the same, the other way round.
    let grows = inputs.sourceBounds.height <= inputs.targetBounds.height
    let (low, high) = grows ? (inputs.source, inputs.target) : (inputs.target, inputs.source)
    let (lowHeight, highHeight) =
      grows
      ? (inputs.sourceBounds.height, inputs.targetBounds.height)
      : (inputs.targetBounds.height, inputs.sourceBounds.height)
    let growth = grows ? time : 1 - time
    let difference = highHeight - lowHeight
    let strips = 2 * numberOfFolds.rounded()
    let depth = difference / strips * (1 - growth * growth).squareRoot()
    return Kernel(
      low: low.reading(in: .srgb), high: high.reading(in: .srgb), source: inputs.source,
      target: inputs.target, time: time,
      isFolded: difference > 0 && inputs.sourceBounds.y == 0 && inputs.targetBounds.y == 0,
      lowHeight: lowHeight, highHeight: highHeight, growth: growth,
      top: max(0, lowHeight - bottomHeight), strips: strips,
      recession: depth / (1.436 * inputs.frame.width), shade: foldShadowAmount * (1 - growth),
      background: inputs.pixel(inputs.background))
  }

  /// One frame. Rows of the growing picture, which stands on the bottom of the frame, from its top:
  ///
  ///     0               ------------  both pictures' tops
  ///     top             ------------  folds: strips whose sides zigzag
  ///                       \      /
  ///                       /      \
  ///     top + unfolded  ------------  both pictures' bottoms
  ///     height          ------------
  ///
  /// The target's additional rows, `difference` of them, are squeezed into the `unfolded` ones.
  public struct Kernel: PixelKernel {
    /// The less tall picture, and the taller one, in encoded values for interpolation.
    let low: Bitmap
    let high: Bitmap
    let source: Bitmap
    let target: Bitmap
    let time: Float
    /// Whether there is anything to unfold.
    let isFolded: Bool
    let lowHeight: Float
    let highHeight: Float
    /// 0 with the less tall picture, 1 with the taller one.
    let growth: Float
    /// The rows above the folds.
    let top: Float
    /// The number of strips: two in a fold.
    let strips: Float
    /// The distance of a strip's far side behind the picture, in distances of the eye.
    let recession: Float
    let shade: Float
    let background: Pixel

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      guard isFolded else {
        return mix(source.neighbors(at: point), target.neighbors(at: point), time)
      }
      let difference = highHeight - lowHeight
      let unfolded = growth * difference
      let height = lowHeight + unfolded
      // The growing picture begins with a whole row of the frame.
      let row = height.rounded(.up) - point.y
      guard row > 0, row <= height else { return Pixel4(repeating: background) }
      let x = point.x + Lanes.neighbors
      if row <= top { return blend(x, row, row, 1) }
      if row >= top + unfolded {
        return blend(x, row - unfolded, row + difference - unfolded, 1)
      }
      let position = (row - top) / (unfolded / strips)
      let strip = min(position.rounded(.down), strips - 1)
      // From the strip's upper edge, 0, to its lower one, 1.
      let part = position - strip
      // Strips lead away from the eye and back again.
      let depth = Int(strip).isMultiple(of: 2) ? part : 1 - part
      // The row above the folds is held; at the picture's lower edge it must not mix with nothing.
      let held = min(top, lowHeight - 0.5)
      let middle = Float(low.width) / 2
      return blend(
        middle + (x - middle) * (1 + depth * recession), held,
        top + position * difference / strips, 1 - shade * (1 - part))
    }

    /// The mixtures of a row of each picture, counted from their tops.
    @inline(__always)
    private func blend(_ x: Lanes, _ lowRow: Float, _ highRow: Float, _ light: Float) -> Pixel4 {
      let a = low.samples(at: x, Lanes(repeating: lowHeight - lowRow))
      let b = high.samples(at: x, Lanes(repeating: highHeight - highRow))
      let mixed = mix(source.decoded(a), source.decoded(b), growth)
      return Pixel4 { channel in
        let lit = channel < 3 ? mixed[channel] * light : mixed.alpha
        return lit + background[channel] * (1 - mixed.alpha)
      }
    }

    /// Without folds all of it is the plain dissolve.
    public func run(at point: Point) -> Run { Run(isFolded ? .computed : .blend(.mix(time))) }

    public var blends: [Blend] { isFolded ? [] : [.mix(time)] }
  }
}
