internal import TransitionKit

/// The frames to make: those that were chosen from a timeline, by the numbers in their files' names.
struct Plan: Sendable {
  /// One frame.
  struct Frame: Sendable, Hashable {
    /// The number in its file's name.
    let number: Int
    let moment: Timeline.Moment
  }

  let timeline: Timeline
  /// The time of the only frame, where there is no sequence.
  let onlyTime: Double?
  /// The numbers of all frames, chosen or not.
  let allNumbers: ClosedRange<Int>
  /// The chosen frames.
  let chosen: FrameSet

  /// The plan of a run with a number of pictures, at least 2.
  init(_ settings: Settings, pictures: Int) throws(Failure) {
    let rate = settings.frameRate
    let (count, hold) = (settings.count.frames(at: rate), settings.hold.frames(at: rate))
    let isChain = pictures > 2 || hold > 1 || settings.loops
    guard count >= 2 || !isChain else {
      throw .usage("--count: a transition between pictures that are held needs 2 frames at least")
    }
    guard !settings.loops || settings.endpoints == .both else {
      throw .usage("--endpoints leaves out an end, and with --loop there is none")
    }
    let frames = Double(pictures) * Double(hold) + Double(pictures) * Double(count)
    guard frames <= 1e9 else {
      throw .usage("--count, --hold: \(Int(frames)) frames are more than a sequence can have")
    }
    timeline = Timeline(
      pictures: pictures, count: count, hold: hold, loops: settings.loops,
      endpoints: settings.endpoints, isReversed: settings.isReversed, easing: settings.easing)
    onlyTime = settings.time
    let first = settings.startNumber
    guard onlyTime == nil || !isChain else {
      throw .usage("--time belongs to two pictures without --hold and --loop")
    }
    guard onlyTime == nil else {
      guard settings.frames == nil, settings.shard == .whole else {
        throw .usage("--time makes one frame: it cannot be divided by --frames or --shard")
      }
      allNumbers = first...first
      chosen = FrameSet(allNumbers)
      return
    }
    allNumbers = first...first + timeline.count - 1
    var chosen = FrameSet(allNumbers)
    if let text = settings.frames { chosen = try FrameSet(text, of: allNumbers) }
    self.chosen = chosen.part(settings.shard.positions(of: chosen.count))
  }

  /// Whether all frames of the timeline are chosen.
  var isWhole: Bool { onlyTime == nil && chosen.count == allNumbers.count }

  /// The chosen frames.
  var frames: some Sequence<Frame> { chosen.numbers.lazy.map(frame) }

  /// The frame of a number.
  func frame(_ number: Int) -> Frame {
    let moment =
      onlyTime.map { Timeline.Moment(step: .transition(0), evenTime: $0, time: $0) }
      ?? timeline.moment(of: number - allNumbers.lowerBound)
    return Frame(number: number, moment: moment)
  }
}
