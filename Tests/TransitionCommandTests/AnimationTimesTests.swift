import Testing

@testable import TransitionCommand

/// The drawings that an animation shows, and their delays.
@Suite struct AnimationTimesTests {
  static let rates = [
    FrameRate(frames: 25, seconds: 2), FrameRate(frames: 24, seconds: 1),
    FrameRate(frames: 25, seconds: 1), FrameRate(frames: 30000, seconds: 1001), .standard,
    FrameRate(frames: 50, seconds: 1), FrameRate(frames: 60, seconds: 1),
    FrameRate(frames: 100, seconds: 1), FrameRate(frames: 120, seconds: 1),
    FrameRate(frames: 1000, seconds: 1),
  ]

  private func gif(_ drawings: [Int], _ rate: FrameRate) -> AnimationTimes {
    AnimationTimes(drawings, rate: rate, unit: 10, least: 2)
  }

  @Test(arguments: rates, [60, 61, 500])
  func `a GIF is as long as its frames, none of which is too short`(_ rate: FrameRate, _ count: Int)
  {
    let times = gif(Array(repeating: 1, count: count), rate)
    #expect(times.delays.allSatisfy { $0 >= 20 && $0 % 10 == 0 })
    #expect(times.shown.first == 0 && times.shown.last == count - 1)
    #expect(times.shown.count == times.delays.count)
    let exact = rate.duration(of: count) * 1000
    #expect(abs(Double(times.delays.reduce(0, +)) - exact) <= 5, "\(times.delays)")
    if rate.duration(of: 1) >= 0.02 { #expect(times.shown.count == count) }
    // No frame that there is time for is left out.
    if rate.duration(of: 1) < 0.02 {
      #expect(times.delays.dropLast(2).allSatisfy { $0 <= 30 })
      #expect(times.delays.suffix(2).allSatisfy { $0 <= 40 })
    }
    // Each begins when it should; the last one early enough to be seen.
    var start = 0
    for (drawing, delay) in zip(times.shown, times.delays).dropLast() {
      #expect(abs(rate.duration(of: drawing) * 1000 - Double(start)) <= 5.01)
      start += delay
    }
  }

  @Test(arguments: [
    (FrameRate(frames: 30, seconds: 1), [30, 40, 30, 30, 40, 30]),
    (FrameRate(frames: 24, seconds: 1), [40, 40, 50, 40, 40, 40]),
    (FrameRate(frames: 25, seconds: 2), [80, 80, 80, 80, 80, 80]),
    (FrameRate(frames: 50, seconds: 1), [20, 20, 20, 20, 20, 20]),
    (FrameRate(frames: 60, seconds: 1), [20, 30, 30, 20]),
    (FrameRate(frames: 100, seconds: 1), [20, 20, 20]),
  ])
  func `a GIF's delays round times`(_ rate: FrameRate, _ delays: [Int]) {
    #expect(gif([1, 1, 1, 1, 1, 1], rate).delays == delays)
  }

  @Test func `pictures that stand still are shown, and at their times`() {
    let rate = FrameRate(frames: 60, seconds: 1)
    let drawings = [90] + Array(repeating: 1, count: 31) + [90] + Array(repeating: 1, count: 30)
    let times = gif(drawings + [90], rate)
    let (first, second) = (0, 32)
    #expect(times.delays[first] == 1500)
    let index = times.shown.firstIndex(of: second)
    #expect(index.map { times.delays[$0] } == 1500)
    let before = times.delays[..<(index ?? 0)].reduce(0, +)
    #expect(abs(Double(before) - rate.duration(of: 121) * 1000) <= 5.01)
    #expect(times.delays.allSatisfy { $0 >= 20 })
    #expect(times.delays.last.map { $0 >= 1490 } == true)
  }

  @Test func `the two ends of a short GIF are shown`() {
    #expect(gif([1], FrameRate(frames: 120, seconds: 1)).delays == [20])
    let two = gif([1, 1], FrameRate(frames: 120, seconds: 1))
    #expect(two.shown == [0, 1] && two.delays == [20, 20])
    let many = gif([1, 1, 1, 1, 1, 1], FrameRate(frames: 120, seconds: 1))
    #expect(many.shown == [0, 5])
    #expect(many.delays.reduce(0, +) == 50)
  }

  @Test(arguments: rates) func `a WebP shows all frames`(_ rate: FrameRate) {
    let times = AnimationTimes(
      Array(repeating: 1, count: 500), rate: rate, unit: 1, least: 1)
    #expect(times.shown == Array(0..<500))
    #expect(times.delays.reduce(0, +) == Int((rate.duration(of: 500) * 1000).rounded()))
    let exact = rate.duration(of: 1) * 1000
    #expect(times.delays.allSatisfy { abs(Double($0) - exact) < 1 })
  }

  @Test func `no drawing of a WebP lasts no time`() {
    let rate = FrameRate(frames: 5000, seconds: 1)
    let times = AnimationTimes(
      Array(repeating: 1, count: 50), rate: rate, unit: 1, least: 1)
    #expect(times.delays == Array(repeating: 1, count: 10))
    #expect(times.shown.first == 0 && times.shown.last == 49)
  }
}
