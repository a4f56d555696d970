/// Turns the source into the target where a mask is dark first and where it is light last; the
/// pieces that remain throw a shadow.
///
/// The source brightens by a quarter as it goes, and the target comes in a quarter darker. The
/// width of the shadow follows from the mask's local slope: narrow at hard steps, wide on ramps.
public struct DisintegrateWithMaskTransition: Transition {
  var shadowOffset = Point(x: 0, y: -10)
  var shadowDensity: Float = 0.65
  var shadowRadius: Float = 8
  var maskImage: Bitmap?

  private var relief: Relief?

  /// Makes the transition with its defaults.
  public init() {}

  /// What can be known of this transition.
  public static let declaration = Declaration<Self>(
    "CIDisintegrateWithMaskTransition", displayName: "Disintegrate With Mask",
    summary: "Turns the source into the target in the order of a mask, dark parts first.",
    parameters: [
      Parameter(.shadowOffset, \.shadowOffset),
      Parameter(.shadowDensity, \.shadowDensity, suggested: 0...1, atLeast: 0, atMost: 1),
      Parameter(.shadowRadius, \.shadowRadius, suggested: 0...50, atLeast: 0),
      Parameter(.maskImage, \.maskImage, unset: "a built-in pattern of soft clouds"),
    ])

  /// The transition with its mask worked out.
  public func prepared(for inputs: Inputs) -> Self {
    var copy = self
    copy.relief = Relief(maskImage, for: inputs)
    return copy
  }

  /// Sets up one frame.
  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    Kernel(
      source: inputs.source, target: inputs.target,
      relief: relief ?? Relief(maskImage, for: inputs), time: time,
      shadowX: Int(min(max(shadowOffset.x, -1e6), 1e6).rounded()),
      shadowY: Int(min(max(shadowOffset.y, -1e6), 1e6).rounded()),
      shadowRadius: shadowRadius, density: shadowDensity * min(1, (1 - time) / 0.1))
  }

  /// One frame of a disintegration.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let relief: Relief
    let time: Float
    let shadowX: Int
    let shadowY: Int
    let shadowRadius: Float
    let density: Float

    /// The color at a point.
    @inline(__always)
    public func color(at point: Point) -> Pixel {
      let (column, row) = (Int(point.x), relief.height - 1 - Int(point.y))
      let share = remaining(relief.level(column, row), relief.slope(column, row))
      let piece =
        share > 0 ? source[point].scalingColor(by: 1 + 0.25 * time) : Pixel.transparent
      if share >= 1 { return piece.clampedColor }
      let light =
        density > 0
        ? 1 - density * (1 - lit(column - shadowX, row + shadowY)) : 1
      let ground = target[point].scalingColor(by: (1 - 0.25 * (1 - time)) * light)
      return mix(ground, piece, share).clampedColor
    }

    /// How much of the source is left: 1 until the time comes near the mask's level.
    @inline(__always)
    private func remaining(_ level: Float, _ slope: Float) -> Float {
      let threshold = time * (1 + slope) - slope / 2
      return (0.5 + (level - threshold) / slope).saturated
    }

    /// How much light falls on the target, from the mask at the place that throws the shadow.
    @inline(__always)
    private func lit(_ column: Int, _ row: Int) -> Float {
      let column = min(max(column, 0), relief.width - 1)
      let row = min(max(row, 0), relief.height - 1)
      let level = relief.level(column, row)
      let softness = shadowRadius * relief.slope(column, row)
      return softness > 0 ? (0.5 + (time - level) / softness).saturated : time >= level ? 1 : 0
    }

    /// The brightened source and the unshaded target.
    public var blends: [Blend] {
      [Blend(source: 1 + 0.25 * time), Blend(target: 1 - 0.25 * (1 - time))]
    }

    /// Where a piece is whole, or gone and unshaded, every pixel is scaled alike.
    public func runs(of row: Row, into runs: inout Runs) {
      let line = relief.height - 1 - Int(row.y)
      for column in 0..<row.width {
        let share = remaining(relief.level(column, line), relief.slope(column, line))
        let fill: Fill =
          if share >= 1 {
            .blend(0)
          } else if share <= 0, density <= 0 || lit(column - shadowX, line + shadowY) >= 1 {
            .blend(1)
          } else {
            .computed
          }
        runs.append(fill, upTo: column + 1)
      }
    }
  }
}

extension Pixel {
  /// The pixel with no color beyond its coverage.
  fileprivate var clampedColor: Pixel {
    clamped(lowerBound: .transparent, upperBound: Pixel(alpha, alpha, alpha, alpha))
  }
}
