internal import TransitionKit

/// How fast a clip is shown, in thousandths of its own speed.
struct Speed: Sendable, Hashable {
  let thousandths: Int

  static let normal = Speed(thousandths: 1000)

  /// From a twentieth to a hundredfold.
  static let range = 50...100_000

  /// The speed as one would write it: `2x`, `0.25x`.
  var text: String { factor.shortest + "x" }

  var factor: Double { Double(thousandths) / 1000 }

  /// The frame, of so many, that is shown as another one, both from 0, as ffmpeg's filter `fps`
  /// chooses it: the last whose time is rounded to that one's, or to an earlier one.
  func frame(shownAs frame: Int, of count: Int) -> Int {
    min(((2 * frame + 1) * thousandths + 1999) / 2000 - 1, count - 1)
  }

  /// The number of frames as which some frames are shown: those that their length comes nearest to.
  func count(of frames: Int) -> Int {
    let thousandths = Int128(thousandths)
    return Int(clamping: (2000 * Int128(frames) + thousandths) / (2 * thousandths))
  }
}

extension ValueReader<Speed> {
  /// `2x`, `2`, `50%` or `0.25x`.
  static var speed: ValueReader {
    ValueReader(
      placeholder: "SPEED",
      read: { text, option throws(Failure) in
        let isPercent = text.hasSuffix("%")
        let digits = isPercent || text.lowercased().hasSuffix("x") ? text.dropLast() : text[...]
        guard let number = Double(digits: digits), number <= 100_000,
          case let thousandths = Int((number * (isPercent ? 10 : 1000)).rounded()),
          Speed.range.contains(thousandths)
        else {
          throw .usage(
            "\(option): '\(text)' is not a speed such as 2x, 0.5x or 50%, from 0.05x to 100x")
        }
        return Speed(thousandths: thousandths)
      }, text: \.text)
  }
}
