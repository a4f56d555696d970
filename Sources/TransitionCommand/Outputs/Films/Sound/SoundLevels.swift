internal import TransitionKit
internal import TransitionSystem

/// How loud the sounds of a film are beside each other.
struct SoundLevels: Sendable {
  /// What brings files to one loudness, in decibels: clips by their ids, songs by their places.
  struct Gains: Sendable {
    var clips: [String: Double] = [:]
    var songs: [Song: Double] = [:]
  }

  private let musicVolume: Volume
  private let duck: Duck
  private let loudness: Loudness

  init(_ settings: Settings) {
    (musicVolume, duck, loudness) = (settings.musicVolume, settings.duck, settings.loudness)
  }

  /// The longest fade at the end of music, in samples.
  private static let longestMusicFade = 2 * SoundPlan.samplesPerSecond

  /// The least samples over which music steps back, 50 ms: at a cut a clip fades in a tenth of it.
  private static let leastStep = SoundPlan.samplesPerSecond / 20

  /// The filters that set how loud a song is.
  private func volumes(of song: MusicFile, _ gains: Gains) -> [String] {
    musicVolume.filters(after: gains.songs[song.song])
  }

  /// Music for as long as the show lasts, or the part of it that is the film: a track of one song,
  /// or two of several, which cross.
  func pieces(
    _ music: Music, in sound: SoundPlan, frame: Int, _ gains: Gains
  ) -> [[Soundtrack.Piece]] {
    let fade = min(Self.longestMusicFade, sound.whole)
    let isCutOff = !music.endsByItself(at: sound.whole, frame: frame)
    let last = isCutOff ? ["afade=t=out:ss=\(sound.whole - fade):ns=\(fade)"] : []
    let start = sound.samples.lowerBound
    func piece(
      _ song: MusicFile, times: Int? = 1, _ filters: [String], _ heard: Range<Int>,
      of all: Range<Int>
    ) -> Soundtrack.Piece {
      Soundtrack.Piece(
        samples: heard.lowerBound - start..<heard.upperBound - start,
        arguments: .quietly
          + song.playing(times)
          + Soundtrack.samples(
            filters + yielding(to: sound.stretches) + last,
            heard.lowerBound - all.lowerBound..<heard.upperBound - all.lowerBound, of: all.count),
        ends: nil, name: song.path, version: song.version, position: nil)
    }
    guard !music.isOneFile else {
      // Where it begins again its time does not go on.
      let times = music.repetitions(until: sound.whole, frame: frame)
      var filters = Soundtrack.evenStereo + volumes(of: music.songs[0], gains)
      if times != nil { filters.append("apad") }
      filters.append("atrim=end_sample=\(sound.whole)")
      return [
        [piece(music.songs[0], times: times, filters, sound.samples, of: 0..<sound.whole)]
      ]
    }
    var tracks: [[Soundtrack.Piece]] = [[], []]
    for (index, part) in music.parts(until: sound.whole, frame: frame).enumerated() {
      let heard = part.samples.clamped(to: sound.samples)
      guard !heard.isEmpty else { continue }
      let count = part.samples.count
      let song = music.songs[index % music.songs.count]
      var filters = Soundtrack.evenStereo + song.cutting + volumes(of: song, gains)
      filters += ["apad", "atrim=end_sample=\(count)"]
      filters += Soundtrack.fading(part.fadeIn, part.fadeOut, of: count)
      // What follows counts from the beginning of the show.
      filters.append("asetpts=(N+\(part.samples.lowerBound))/SR/TB")
      tracks[index % 2].append(piece(song, filters, heard, of: part.samples))
    }
    return tracks.filter { !$0.isEmpty }
  }

