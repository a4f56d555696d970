import Testing
import TransitionKit

@testable import TransitionCommand

/// When the sound of clips is heard, in samples.
@Suite struct SoundPlanTests {
  private static func timeline(
    _ items: [Timeline.Item], _ counts: [Length], rate: FrameRate = .standard
  ) throws -> Timeline {
    try Timeline(
      items: items, passages: counts.map { Timeline.Passage(count: $0, easing: .linear) },
      rate: rate)
  }

  /// The plan of all frames, or some, in which all clips have sound.
  private static func plan(
    _ items: [Timeline.Item], _ counts: [Length], rate: FrameRate = .standard,
    frames: Range<Int>? = nil, heard: Set<Int>? = nil
  ) throws -> SoundPlan {
    let timeline = try timeline(items, counts, rate: rate)
    let clips = items.indices.filter { items[$0].extent.hold == nil }
    return SoundPlan(
      timeline, rate, of: frames ?? 0..<timeline.count, heard: heard ?? Set(clips))
  }

  /// The frames of pieces at 30 frames a second, 1600 samples each: `0@0 0..<5 +0-1` is item 0 from
  /// its frame 0 in the first five frames, the last of which fades out.
  private static func text(_ plan: SoundPlan) -> [[String]] {
    plan.tracks.map { track in
      track.map { piece in
        let frames = piece.samples.lowerBound / 1600..<piece.samples.upperBound / 1600
        return "\(piece.item)@\(piece.firstFrame) \(frames) +\(piece.fadeIn / 1600)"
          + "-\(piece.fadeOut / 1600)"
      }
    }
  }

  @Test func `two clips cross where their pictures do`() throws {
    // A0 A1 A2 A3B1 A4B2 B3 B4
    let plan = try Self.plan([.clip(6), .clip(5)], [.frames(4)])
    #expect(Self.text(plan) == [["0@0 0..<5 +0-2"], ["1@1 3..<7 +2-0"]])
    #expect(plan.whole == 7 * 1600 && plan.samples == 0..<7 * 1600)
    #expect(plan.stretches == [.init(samples: 0..<7 * 1600, fadeIn: 0, fadeOut: 0)])
  }

  @Test func `sound does not click at a cut`() throws {
    // 5 ms within each clip, and nothing where the show begins and ends.
    let plan = try Self.plan([.clip(6), .clip(5)], [.frames(0)])
    #expect(plan.tracks.map { $0.map(\.samples) } == [[0..<6 * 1600, 6 * 1600..<11 * 1600]])
    #expect(plan.tracks[0].map { [$0.fadeIn, $0.fadeOut] } == [[0, 240], [240, 0]])
    #expect(plan.stretches == [.init(samples: 0..<11 * 1600, fadeIn: 0, fadeOut: 0)])
  }

  @Test func `clips take turns on two tracks`() throws {
    let plan = try Self.plan(
      Array(repeating: .clip(9), count: 5), .init(repeating: .frames(3), count: 4))
    #expect(plan.tracks.map { $0.map(\.item) } == [[0, 2, 4], [1, 3]])
    for track in plan.tracks {
      for (piece, next) in zip(track, track.dropFirst()) {
        #expect(piece.samples.upperBound <= next.samples.lowerBound)
      }
    }
  }

