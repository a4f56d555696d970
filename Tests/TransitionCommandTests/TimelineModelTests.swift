import Testing
import TransitionKit

@testable import TransitionCommand

/// Timelines against a plain model of what a step takes from its items.
@Suite struct TimelineModelTests {
  /// A show of random items and lengths.
  private struct Show {
    var items: [Timeline.Item] = []
    var counts: [Length] = []
    var loops = false
    var endpoints = Timeline.Endpoints.both
    var rate = FrameRate.standard

    init(using random: inout SplitMix64) {
      func length(_ most: Int) -> Length {
        Bool.random(using: &random)
          ? .frames(.random(in: 1...most, using: &random))
          : .seconds(micro: .random(in: 1...most * 40_000, using: &random))
      }
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: items.append(.still(.moment))
        case 1: items.append(.still(.length(length(8))))
        case 2: items.append(.moving(.length(length(8))))
        case 3: items.append(.clip(.random(in: 4...40, using: &random)))
        default: items.append(.film(.random(in: 4...40, using: &random)))
        }
      }
      loops = Int.random(in: 0..<4, using: &random) == 0
      counts = (1..<items.count + (loops ? 1 : 0)).map { _ in length(9) }
      if loops { counts.append(length(9)) }
      counts = Array(counts.prefix(items.count - (loops ? 0 : 1)))
      // Cuts.
      for step in counts.indices where Int.random(in: 0..<5, using: &random) == 0 {
        counts[step] = .frames(0)
      }
      if !loops, items.allSatisfy({ $0.extent.hold != nil }) {
        endpoints = Timeline.Endpoints.allCases.randomElement(using: &random) ?? .both
      }
      rate =
        [.standard, FrameRate(frames: 25, seconds: 1), FrameRate(frames: 30_000, seconds: 1001)]
        .randomElement(using: &random) ?? .standard
    }

    /// The frames of an item that a frame of the show shows, in the order of the items.
    typealias Shown = [ItemFrame]

    /// All frames; `nil` if something does not fit.
    var model: [Shown]? {
      let unit = rate.seconds * 1_000_000
      func exact(_ length: Length) -> Int {
        switch length {
        case .frames(let count): count * unit
        case .seconds(let micro): micro * rate.frames
        }
      }
      func rounded(_ length: Int) -> Int {
        Int(((2 * Double(length) + Double(unit)) / (2 * Double(unit))).rounded(.down))
      }
      func isShown(_ item: Int) -> Bool {
        (item > 0 || [.both, .start].contains(endpoints))
          && (item < items.count - 1 || [.both, .end].contains(endpoints))
      }
      func isMoment(_ item: Int) -> Bool { items[item].extent.hold == .moment && isShown(item) }
      func isClip(_ item: Int) -> Bool { items[item].extent.hold == nil }

      // What each step takes.
      var (before, between, after) = ([Int](), [Int](), [Int]())
      // All overlaps so far: they are rounded together.
      var overlapping = 0
      for (step, count) in counts.enumerated() {
        let next = (step + 1) % items.count
        if count == .frames(0) {
          before.append(0)
          between.append(0)
          after.append(0)
          continue
        }
        if isClip(step), isClip(next) {
          let earlier = rounded(overlapping)
          overlapping += exact(count)
          let count = rounded(overlapping) - earlier
          guard count >= 2 else { return nil }
          before.append((count - 1) * unit)
          between.append((count - 2) * unit)
          after.append((count - 1) * unit)
          continue
        }
        var length = exact(count)
        if count.isTime {
          // The first step has the first picture's frame, and each the next one's.
          if step == 0, isMoment(0) { length -= unit }
          if next == step + 1, isMoment(next) { length -= unit }
        } else {
          guard count != .frames(1) else { return nil }
          length -= (isShown(step) ? unit : 0) + (isShown(next) ? unit : 0)
        }
        before.append(isClip(step) ? length : 0)
        between.append(length)
        after.append(isClip(next) ? length : 0)
      }

      // The frames in order.
      var (frames, position) = ([Shown](), 0)
      func last(_ item: Int) -> Int { item > 0 ? item - 1 : loops ? counts.count - 1 : -1 }
      /// The first frame of an item that a transition to it shows.
      func entering(_ item: Int) -> Int {
        let step = last(item)
        return step < 0 || counts[step] == .frames(0)
          || isClip(item) && !isClip((item + items.count - 1) % items.count) ? 0 : 1
      }
      /// The number of frames up to a position.
      var (countOfAlone, countOfBetween) = ([Int](), [Int]())
      var end = 0
      for item in items.indices {
        switch items[item].extent {
        case _ where !isShown(item): countOfAlone.append(0)
        case .frames(let count):
          let step = last(item)
          let alone =
            count * unit - (step < 0 ? 0 : after[step]) - (item < counts.count ? before[item] : 0)
          guard alone >= unit else { return nil }
          position += alone
          countOfAlone.append(rounded(position) - end)
        case .hold(let hold):
          var alone = unit
          if case .length(let length) = hold { alone = exact(length) }
          guard alone >= unit else { return nil }
          position += alone
          countOfAlone.append(rounded(position) - end)
        }
        end += countOfAlone[item]
        guard item < counts.count else { break }
        position += between[item]
        guard rounded(position) >= end else { return nil }
        countOfBetween.append(rounded(position) - end)
        end += countOfBetween[item]
      }
      func frame(_ item: Int, _ number: Int) -> Int { items[item].isConstant ? 0 : number }
      /// The first frame of an item that is shown alone.
      func alone(_ item: Int) -> Int {
        let step = last(item)
        return entering(item) + (step < 0 ? 0 : countOfBetween[step])
      }
      for item in items.indices {
        for number in 0..<countOfAlone[item] {
          frames.append([ItemFrame(item: item, frame: frame(item, alone(item) + number))])
        }
        guard item < counts.count else { break }
        let next = (item + 1) % items.count
        // A picture that is left out would be one frame.
        let leaving = alone(item) + max(countOfAlone[item], isClip(item) ? 0 : 1)
        for number in 0..<countOfBetween[item] {
          let isAgain = next == 0 && items[next].isForwardOnly
          frames.append([
            ItemFrame(item: item, frame: frame(item, leaving + number)),
            ItemFrame(
              item: next, frame: frame(next, entering(next) + number),
              showing: isAgain ? items.count : next),
          ])
        }
      }
      return frames.isEmpty ? nil : frames
    }
  }

  @Test func `shows are what the model says`() throws {
    var random = SplitMix64(seed: 11)
    var (right, refused) = (0, 0)
    for _ in 0..<100_000 {
      let show = Show(using: &random)
      let passages = show.counts.map { Timeline.Passage(count: $0, easing: .linear) }
      let timeline = try? Timeline(
        items: show.items, passages: passages, endpoints: show.endpoints, rate: show.rate)
      let model = show.model
      guard let timeline, let model else {
        // A pair that is nothing but its transition may be one frame.
        if show.items.count == 2, show.items.allSatisfy({ $0.extent == .hold(.moment) }) {
          continue
        }
        try #require((timeline == nil) == (model == nil), "\(show) \(timeline?.count ?? 0)")
        refused += 1
        continue
      }
      right += 1
      try #require(timeline.count == model.count, "\(show)")
      for part in timeline.parts {
        for index in [part.frames.lowerBound, part.frames.upperBound - 1] {
          let shown = timeline.shown(at: timeline.moment(of: index))
          try #require(shown == model[index], "\(index) of \(show): \(shown) \(model[index])")
        }
      }
    }
    #expect(right > 30_000 && refused > 10_000, "\(right) \(refused)")
  }
}
