/// A length of time, as a number of frames or in seconds.
enum Length: Sendable, Hashable {
  case frames(Int)
  /// Millionths of a second, so that sums are exact.
  case seconds(micro: Int)

  var isTime: Bool {
    if case .seconds = self { true } else { false }
  }

  /// Seconds, rounded up to tenths.
  init(seconds: Double) { self = .seconds(micro: Int((seconds * 10).rounded(.up)) * 100_000) }

  /// Seconds such as `1.5s`, or a clock such as `1:02.5`; `nil` if the text is no such time, or one
  /// of more than 100000 seconds.
  init?(time text: String) {
    if text.last == "s", let micro = Self.micro(seconds: text.dropLast()) {
      self = .seconds(micro: micro)
    } else if let time = FilmTime(clock: text), time.micro <= 100_000_000_000 {
      self = .seconds(micro: time.micro)
    } else {
      return nil
    }
  }

  /// The millionths in a number of seconds such as `1.5`; `nil` if the text is none, or one of more
  /// than 100000 and a part.
  static func micro(seconds text: Substring) -> Int? {
    guard text != "", text != ".", let match = text.wholeMatch(of: /([0-9]*)(?:\.([0-9]*))?/),
      let seconds = Int("0" + match.1), seconds <= 100_000
    else { return nil }
    let digits = (match.2 ?? "").prefix(6)
    let fraction = Int(digits + String(repeating: "0", count: 6 - digits.count)) ?? 0
    return seconds * 1_000_000 + fraction
  }

  /// Refuses a duration without a unit, which is as often meant in seconds as in frames; the error
  /// tells the option that counts frames instead, if there is one.
  static func checkUnit(
    of text: String, _ label: String, inFrames frames: String?
  ) throws(Failure) {
    guard Double(text)?.isFinite == true else { return }
    let others = frames.map { ", or \($0) in frames" } ?? ""
    throw .usage("\(label): '\(text)' has no unit: \(text)s in seconds\(others)")
  }

  /// The length as one would write it: `30`, `1.5s`.
  var text: String {
    switch self {
    case .frames(let count): return "\(count)"
    case .seconds(let micro):
      let digits = String(micro % 1_000_000 + 1_000_000).dropFirst()
      let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
      return "\(micro / 1_000_000)" + (fraction.isEmpty ? "" : "." + fraction) + "s"
    }
  }
}

extension Length {
  /// The length with its unit: `117 frames`, `1.5s`.
  var words: String {
    if case .frames(let count) = self { return count.counted("frame") }
    return text
  }
}

/// How long a picture stands still.
enum Hold: Sendable, Hashable {
  /// For one frame, which belongs to the transition that reaches the picture; the first picture's
  /// to the one that leaves it.
  case moment
  case length(Length)
  /// For an equal share of the time that the transitions leave of a whole.
  case share(of: Length)

  var isShare: Bool {
    if case .share = self { true } else { false }
  }

  var isTime: Bool {
    switch self {
    case .moment: false
    case .length(let length), .share(let length): length.isTime
    }
  }
}

/// The length of a whole show.
enum WholeLength: Sendable, Hashable {
  case length(Length)
  case music
}

/// The time of the only frame of a run.
enum OnlyTime: Sendable, Hashable {
  /// A time of the transition between two pictures, 0...1.
  case transition(Double)
  case show(Length)
}

/// Frames in a number of seconds: `30/1`.
struct FrameRate: Sendable, Hashable {
  let frames: Int
  let seconds: Int

  static let standard = FrameRate(frames: 30, seconds: 1)

  /// The rate, divided by two until it is at most another one.
  func halved(to most: Int) -> FrameRate {
    guard frames > most * seconds else { return self }
    let half =
      frames % 2 == 0
      ? FrameRate(frames: frames / 2, seconds: seconds)
      : FrameRate(frames: frames, seconds: 2 * seconds)
    return half.halved(to: most)
  }

  /// The seconds that some frames take.
  func duration(of count: Int) -> Double { Double(count) * Double(seconds) / Double(frames) }

  /// The time at which a frame begins, rounded, in units of which a second has some number.
  func time(of frame: Int, perSecond units: Int) -> Int {
    let (time, frames) = (Int128(frame) * Int128(units) * Int128(seconds), Int128(frames))
    return Int((2 * time + frames) / (2 * frames))
  }

  /// The last whole millisecond that does not come after a frame begins.
  func milliseconds(before frame: Int) -> Int {
    Int(Int128(frame) * 1000 * Int128(seconds) / Int128(frames))
  }

