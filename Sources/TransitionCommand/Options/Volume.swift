internal import TransitionKit

/// How loud sound is, beside as it is in its file.
struct Volume: Sendable, Hashable {
  /// As it is written: `50%`, `-6dB`, `0`.
  let text: String
  /// The factor of samples, as an expression of ffmpeg's.
  let factor: String

  static let whole = Volume(text: "100%", factor: "1")

  /// Whether nothing is heard.
  var isSilent: Bool { factor == "0" }

  /// The filters of ffmpeg that set it, of sound that is brought to a loudness first, if it is, by
  /// some decibels.
  func filters(after gain: Double?) -> [String] {
    (gain.map { ["volume=\($0)dB:precision=float"] } ?? [])
      + (self == .whole ? [] : ["volume=\(factor):precision=float"])
  }

  /// Reads a volume up to a number of decibels; `nil` if a text is none.
  fileprivate init?(_ text: String, upTo most: Double) {
    let lower = text.lowercased()
    if lower == "0" {
      self.init(text: "0", factor: "0")
    } else if lower.hasSuffix("%"), let percent = Double(digits: lower.dropLast()) {
      guard percent <= (most > 0 ? 400 : 100) else { return nil }
      self.init(text: percent.shortest + "%", factor: (percent / 100).shortest)
    } else if lower.hasSuffix("db") {
      var digits = lower.dropLast(2)
      let isNegative = digits.first == "-"
      if isNegative || digits.first == "+" { digits.removeFirst() }
      guard let size = Double(digits: digits) else { return nil }
      let decibels = isNegative ? -size : size
      guard (-60...most).contains(decibels) else { return nil }
      self.init(text: decibels.shortest + "dB", factor: "pow(10\\,\(decibels.shortest)/20)")
    } else {
      return nil
    }
  }

  fileprivate init(text: String, factor: String) { (self.text, self.factor) = (text, factor) }
}

/// How far music steps back while clips are heard.
enum Duck: Sendable, Hashable {
  /// To a fifth, -14 dB: about as far as editors let it under speech.
  case usual
  case to(Volume)
  case off

  /// The part of it that is taken away, as an expression of ffmpeg's; `nil` if none is.
  var loss: String? {
    switch self {
    case .usual: "0.8"
    case .to(let volume): "(1-\(volume.factor))"
    case .off: nil
    }
  }
}

/// The loudness that each clip and each song is brought to, in LUFS; `nil` for that of the file.
struct Loudness: Sendable, Hashable {
  let target: Double?

  static let off = Loudness(target: nil)
  static let usual = Loudness(target: -16)
}

extension ValueReader<Volume> {
  static var volume: ValueReader {
    ValueReader(
      placeholder: "VOLUME",
      read: { text, option throws(Failure) in
        if let volume = Volume(text, upTo: 12) { return volume }
        throw .usage(
          "\(option): '\(text)' is not a volume such as 50% (to 400%), -6dB (-60dB to 12dB) or 0")
      }, text: \.text)
  }
}

extension ValueReader<Duck> {
  static var duck: ValueReader {
    .words(
      "LEVEL|off", [("off", .off)],
      orElse: { text, option throws(Failure) in
        if let volume = Volume(text, upTo: 0) { return .to(volume) }
        throw .usage(
          "\(option): '\(text)' is not a level such as -14dB or 20% (to 100%), 0 or off")
      },
      text: {
        switch $0 {
        case .usual: "-14dB"
        case .to(let volume): volume.text
        case .off: "off"
        }
      })
  }
}

extension ValueReader<Loudness> {
  static var loudness: ValueReader {
    let limits = "-40 to -5"
    return .words(
      "LUFS|on|off", [("on", .usual), ("off", .off)], range: limits,
      orElse: { text, option throws(Failure) in
        if text.hasPrefix("-"), let size = Double(digits: text.dropFirst()),
          (5...40).contains(size)
        {
          return Loudness(target: -size)
        }
        throw .usage(
          "\(option): '\(text)' is not a loudness in LUFS such as -16, from \(limits), nor on or off"
        )
      },
      text: { $0.target?.shortest ?? "off" })
  }
}
