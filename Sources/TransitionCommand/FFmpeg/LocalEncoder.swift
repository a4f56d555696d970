internal import TransitionSystem

/// An encoder that the local ffmpeg has.
struct LocalEncoder {
  let name: String
  /// The pixel formats that it takes; `nil` if ffmpeg does not say.
  let formats: [Substring]?
  /// The names of its own options: what is none of them, nor one of all encoders, ffmpeg ignores.
  let options: Set<String>

  /// Asks ffmpeg for an encoder; `nil` if it has none of this name.
  ///
  /// - Throws: that there is no ffmpeg.
  init?(_ name: String) throws(Failure) {
    self.name = name
    let ending = try FFmpeg.ffmpeg.run(
      .init(["-hide_banner", "-h", "encoder=\(name)"]), for: .encoding)
    let lines = ending.lines
    // Whatever else it says, it will tell what is wrong once it is to make the film.
    if lines.contains(where: { $0.hasPrefix("Codec '\(name)' ") }) { return nil }
    formats = lines.lazy.compactMap { $0.firstMatch(of: /Supported pixel formats:(.*)/) }.first
      .map { $0.1.split(separator: " ") }
    options = Set(lines.compactMap(ListedOption.init).filter(\.hasType).map(\.name))
  }

  /// Whether it takes a pixel format. From one that it does not take ffmpeg goes to another without
  /// a word.
  func takes(_ format: String) -> Bool { formats?.contains(Substring(format)) ?? true }

  /// The formats that it takes, for people: `mpeg4 takes yuv420p`.
  var whatItTakes: String { "\(name) takes \((formats ?? []).map(String.init).listed("or"))" }
}