  @Test func `beside a picture a clip fades in and out within its own frames`() throws {
    // A A AB0 AB1 B2 B3 B4 B5C B6C C C
    let still = Timeline.Item.still(.length(.frames(2)))
    let plan = try Self.plan([still, .clip(7), still], [.frames(4), .frames(4)])
    #expect(Self.text(plan) == [["1@0 2..<9 +2-2"]])
    #expect(
      plan.stretches == [.init(samples: 2 * 1600..<9 * 1600, fadeIn: 3200, fadeOut: 3200)])
  }

  @Test func `the first clip of a loop is heard again in the closing step`() throws {
    let (items, counts) = ([Timeline.Item.clip(10), .clip(9)], [Length.frames(4), .frames(5)])
    let plan = try Self.plan(items, counts)
    #expect(try Self.timeline(items, counts).count == 10 + 9 - 4 - 5)
    // It begins with the last frame of the closing step, and the step shows those from frame 1 on.
    let pieces = plan.tracks.flatMap { $0 }.filter { $0.item == 0 }
      .sorted { $0.samples.lowerBound < $1.samples.lowerBound }
    #expect(pieces.map(\.firstFrame) == [4, 1])
    #expect(pieces[0].samples.lowerBound == 0 && pieces[0].fadeIn == 0)
    #expect(pieces[1].samples.upperBound == plan.whole && pieces[1].fadeOut == 0)
    #expect(pieces[1].fadeIn == pieces[1].samples.count)
  }

  @Test func `a loop of one clip crosses with itself`() throws {
    let plan = try Self.plan([.clip(10)], [.frames(4)])
    #expect(Self.text(plan) == [["0@3 0..<6 +0-2"], ["0@1 4..<6 +2-0"]])
  }

  @Test(arguments: [(30, 1), (25, 1), (24, 1), (30_000, 1001), (60_000, 1001), (7, 3)])
  func `clips are heard exactly where they are seen, in a show of a hundred`(
    _ frames: Int, _ seconds: Int
  ) throws {
    let rate = FrameRate(frames: frames, seconds: seconds)
    let timeline = try Self.timeline(
      Array(repeating: .clip(50), count: 100), .init(repeating: .frames(12), count: 99), rate: rate)
    let plan = SoundPlan(timeline, rate, of: 0..<timeline.count, heard: Set(0..<100))
    #expect(plan.tracks.count == 2)
    for piece in plan.tracks.flatMap({ $0 }) {
      // The first frame that shows the clip, in exact seconds.
      let first = try #require(
        (0..<timeline.count).first { index in
          timeline.shown(at: timeline.moment(of: index)).contains { $0.item == piece.item }
        })
      let exact = Double(first) * 48_000 * Double(seconds) / Double(frames)
      #expect((Double(piece.samples.lowerBound) - exact).magnitude <= 0.5)
    }
  }

  @Test func `parts of a show have the same samples as the whole`() throws {
    let items = [Timeline.Item.clip(20), .still(.length(.frames(7))), .clip(33), .clip(12)]
    let counts = [Length.frames(5), .frames(4), .frames(6)]
    let rate = FrameRate(frames: 30_000, seconds: 1001)
    let whole = try Self.plan(items, counts, rate: rate)
    let count = try Self.timeline(items, counts, rate: rate).count
    var end = 0
    for shard in 1...5 {
      let frames = Shard(index: shard, count: 5).positions(of: count)
      let part = try Self.plan(items, counts, rate: rate, frames: frames)
      #expect(part.samples.lowerBound == end)
      end = part.samples.upperBound
      #expect(part.stretches == whole.stretches && part.whole == whole.whole)
      let all = Set(whole.tracks.flatMap { $0 })
      for piece in part.tracks.flatMap({ $0 }) { #expect(all.contains(piece)) }
    }
    #expect(end == whole.whole)
  }

  @Test func `a step of two frames has a short fade, the ends of the show have none`() throws {
    let plan = try Self.plan([.clip(9), .clip(9)], [.frames(2)])
    let pieces = plan.tracks.flatMap { $0 }
    #expect(pieces.map(\.fadeIn) == [0, 480] && pieces.map(\.fadeOut) == [480, 0])
    #expect(plan.stretches.count == 1)
  }

  @Test func `clips without sound are not heard`() throws {
    let plan = try Self.plan([.clip(9), .clip(9)], [.frames(3)], heard: [1])
    #expect(Self.text(plan) == [["1@1 7..<15 +1-0"]])
    #expect(try Self.plan([.clip(9), .clip(9)], [.frames(3)], heard: []).tracks.isEmpty)
  }
}
