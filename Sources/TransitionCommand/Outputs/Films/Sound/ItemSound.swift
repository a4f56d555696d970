internal import TransitionSystem

/// How the sound of an item is heard.
struct ItemSound: Sendable {
  /// Whether it is heard, or would be at a volume above 0.
  let isHeard: Bool
  /// Its speed, if it is so fast or slow that its sound is left out.
  let silencingSpeed: Speed?
  private let volume: Volume
  private let fadeIn, fadeOut: FilmTime?

  /// The speeds at which speech can be followed.
  private static let speeds = 250...4000

  init(_ source: any Source, _ options: OptionValues, _ settings: Settings) {
    volume = options.value(settings.$volume)
    fadeIn = options.value(settings.$soundFadeIn)
    fadeOut = options.value(settings.$soundFadeOut)
    let speed = source.sound?.speed ?? .normal
    let isAudible =
      Self.speeds.contains(speed.thousandths) || settings.$volume.isGiven
      || options[settings.$volume] != nil
    silencingSpeed = isAudible ? nil : speed
    isHeard = source.sound != nil && isAudible
  }

  var isSilent: Bool { volume.isSilent }

  /// How long both of its fades take, in millionths of a second.
  var fades: Int { [fadeIn, fadeOut].reduce(0) { $0 + ($1?.micro ?? 0) } }

  /// The filters that set how loud some samples are, brought to a loudness before.
  func filters(of count: Int, _ gain: Double?) -> [String] {
    func samples(_ time: FilmTime?) -> Int {
      time.map { min(SoundPlan.samples(micro: $0.micro), count) } ?? 0
    }
    return volume.filters(after: gain)
      + Soundtrack.fading(samples(fadeIn), samples(fadeOut), of: count, curve: "tri")
  }

  /// The filters that make sound faster or slower, at its pitch. Each changes it by a factor of two
  /// at most: beyond that it would leave samples out.
  ///
  /// The filter `atempo` puts pieces of a 24th of a second where they belong, a quarter of a piece
  /// too early. Pieces that move apart smear what is short, so that they are half as long there:
  /// the filter is told that the samples are half as many a second. Its first pieces are too soft:
  /// they are those of a ``lead(_:)``.
  static func tempo(_ speed: Speed) -> [String] {
    guard speed != .normal else { return [] }
    var factors = [speed.factor]
    while let last = factors.last, last > 2 || last < 0.5 {
      factors[factors.count - 1] = last > 2 ? 2 : 0.5
      factors.append(last > 2 ? last / 2 : last * 2)
    }
    return factors.flatMap { factor in
      let (rate, delay) =
        factor > 1
        ? (SoundPlan.samplesPerSecond, 512) : (SoundPlan.samplesPerSecond / 2, 256)
      return [
        "asetrate=\(rate)", "adelay=\(delay)S:all=1", "atempo=\(factor)",
        "asetrate=\(SoundPlan.samplesPerSecond)",
      ]
    } + ["atrim=start_sample=\(leadAtSpeed)", Soundtrack.evenly]
  }

  /// The samples before the first that is heard with which ``tempo(_:)`` begins.
  static func lead(_ speed: Speed) -> Int {
    speed == .normal ? 0 : leadAtSpeed * speed.thousandths / 1000
  }

  /// The same, as many thousandths as it takes for a whole number at any speed.
  private static let leadAtSpeed = 5000
}
