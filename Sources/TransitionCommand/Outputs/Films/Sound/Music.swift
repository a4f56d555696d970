internal import TransitionSystem

/// The music of a film: songs, one after the other, and all of them again until the show ends.
///
/// Two songs cross for 2 s, or for half of the shorter one. One song alone begins again where it
/// ends.
struct Music: Sendable, Hashable {
  /// In their order, at least one.
  let songs: [MusicFile]
  /// The samples of each; empty for one song that does not tell.
  private let lengths: [Int]

  /// Asks ffprobe what files are.
  ///
  /// - Throws: that one has no sound, or that one of several does not tell its length.
  init(_ songs: [Song]) throws(Failure) {
    self.songs = try songs.map { song throws(Failure) in try MusicFile(song) }
    let songs = self.songs
    let lengths = songs.compactMap(\.duration).map { SoundPlan.samples(micro: $0) }
      .filter { $0 > 0 }
    self.lengths = lengths.count == songs.count ? lengths : []
    if songs.count > 1, self.lengths.isEmpty {
      let silent = songs.first { SoundPlan.samples(micro: $0.duration ?? 0) == 0 }
      throw Failure(
        .badInput,
        "--music: \(silent?.path ?? "-") does not tell its length, which several songs need: convert "
          + "it, to .flac for example")
    }
  }

  /// Whether it is one whole file, which is played again and again in one go.
  var isOneFile: Bool { songs.count == 1 && songs[0].part == nil }

  /// The samples over which a song crosses the one after it.
  private func crossing(after index: Int) -> Int {
    let (song, next) = (lengths[index % lengths.count], lengths[(index + 1) % lengths.count])
    return songs.count == 1 ? 0 : min(2 * SoundPlan.samplesPerSecond, min(song, next) / 2)
  }

  /// The length of the show that lasts as long as all songs.
  ///
  /// - Throws: that the only one does not tell its length.
  var length: Length {
    get throws(Failure) {
      guard !lengths.isEmpty else {
        throw Failure(
          .badInput,
          "--length music: \(songs[0].path) does not tell its length: give it, such as --length 60s"
        )
      }
      if songs.count == 1, let duration = songs[0].duration { return .seconds(micro: duration) }
      let crossings = (0..<songs.count - 1).reduce(0) { $0 + crossing(after: $1) }
      let samples = lengths.reduce(0, +) - crossings
      return .seconds(micro: samples * 1_000_000 / SoundPlan.samplesPerSecond)
    }
  }

  /// Whether a song ends less than a frame before or after a show does, and is not cut off.
  func endsByItself(at end: Int, frame: Int) -> Bool {
    guard songs.count > 1 else {
      return !songs[0].isCutOff && repetitions(until: end, frame: frame) != nil
    }
    let parts = parts(until: end, frame: frame)
    guard let last = parts.last, !songs[(parts.count - 1) % songs.count].isCutOff else {
      return false
    }
    return (last.samples.upperBound - end).magnitude <= frame
  }

  /// How often a song alone is heard if it ends by itself with the show; `nil` if it is cut off.
  func repetitions(until end: Int, frame: Int) -> Int? {
    guard let length = lengths.first else { return nil }
    let count = max(1, (end + length / 2) / length)
    return (count * length - end).magnitude <= frame ? count : nil
  }

  /// When each of several songs is heard, in turn, until a show ends.
  func parts(until end: Int, frame: Int) -> [SoundPlan.Stretch] {
    var (parts, start, fadeIn) = ([SoundPlan.Stretch](), 0, 0)
    while start < end - (parts.isEmpty ? 0 : frame) {
      let index = parts.count
      let stop = start + lengths[index % lengths.count]
      // Nothing follows a song that ends with the show.
      let fadeOut = stop >= end - frame ? 0 : crossing(after: index)
      parts.append(.init(samples: start..<stop, fadeIn: fadeIn, fadeOut: fadeOut))
      if stop >= end - frame { break }
      (start, fadeIn) = (stop - fadeOut, fadeOut)
    }
    return parts
  }
}
