internal import TransitionSystem

/// An encoder that the local ffmpeg has.
struct LocalEncoder {
  let name: String
  /// The pixel formats that it takes; `nil` if ffmpeg does not say.
  let formats: [Substring]?

  /// Asks ffmpeg for an encoder; `nil` if it has none of this name.
  ///
  /// - Throws: that there is no ffmpeg.
  init?(_ name: String) throws(Failure) {
    self.name = name
    let arguments = ["-hide_banner", "-h", "encoder=\(name)"].map { Array($0.utf8) }
    let ending = try Failure.from { () throws(FileError) in
      try ChildProcess.run("ffmpeg", arguments)
    }
    guard let ending else { throw Self.missingProgram }
    let lines = ending.lastWords.split(whereSeparator: \.isNewline)
    // Whatever else it says, it will tell what is wrong once it is to make the film.
    if lines.contains(where: { $0.hasPrefix("Codec '\(name)' ") }) { return nil }
    formats = lines.lazy.compactMap { $0.firstMatch(of: /Supported pixel formats:(.*)/) }.first
      .map { $0.1.split(separator: " ") }
  }

  /// Whether it takes a pixel format. From one that it does not take ffmpeg goes to another without
  /// a word.
  func takes(_ format: String) -> Bool { formats?.contains(Substring(format)) ?? true }

  static var missingProgram: Failure {
    Failure(
      .missingProgram,
      "a film needs ffmpeg, which is not on the PATH: install it (apt-get install ffmpeg), or "
        + "write frames, or an animation such as film.webp")
  }
}
