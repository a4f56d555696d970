/// A time of a film's own clock, which begins with its first picture.
struct FilmTime: Sendable, Hashable {
  /// Millionths of a second.
  let micro: Int

  init(micro: Int) { self.micro = micro }

  /// Seconds, rounded to tenths, 0 at least.
  init(tenthsOf seconds: Double) { micro = max(0, Int((seconds * 10).rounded())) * 100_000 }

  /// The time as one would write it: `62.5s`.
  var text: String { Length.seconds(micro: micro).text }
}

extension ValueReader<FilmTime> {
  /// Seconds, `3s`, or a clock, `1:02.5` or `1:01:02.5`.
  static var filmTime: ValueReader {
    ValueReader(
      placeholder: "TIME",
      read: { text, option throws(Failure) in
        if let time = FilmTime(clock: text) { return time }
        if case .seconds(let micro)? = Length(time: text) { return FilmTime(micro: micro) }
        try Length.checkUnit(of: text, option, inFrames: nil)
        throw .usage("\(option): '\(text)' is not a time of a film such as 3s or 1:02.5")
      },
      text: \.text)
  }
}

extension FilmTime {
  /// Hours, minutes and seconds with colons between them, the last two less than 60.
  init?(clock text: String) {
    // Most times have no colon: they are told in less time.
    guard text.utf8.contains(UInt8(ascii: ":")),
      let match = text.wholeMatch(of: /(?:([0-9]+):)?([0-9]+):([0-9.]+)/),
      let hours = Int(match.1 ?? "0"), let minutes = Int(match.2),
      let micro = Length.micro(seconds: match.3), micro < 60_000_000,
      hours < 100_000, minutes < (match.1 == nil ? 100_000 : 60)
    else { return nil }
    self.init(micro: (hours * 60 + minutes) * 60_000_000 + micro)
  }
}