  /// Lets music step back where clips are heard. It follows the clips' fades, and is the same in
  /// each part of a show.
  private func yielding(to stretches: [SoundPlan.Stretch]) -> [String] {
    guard !stretches.isEmpty, let loss = duck.loss else { return [] }
    let terms = stretches.map { stretch in
      // Without a fade it has stepped back long before, or after.
      let (fadeIn, fadeOut) = (
        max(stretch.fadeIn, Self.leastStep), max(stretch.fadeOut, Self.leastStep)
      )
      let start =
        stretch.samples.lowerBound - (stretch.fadeIn == 0 ? SoundPlan.samplesPerSecond : 0)
      let end = stretch.samples.upperBound + (stretch.fadeOut == 0 ? SoundPlan.samplesPerSecond : 0)
      return "clip(min((pts-\(start))/\(fadeIn)\\,(\(end)-pts)/\(fadeOut))\\,0\\,1)"
    }
    // The volume is that of a third of a millisecond, so short that no step is heard.
    return [
      "asetnsamples=n=16:p=0",
      "volume=1-\(loss)*(\(terms.joined(separator: "+"))):eval=frame:precision=float",
    ]
  }

  // MARK: Loudness

  /// The most that is added to what is quiet, and what counts as silence.
  private static let (mostGain, silence) = (20.0, -50.0)

  /// The samples over which loudness is defined, 0.4 s, and a few more.
  private static let leastMeasured = SoundPlan.samplesPerSecond / 2

  /// What is measured of nothing.
  private static let nothing = -70.0

  /// Measures what is shown of each clip, and each song, once.
  ///
  /// - Throws: what is wrong with some sound.
  func gains(of sources: [any Source], _ music: Music?) throws(Failure) -> Gains {
    guard let target = loudness.target else { return Gains() }
    let clips = Dictionary(sources.compactMap(\.sound).map { ($0.id, $0) }) { first, _ in first }
      .sorted { $0.key < $1.key }
    let songs = Array(Set(music?.songs ?? []))
    let paths = clips.map(\.value.film.path) + songs.map(\.path)
    let results = Threads.results(of: paths.count, atOnce: 2) { index in
      Result { () throws(Failure) in
        index < clips.count
          ? try Self.loudness(of: clips[index].value)
          : try Self.loudness(of: songs[index - clips.count])
      }
    }
    var gains = Gains()
    for (index, result) in results.enumerated() {
      let measured = try result.get()
      let needed = ((target - measured) * 10).rounded() / 10
      let gain = measured < Self.silence ? 0 : min(target - measured, Self.mostGain)
      if gain + 0.1 < needed, measured > Self.nothing {
        Console.remark(
          "\(paths[index]) is too quiet for --loudness: of \(needed.shortest) dB, "
            + (gain == 0 ? "none are added" : "\(gain.shortest) are added"))
      }
      guard gain != 0 else { continue }
      if index < clips.count {
        gains.clips[clips[index].key] = gain
      } else {
        gains.songs[songs[index - clips.count].song] = gain
      }
    }
    return gains
  }

  private static func loudness(of clip: FilmClip) throws(Failure) -> Double {
    let (opening, filters) = Soundtrack.opening(clip, at: clip.times.lowerBound)
    let count = clip.soundSamples
    var part = ["atrim=end_sample=\(count)"]
    // The loudness of what is shorter is that of the same, heard again and again.
    if (1..<leastMeasured).contains(count) {
      part.append("aloop=loop=\(leastMeasured / count):size=\(count)")
    }
    return try loudness(
      opening, filters + part, of: clip.film.path,
      for: .film(clip.film.path))
  }

  private static func loudness(of song: MusicFile) throws(Failure) -> Double {
    try loudness(
      song.playing(1), Soundtrack.evenStereo + song.cutting,
      of: song.path, for: .music(song.path))
  }

  /// The integrated loudness of BS.1770, in LUFS.
  private static func loudness(
    _ opening: FFmpeg.Arguments, _ filters: [String], of path: Path, for purpose: FFmpeg.Purpose
  ) throws(Failure) -> Double {
    let filters = (filters + ["ebur128=framelog=verbose"]).joined(separator: ",")
    let ending = try FFmpeg.ffmpeg.run(
      .init(["-hide_banner", "-nostats", "-nostdin", "-loglevel", "info"]) + opening
        + .init(["-af", filters, "-f", "null", "-"]), for: purpose)
    guard ending.status == 0, let number = ending.number(after: "I: ") else {
      throw Failure(
        .badInput, "the loudness of \(path) cannot be measured\(ending.citation)")
    }
    return number
  }
}
