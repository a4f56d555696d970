/// The factors by which pictures are reduced that a moving one is read from.
///
/// Where a frame has a pixel for each of the picture, details pulse as they pass from pixel to
/// pixel; from 1.25 pixels for each on, they do not. Reading more than is needed costs time. So the
/// picture is reduced once, by a factor for all frames, so that nothing leaps: the widest has 1.5
/// pixels of the reduced picture to one of its own, or more where the tightest would have fewer
/// than 1.25.
///
/// If the widest would have more than three times 1.25, there are two pictures: one with 1.25 for
/// the tightest frame, and a smaller one for wide frames. At most, both have about as many pixels
/// to one of a frame. The smaller one takes over from where it has 1.25, within a quarter octave.
struct ReductionFactors {
  /// The fewest pixels to one of a frame at which details move evenly.
  static let least = 1.25
  /// The pixels that are read where the path allows it.
  private static let usual = 1.5
  /// The range of ratios that are read from one picture.
  private static let range = 3.0
  /// A reduction by less than this does not pay: the picture itself is read.
  private static let smallest = 1.1
  /// A quarter octave.
  private static let crossfade = Double.pow(2, 0.25)

  /// The factor of the picture for tight frames; 1 for the picture itself.
  let near: Double
  /// The picture for wide frames, if there are two.
  let far: (factor: Double, crossing: ClosedRange<Double>)?

  /// Chooses factors.
  ///
  /// - Parameters:
  ///   - tightest: the pixels of the picture to one of the frame that has fewest of them.
  ///   - widest: the same of the frame that has most.
  init(tightest: Double, widest: Double) {
    let whole = max(tightest / Self.least, 1)
    guard widest > Self.range * Self.least * whole else {
      near = Self.factor(min(widest / Self.usual, whole))
      far = nil
      return
    }
    near = Self.factor(whole)
    let factor = (widest * near / Self.least).squareRoot()
    let crossing = Self.least * factor
    far = (factor, crossing...crossing * Self.crossfade)
  }

  private static func factor(_ factor: Double) -> Double { factor > smallest ? factor : 1 }

  /// The share of the picture for wide frames in a frame of a ratio.
  func farShare(at ratio: Double) -> Double {
    guard let crossing = far?.crossing else { return 0 }
    let octaves = Double.log(ratio / crossing.lowerBound) / Double.log(Self.crossfade)
    return octaves.smoothstep
  }
}
