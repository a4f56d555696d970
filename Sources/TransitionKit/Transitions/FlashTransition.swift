/// Lets a flash grow from a point until it fills the frame, then fades it into the target.
///
/// The flash has a burnt-out core, a colored glow and fine rays. Light is added to the source and
/// clipped before the fade.
public struct FlashTransition: KernelTransition {
  /// The strength of the rays: 0 none, 1 strong.
  public var striationStrength: Float = 0.5
  /// The color of the flash around its white core.
  public var color = Color(1, 0.8, 0.6, 1)
  /// The part of the frame that the flash fills; the whole frame if unset.
  public var extent: Rect?
  /// The time, 0...1, at which the flash is full and begins to fade.
  public var fadeThreshold: Float = 0.85
  /// The point where the flash begins; the middle of the frame if unset.
  public var center: Point?
  /// The contrast of the light: 0 is one even light.
  public var striationContrast: Float = 1.375
  /// The length of the rays, in sizes of the flash.
  public var maxStriationRadius: Float = 2.58
  /// The power of ten by which the flash grows in its time. Core Image's 4 lets it grow unseen at
  /// first.
  public var growth: Float = 4
  /// Whether the flash fades ever more slowly, so that the last of it does not end at once in the
  /// shadows, where the eye sees least light.
  public var fadesOut = false
  /// Whether light ends by and by. Core Image's ends along a rim, which is seen on dark sources.
  public var endsSoftly = false

  public init() {}

  public static let keepsPixels = true

  public static let declaration = Declaration<Self>(
    "CIFlashTransition", displayName: "Flash",
    summary: "Fills the frame with a flash that fades into the target.", family: .mixes,
    parameters: [
      Parameter(
        .striationStrength, \.striationStrength, "Strength of the rays: 0 none, 1 strong.",
        suggested: 0...3, atLeast: 0),
      Parameter(.color, \.color, "Color of the flash around its white core."),
      Parameter(
        .extent, \.extent,
        "The part of the frame that the flash fills; a smaller one makes a smaller flash."),
      Parameter(
        .fadeThreshold, \.fadeThreshold,
        "The time, from 0 to 1, at which the flash is full and begins to fade.",
        suggested: 0...1, atLeast: 0, atMost: 1, ours: "0.5"),
      Parameter(.center, \.center, "Where the flash begins, in pixels from the bottom left."),
      Parameter(
        .striationContrast, \.striationContrast,
        "Contrast of the light: 0 is one even light; the more, the darker between the rays.",
        suggested: 0...5, atLeast: 0),
      Parameter(
        .maxStriationRadius, \.maxStriationRadius,
        "Length of the rays, in sizes of the flash; 0 shows none.",
        suggested: 0...10, atLeast: 0),
    ],
    adjust: {
      $0.growth = 2
      $0.fadesOut = true
      $0.endsSoftly = true
    })

  public func kernel(at time: Float, of inputs: Inputs) -> Kernel {
    let center = inputs.resolve(center)
    let reach = inputs.resolve(extent).farthestDistance(from: center)
    let threshold = max(fadeThreshold, 0.001)
    let phase = time / threshold
    let core = 0.68 * reach * .exp10(growth * (phase - 1))
    let light = inputs.raw(color)
    let (saturation, onset) = (1 / light.channels.min(), (phase / 0.05).smoothstep)
    let rayDecay = 1 / (core * 1.5 * maxStriationRadius)
    let fading = time > threshold ? (time - threshold) / (1 - threshold) : 0
    let rest = 1 - fading
    // Far away light is as much below none as the contrast is above 1.
    let rim = endsSoftly ? 0.8 * max(striationContrast - 1, 0) : 0
    return Kernel(
      source: inputs.source, target: inputs.target, center: center, light: light,
      core: core, contrast: striationContrast, strength: striationStrength,
      saturation: saturation, rayDecay: rayDecay, onset: onset, rim: rim,
      fade: fadesOut ? 1 - rest * rest * rest * rest * rest : fading,
      reach: self.reach(core: core, rayDecay: rayDecay, rim: rim),
      burntOut: onset < 1 ? -1 : burntOut(core: core, saturation: saturation))
  }

  /// The distance beyond which no ray adds light, found by halving.
  private func reach(core: Float, rayDecay: Float, rim: Float) -> Float {
    func brightest(_ distance: Float) -> Float {
      let share = (1 - distance * rayDecay).saturated
      let rays = striationStrength * share * share * Rays.extremes.highest
      return striationContrast * (core / distance + rays - 1) + 1
    }
    var (near, far) = (Float(0.5), Float(1e6))
    guard brightest(far) <= -rim else { return .infinity }
    while far - near > 0.25 {
      let middle = (near + far) / 2
      if brightest(middle) > -rim { near = middle } else { far = middle }
    }
    return far
  }

