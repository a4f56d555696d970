/// The options that the writer of a type of film lacks in the local ffmpeg.
///
/// ffmpeg takes those of all writers and readers of files, and says nothing of the ones that the
/// film's does not have.
struct FormatOptions {
  /// What only others take.
  private let foreign: Set<String>

  /// Asks ffmpeg, which lists its own options, then those of codecs, of all formats, of each format
  /// and protocol, of scalers and of filters, most under a heading.
  ///
  /// - Throws: that there is no ffmpeg.
  init(of container: Film.Container) throws(Failure) {
    var (isPastCodecs, isGeneral, isOurs) = (false, false, true)
    var (accepted, foreign): (Set<String>, Set<String>) = ([], [])
    let words: FFmpeg.Arguments = .init(["-hide_banner", "-h", "full"])
    _ = try FFmpeg.ffmpeg.lines(words, for: .encoding) { line in
      if line.hasSuffix("AVOptions:") {
        isGeneral = line.hasPrefix("AVFormatContext")
        isPastCodecs = isPastCodecs || isGeneral
        let isWriter = line.contains(container.muxerName) && line.contains(" muxer")
        isOurs = !isPastCodecs || isWriter || line.hasPrefix("SW")
      }
      guard let option = ListedOption(line) else { return }
      if isOurs || isGeneral && option.isForWriting {
        accepted.insert(option.name)
      } else {
        foreign.insert(option.name)
      }
    }
    self.foreign = foreign.subtracting(accepted)
  }

  /// Whether an option is one of other types of file alone.
  func isForeign(_ name: String) -> Bool { foreign.contains(name) }
}
