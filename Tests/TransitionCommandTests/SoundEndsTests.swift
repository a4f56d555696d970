import Testing

@testable import TransitionCommand

/// How sound begins and ends that is shorter than its pictures.
@Suite struct SoundEndsTests {
  /// Samples of both channels as they are decoded: silence, then one value.
  private static func bytes(_ silence: Int, _ count: Int) -> [UInt8] {
    (0..<count).flatMap { sample -> [UInt8] in
      let bits = (sample < silence ? -0.0 : Float(0.5)).bitPattern
      let number = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      return number + number
    }
  }

  /// The left channel of what is heard of a clip of 9,600 samples, which is decoded in some pieces.
  private static func heard(
    _ range: Range<Int> = 0..<9600, silence: Int, end: Int, by size: Int = 700,
    fadesIn: Bool = true, fadesOut: Bool = true
  ) -> [Float] {
    var ends = SoundEnds(of: 9600, heard: range, fadesIn: fadesIn, fadesOut: fadesOut)
    let all = bytes(silence, min(end, ends.decoded.upperBound))
      .dropFirst(8 * ends.decoded.lowerBound)
    var found: [UInt8] = []
    for start in stride(from: all.startIndex, to: all.endIndex, by: 8 * size) {
      found += ends.next(Array(all[start..<min(start + 8 * size, all.endIndex)]))
    }
    found += ends.last()
    return stride(from: 0, to: found.count, by: 8).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(found[index + $1]) << (8 * $1) })
    }
  }

  private static func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.1 - $1.0).magnitude) }
  }

  @Test(arguments: [(0, 9600), (47, 9600), (2401, 9600), (0, 7000)])
  func `nothing changes where a fade of the clip is heard, or the silence is its own`(
    _ silence: Int, _ end: Int
  ) {
    let samples = Self.heard(silence: silence, end: end)
    #expect(samples.count == end)
    #expect(samples.enumerated().allSatisfy { $1 == ($0 < silence ? 0 : 0.5) })
  }

  @Test(arguments: [(48, 9600), (500, 9599), (2400, 7200)], [1, 239, 700, 9600])
  func `sound begins and ends without a leap`(_ part: (silence: Int, end: Int), _ size: Int) {
    let samples = Self.heard(silence: part.silence, end: part.end, by: size)
    #expect(samples.count == part.end)
    #expect(Self.largestStep(samples) < 0.5 * 1.6 / 240)
    #expect(samples[part.silence] == 0 && samples[part.silence + 240] == 0.5)
    #expect(part.end == 9600 ? samples[9599] == 0.5 : (samples.last ?? 1) < 0.001)
  }

  @Test func `a show begins and ends in the middle of a sound`() {
    let samples = Self.heard(silence: 500, end: 9500, fadesIn: false, fadesOut: false)
    #expect(samples[500] == 0.5 && samples.last == 0.5)
  }

  @Test func `a part of a clip sounds as the whole does`() {
    let whole = Self.heard(silence: 1000, end: 8000)
    for range in [0..<1100, 900..<9600, 1100..<7900, 1500..<7000, 1001..<9599, 7850..<8100] {
      let part = Self.heard(range, silence: 1000, end: 8000)
      #expect(part == Array(whole[range.clamped(to: 0..<8000)]), "\(range)")
    }
  }
}