  /// The seconds that some frames take, in words: `31.0 s`.
  func text(of count: Int) -> String {
    let hundredths = Int((duration(of: count) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest % 10 == 0 ? "\(rest / 10)" : rest.twoDigits) + " s"
  }

  /// The number of the frame that is shown at a time, from 0. A frame's own time, `2.083333s` at
  /// 24, may be cut off after its sixth digit.
  func frame(at time: Length) -> Int {
    switch time {
    case .frames(let count): return count
    case .seconds(let micro):
      let parts = Int128(micro + 1) * Int128(frames)
      return Int((parts - 1) / (Int128(seconds) * 1_000_000))
    }
  }

  /// The frames that a length takes, rounded, and whether it is so many exactly.
  func frames(in length: Length) -> (count: Int, areExact: Bool) {
    switch length {
    case .frames(let count): return (count, true)
    case .seconds(let micro):
      let (parts, whole) = (Int128(micro) * Int128(frames), Int128(seconds) * 1_000_000)
      return (Int((parts + whole / 2) / whole), parts % whole == 0)
    }
  }

  /// The rate in a sentence: `30`, `30000/1001`.
  var text: String { seconds == 1 ? "\(frames)" : "\(frames)/\(seconds)" }
}

extension ValueReader<Length> {
  /// Frames, or a time such as `1.5s` or `1:30`.
  static var length: ValueReader {
    let most = 10_000_000
    return ValueReader(
      placeholder: "N|TIME",
      read: { text, option throws(Failure) in
        let isDuration = option.lowercased().hasSuffix("duration")
        // With a unit, too, nothing is no duration.
        if isDuration, Double(text).map({ $0 > 0 }) ?? false {
          try Length.checkUnit(
            of: text, option, inFrames: option.hasSuffix("--duration") ? "--count" : "count=\(text)"
          )
        }
        if let frames = Int(text), (1...most).contains(frames) { return .frames(frames) }
        if let time = Length(time: text), time != .seconds(micro: 0) { return time }
        let isDecimal = Double(text).map { $0 > 0 && $0 <= 100_000 } ?? false
        let kinds =
          isDuration
          ? "is not a time" : "is neither a number of frames from 1 to \(most) nor a time"
        throw .usage(
          "\(option): '\(text)' \(kinds) such as "
            + "\(isDecimal && text.contains(".") ? text : "1.5")s or 1:30, above 0s and "
            + "up to 100000s")
      },
      text: \.text)
  }
}

extension ValueReader<Hold> {
  static var hold: ValueReader {
    ValueReader(
      placeholder: ValueReader<Length>.length.placeholder,
      read: { text, option throws(Failure) in
        .length(try ValueReader<Length>.length.read(text, option))
      },
      text: {
        switch $0 {
        case .moment: "1"
        case .length(let length): length.text
        case .share(let whole): "a share of \(whole.text)"
        }
      })
  }
}

extension ValueReader<WholeLength> {
  /// A length, or `music`.
  static var wholeLength: ValueReader {
    .words(
      ValueReader<Length>.length.placeholder, [("music", .music)],
      orElse: { text, option throws(Failure) in
        .length(try ValueReader<Length>.length.read(text, option))
      },
      text: {
        if case .length(let length) = $0 { length.text } else { "music" }
      })
  }
}

extension ValueReader<OnlyTime> {
  /// A number from 0 to 1, or a time of the show such as `12.5s` or `1:30`.
  static var onlyTime: ValueReader {
    ValueReader(
      placeholder: "T",
      read: { text, option throws(Failure) in
        if let time = Length(time: text) { return .show(time) }
        guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let time = Double(text),
          (0...1).contains(time)
        else {
          throw .usage(
            "\(option): '\(text)' is neither a number from 0 to 1 nor a time of the show "
              + "such as 12.5s or 1:30")
        }
        return .transition(time)
      },
      text: {
        switch $0 {
        case .transition(let time): "\(time)"
        case .show(let time): time.text
        }
      })
  }
}

extension ValueReader<FrameRate> {
  /// `N` or `N/D`.
  static var rate: ValueReader {
    ValueReader(
      placeholder: "N[/D]",
      read: { text, option throws(Failure) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
          .map { Int($0) ?? 0 }
        guard (1...2).contains(parts.count), parts.allSatisfy({ (1...1_000_000).contains($0) })
        else {
          let exact = ["23.976": 24, "23.98": 24, "29.97": 30, "59.94": 60, "119.88": 120][text]
          let isHalf = text.wholeMatch(of: /[0-9]{1,3}\.50*/) != nil
          let half = isHalf ? Double(text).map { "\(Int($0 * 2))/2" } : nil
          throw .usage(
            "\(option): '\(text)' is not a rate such as "
              + (half ?? "25 or \(exact ?? 30)000/1001"))
        }
        return FrameRate(frames: parts[0], seconds: parts.count == 2 ? parts[1] : 1)
      }, text: \.text)
  }
}
