internal import TransitionKit

/// The frames to make: those that were chosen from a sequence, with their numbers and times.
struct Plan {
  /// One frame.
  struct Frame: Hashable {
    /// The number in its file's name.
    let number: Int
    /// The time before easing, 0...1.
    let evenTime: Double
    /// The time that is drawn, 0...1.
    let time: Double
  }

  /// All frames of which some are chosen.
  let sequence: FrameSequence
  /// The number of the first frame of the sequence.
  let firstNumber: Int
  /// The time of the only frame, where there is no sequence.
  let onlyTime: Double?
  /// The chosen frames, by rising number.
  let frames: [Frame]

  init(_ options: FrameOptions, count: String, firstNumber: String) throws(Failure) {
    let easing = try OptionText.value("--easing", among: Easing.names) {
      () throws(ParameterError) in try Easing(options.easing)
    }
    sequence = FrameSequence(
      count: try OptionText.integer(count, "--count", 1...10_000_000),
      endpoints: try OptionText.choice(options.endpoints, "--endpoints"),
      isReversed: options.reverse, easing: easing)
    let first = try OptionText.integer(firstNumber, "--start-number", 0...1_000_000_000)
    self.firstNumber = first
    let shard = try Shard(options.shard)
    if let text = options.time {
      guard options.frames == nil, shard.count == 1 else {
        throw .usage("--time makes one frame: it cannot be divided by --frames or --shard")
      }
      let time = try OptionText.time(text, "--time")
      onlyTime = time
      frames = [Frame(number: first, evenTime: time, time: time)]
      return
    }
    onlyTime = nil
    let all = first...first + sequence.count - 1
    let chosen =
      try options.frames.map { text throws(Failure) in
        try FrameSet(text, of: all).numbers
      } ?? Array(all)
    let sequence = sequence
    frames = chosen[shard.positions(of: chosen.count)].map { number in
      let index = number - first
      return Frame(
        number: number, evenTime: sequence.evenTime(of: index), time: sequence.time(of: index))
    }
  }

  /// Whether all frames of the sequence are chosen.
  var isWhole: Bool { frames.count == allNumbers.count }

  /// The numbers of all frames, chosen or not.
  var allNumbers: ClosedRange<Int> {
    firstNumber...firstNumber + (onlyTime == nil ? sequence.count - 1 : 0)
  }
}
