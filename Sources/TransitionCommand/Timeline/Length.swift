/// A number of frames, given as such or in seconds.
enum Length: Sendable, Hashable {
  case frames(Int)
  case seconds(Double)

  /// The number of frames, at least 1, at a rate.
  func frames(at rate: FrameRate) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds):
      max(1, Int((seconds * Double(rate.frames) / Double(rate.seconds)).rounded()))
    }
  }
}

/// Frames in a number of seconds: `30/1`.
struct FrameRate: Sendable, Hashable {
  let frames: Int
  let seconds: Int

  static let standard = FrameRate(frames: 30, seconds: 1)

  /// The seconds that some frames take.
  func duration(of count: Int) -> Double { Double(count) * Double(seconds) / Double(frames) }
}

extension ValueReader<Length> {
  /// Frames, or seconds such as `1.5s`.
  static var length: ValueReader {
    let most = 10_000_000
    return ValueReader(
      placeholder: "N",
      read: { text, option throws(Failure) in
        if let frames = Int(text), (1...most).contains(frames) { return .frames(frames) }
        if text.hasSuffix("s"), text.dropLast().allSatisfy({ "0123456789.".contains($0) }),
          let seconds = Double(text.dropLast()), seconds > 0, seconds <= 100_000
        {
          return .seconds(seconds)
        }
        throw .usage(
          "\(option): '\(text)' is neither a number of frames from 1 to \(most) nor a time "
            + "such as 1.5s")
      },
      text: {
        switch $0 {
        case .frames(let count): "\(count)"
        case .seconds(let seconds): "\(seconds)s"
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
        else { throw .usage("\(option): '\(text)' is not a rate such as 25 or 30000/1001") }
        return FrameRate(frames: parts[0], seconds: parts.count == 2 ? parts[1] : 1)
      }, text: { $0.seconds == 1 ? "\($0.frames)" : "\($0.frames)/\($0.seconds)" })
  }
}
