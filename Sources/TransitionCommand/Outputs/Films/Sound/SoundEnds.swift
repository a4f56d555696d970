internal import TransitionKit

/// Fades the sound of a clip where it really begins and ends.
///
/// A clip fades in and out with its pictures. But its sound may begin a few thousandths of a second
/// after them, or end before them: by its encoder, or since it is played faster or slower. Then the
/// fades lie in silence, and the sound would click.
struct SoundEnds {
  /// The samples of the clip, of which some are decoded, and fewer heard; all are counted from its
  /// first one.
  private let whole: Int
  let decoded: Range<Int>
  private let heard: Range<Int>
  /// Whether it fades in, and out. A show may begin and end in the middle of a sound.
  private let fadesIn, fadesOut: Bool

  /// The most samples of silence, 50 ms, that are not the clip's own.
  private static let mostSilence = SoundPlan.samplesPerSecond / 20
  /// The least, 1 ms: a wave may well begin at zero.
  private static let leastSilence = SoundPlan.samplesPerSecond / 1000
  private static let fade = SoundPlan.fadeOfCut
  /// What counts as silence: less than half of a code of 16 bits.
  private static let silence: Float = 0x1p-16

  /// The number of the next sample.
  private var position: Int
  /// The sample with which the sound begins, once it is known.
  private var start: Int?
  /// The last samples, until it is known whether others follow.
  private var held: [UInt8] = []

  init(of whole: Int, heard: Range<Int>, fadesIn: Bool, fadesOut: Bool) {
    (self.whole, self.heard, self.fadesIn, self.fadesOut) = (whole, heard, fadesIn, fadesOut)
    // Near an end all is decoded from there, or until there: a part sounds as the whole does.
    let margin = Self.mostSilence + Self.fade
    let first = heard.lowerBound < margin ? 0 : heard.lowerBound
    let last = heard.upperBound > whole - margin ? whole : heard.upperBound
    decoded = first..<last
    position = decoded.lowerBound
  }

  /// Takes the next samples.
  ///
  /// - Parameter bytes: whole samples.
  /// - Returns: those that are heard, of them and of earlier ones, which nothing changes any more.
  mutating func next(_ bytes: [UInt8]) -> [UInt8] {
    let size = Soundtrack.bytesPerSample
    var bytes = bytes
    fadeIn(&bytes)
    position += bytes.count / size
    held += bytes
    let settled = max(0, held.count - (position < whole ? Self.fade * size : 0))
    return release(settled)
  }

  /// Takes what is left, after the last sample.
  ///
  /// - Returns: the samples that are heard and were not returned yet.
  mutating func last() -> [UInt8] {
    let size = Soundtrack.bytesPerSample
    if fadesOut, position < whole, whole - position <= Self.mostSilence {
      let count = held.count / size
      for sample in 0..<count {
        Self.scale(&held, sample, by: (Float(count - sample) / Float(Self.fade)).smoothstep)
      }
    }
    return release(held.count)
  }

  private mutating func fadeIn(_ bytes: inout [UInt8]) {
    let size = Soundtrack.bytesPerSample
    guard fadesIn, position < Self.mostSilence + Self.fade else { return }
    for sample in 0..<bytes.count / size {
      if start == nil {
        let isSilent = Self.offsets(of: sample).allSatisfy { offset in
          Self.number(bytes, offset).magnitude < Self.silence
        }
        if !isSilent { start = position + sample }
      }
      guard let start, Self.leastSilence...Self.mostSilence ~= start else { continue }
      let place = position + sample - start
      guard place < Self.fade else { return }
      Self.scale(&bytes, sample, by: (Float(place) / Float(Self.fade)).smoothstep)
    }
  }

  /// Lets some of the bytes go that are held.
  ///
  /// - Returns: those of samples that are heard.
  private mutating func release(_ count: Int) -> [UInt8] {
    let size = Soundtrack.bytesPerSample
    let first = position - held.count / size
    let range = (first..<first + count / size).clamped(to: heard)
    defer { held.removeFirst(count) }
    return range.isEmpty
      ? [] : Array(held[(range.lowerBound - first) * size..<(range.upperBound - first) * size])
  }

  /// Multiplies both channels of a sample.
  private static func scale(_ bytes: inout [UInt8], _ sample: Int, by factor: Float) {
    for offset in offsets(of: sample) {
      let bits = (number(bytes, offset) * factor).bitPattern
      for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
    }
  }

  /// Where the numbers of a sample's channels begin.
  private static func offsets(of sample: Int) -> [Int] {
    let start = sample * Soundtrack.bytesPerSample
    return [start, start + 4]
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Float {
    Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) })
  }
}