  /// The distance within which the flash is burnt out to white, whatever the rays; below 0 if it is
  /// nowhere.
  private func burntOut(core: Float, saturation: Float) -> Float {
    guard saturation < .infinity, striationContrast > 0 else { return -1 }
    let darkest = striationStrength * min(0, Rays.extremes.lowest)
    let distance = core / ((saturation - 1) / striationContrast + 1 - darkest)
    // Within half a pixel the flash grows no brighter.
    return distance > 0.5 ? distance : -1
  }

  /// One frame.
  public struct Kernel: PixelKernel {
    let source: Bitmap
    let target: Bitmap
    let center: Point
    /// The light's raw components.
    let light: Pixel
    /// The size of the burnt-out core, in pixels.
    let core: Float
    let contrast: Float
    let strength: Float
    /// The brightness that burns every channel out to white.
    let saturation: Float
    /// The share of the root of their strength that rays lose in a pixel of distance.
    let rayDecay: Float
    /// Rises from 0 to 1 at the very beginning.
    let onset: Float
    /// How bright light is where it begins to end softly, and how far below none it ends; 0 for a
    /// hard end.
    let rim: Float
    let rays = Rays.table
    /// The share of the target.
    let fade: Float
    /// The distance beyond which there is no light.
    let reach: Float
    /// The distance within which there is nothing but white.
    let burntOut: Float

    @inline(__always)
    public func colors(at point: Point) -> Pixel4 {
      let (source, brightness) = (source.neighbors(at: point), brightness(at: point))
      let clipped = Pixel4 {
        let flashed = source[$0] + light[$0] * brightness
        return flashed.replacing(with: 1, where: flashed .> 1)
      }
      guard fade > 0 else { return clipped }
      return mix(clipped, target.neighbors(at: point), fade)
    }

    /// The amount of light at a point and the three points to its right; the greatest number there
    /// is where it is burnt out.
    @inline(__always)
    private func brightness(at point: Point) -> Lanes {
      let x = point.x - center.x + Lanes.neighbors
      let y = point.y - center.y
      let distance = (x * x + y * y).squareRoot().atLeast(0.5)
      let share = (1 - distance * rayDecay).atLeast(0)
      let noise = rays.samples(at: Lanes.turns(x, Lanes(repeating: y)) * Float(Rays.samples))
      let rays = strength * share * share * noise
      var light = contrast * (core / distance + rays - 1) + 1
      if rim > 0 {
        let above = (light + rim).atLeast(0)
        light.replace(with: above * above * (0.25 / rim), where: light .< rim)
      }
      let brightness = (light * onset).atLeast(0)
      return brightness.replacing(with: .greatestFiniteMagnitude, where: brightness .>= saturation)
    }

    /// Beyond the light there is the source, or the plain fade; in the core there is white.
    public func run(at point: Point) -> Run {
      Run(
        at: point - center, computing: (burntOut, reach), inside: .blend(fadeFromWhite),
        outside: fade > 0 ? .blend(.mix(fade)) : .source)
    }

    private var fadeFromWhite: Blend { Blend(target: fade, white: 1 - fade) }

    public var blends: [Blend] { [.mix(fade), fadeFromWhite] }
  }

  /// The rays of the flash: a fixed noise on the circle, so that frames do not flicker.
  enum Rays {
    /// Samples in a turn.
    static let samples = 8192

    /// Two equal octaves of linear value noise, with the mean, deviation and autocorrelation that
    /// were measured on Core Image's picture; of 32 seeds the one that comes nearest to it.
    static let table: FloatPlane = {
      var random = SplitMix64(seed: 9)
      func octave(cells: Int) -> [Float] {
        let values = (0..<cells).map { _ in random.nextSigned() }
        return (0..<samples).map { sample in
          let position = Float(sample) * Float(cells) / Float(samples)
          let cell = Int(position)
          let part = position - Float(cell)
          return values[cell] * (1 - part) + values[(cell + 1) % cells] * part
        }
      }
      let sum = zip(octave(cells: 512), octave(cells: 900)).map { $0 + $1 }
      let mean = sum.reduce(0, +) / Float(samples)
      let variance = sum.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(samples)
      let factor = 0.45 / variance.squareRoot()
      // The first number again after the last one, and once more where rounding goes that far.
      return FloatPlane(width: samples + 2, height: 1) { _, numbers in
        for i in 0..<samples + 2 { numbers[i] = 0.4 + (sum[i % samples] - mean) * factor }
      }
    }()

    static let extremes = (0..<samples).reduce((lowest: Float.infinity, highest: -Float.infinity)) {
      (min($0.lowest, table[$1, 0]), max($0.highest, table[$1, 0]))
    }
  }
}
