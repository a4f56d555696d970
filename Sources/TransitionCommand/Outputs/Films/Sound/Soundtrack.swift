internal import TransitionKit
internal import TransitionSystem

/// The sound of a film: that of its clips, with music under it.
///
/// Each track is a stream of samples without a gap, from the first frame of the film to the last.
/// ffmpeg decodes, mixes and encodes them; the positions are ours.
struct Soundtrack: Sendable {
  /// Sound that ffmpeg decodes by itself.
  struct Piece: Sendable {
    /// Its samples, counted from the beginning of the film.
    let samples: Range<Int>
    /// The arguments with which ffmpeg writes these samples, or more, of which `ends` leaves these.
    let arguments: FFmpeg.Arguments
    /// How a clip's sound begins and ends; `nil` for music, whose samples are written as they are.
    let ends: SoundEnds?
    let name: Path
    /// The version of the file that the run began with.
    let version: FileVersion?
    let position: ListPosition?
  }

  private(set) var count: Int
  /// The pieces of each track, one after the other: at most two of clips, then the music's.
  private(set) var tracks: [[Piece]]
  let music: Music?
  /// The samples that are kept of what is limited: a limiter hears what comes before and after.
  /// `nil` without one.
  private var kept: Range<Int>?
  private let show: Show
  private let timeline: Timeline
  private let rate: FrameRate
  /// The frames of the show that the film has.
  private let frames: Range<Int>
  /// The items with sound.
  let clips: [Int]
  let levels: SoundLevels

  /// The bytes of a sample: 32 bits in floating point for each of two channels.
  static let bytesPerSample = 8

  /// The sound of a job; `nil` if it makes no film, or one without sound.
  ///
  /// - Throws: that the music is no file with sound.
  init?(
    _ settings: Settings, _ show: Show, _ plan: Plan, _ outputs: Outputs
  ) throws(Failure) {
    guard let film = outputs.film else { return nil }
    var music = show.music
    if music == nil, !settings.music.isEmpty { music = try Music(settings.music) }
    let clips = settings.isMute ? [] : Self.clips(show)
    guard Self.reasonForSilence(settings, plan, film) == nil, !clips.isEmpty || music != nil,
      let first = plan.chosen.first, let last = plan.chosen.last
    else { return nil }
    let start = plan.allNumbers.lowerBound
    frames = first - start..<last - start + 1
    (self.show, timeline, rate, self.clips) = (show, plan.timeline, plan.rate, clips)
    levels = SoundLevels(settings)
    self.music = music
    (count, tracks) = (0, [])
    let unmeasured = with(frames, SoundLevels.Gains())
    (count, tracks) = (unmeasured.count, unmeasured.tracks)
  }

  /// The sound as it is encoded. With a loudness, what is heard of each file is brought to it.
  /// There is a limiter if the whole show is louder than samples can be: each part of a show sounds
  /// as it does in the whole.
  ///
  /// - Throws: what is wrong with some sound.
  func measured() throws(Failure) -> Soundtrack {
    let gains = try levels.gains(of: clips.map { show.items[$0].source }, music)
    return try with(0..<timeline.count, gains).isAboveFullScale()
      ? with(frames, gains, margin: SoundPlan.samplesPerSecond) : with(frames, gains)
  }

  /// The sound of some frames, limited with what is heard so many samples before and after them.
  private func with(
    _ frames: Range<Int>, _ gains: SoundLevels.Gains, margin: Int? = nil
  ) -> Soundtrack {
    let heard = clips.filter { !show.items[$0].sound.isSilent }
    let sound = SoundPlan(timeline, rate, of: frames, margin: margin ?? 0, heard: Set(heard))
    var pieces = sound.tracks.map { track in
      track.map { Self.piece($0, of: show.items[$0.item], in: sound, gains) }
    }
    if let music {
      let frame = SoundPlan.sample(of: 1, rate)
      pieces += levels.pieces(music, in: sound, frame: frame, gains)
    }
    var copy = self
    // Where nothing is heard there is silence, so that the parts of a film can be joined.
    (copy.count, copy.tracks) = (sound.samples.count, pieces.isEmpty ? [[]] : pieces)
    copy.kept = margin.map { _ in
      let chosen = SoundPlan(timeline, rate, of: frames, heard: []).samples
      let start = sound.samples.lowerBound
      return chosen.lowerBound - start..<chosen.upperBound - start
    }
    return copy
  }

  /// Whether it has samples beyond 1, which only floating point holds. All of it is decoded.
  ///
  /// - Throws: what is wrong with some sound, or that ffmpeg does not tell.
  private func isAboveFullScale() throws(Failure) -> Bool {
    let measuring = "astats=measure_perchannel=none:measure_overall=Max_level+Min_level[out]"
    let words =
      ["-hide_banner", "-nostats", "-loglevel", "info", "-f", "s16le", "-i", "pipe:0"] + inputs
      + ["-filter_complex", (mix.map { $0 + "," } ?? "[1:a]") + measuring, "-map", "[out]"]
      + ["-f", "null", "-"]
    let program = try FFmpeg.encoding(.init(words), otherInputs: tracks.count)
    program.closeInput()
    let ending = try SoundFeed(self, to: program).run()
    let levels = ["Max level:", "Min level:"].compactMap(ending.number(after:))
    guard ending.status == 0, levels.count == 2 else {
      throw ending.temporaryFailure(at: "measures the film's sound")
        ?? Failure(
          .cannotWrite,
          "ffmpeg cannot measure the film's sound" + (ending.reason.map { ": \($0)" } ?? ""))
    }
    return levels.contains { $0.magnitude > 1 }
  }

  static func clips(_ show: Show) -> [Int] {
    show.items.indices.filter { show.items[$0].sound.isHeard }
  }

  /// Why a film has no sound, whatever its clips have; `nil` if it may have some.
  static func reasonForSilence(_ settings: Settings, _ plan: Plan, _ film: Film) -> String? {
    if film.encoding.options.isSilent { return "--save-options say so: an" }
    if settings.time != nil { return "--time makes one frame" }
    guard let first = plan.chosen.first, let last = plan.chosen.last,
      last - first + 1 == plan.chosen.count
    else { return "its frames do not follow each other" }
    return nil
  }

  // MARK: Decoding

  /// To two channels: each as loud as that of one, which ffmpeg makes softer. Of more the front
  /// ones stay as loud as they are; the center and those at the sides and the back, less 3 dB, are
  /// added.
  static let stereo = [
    "volume=if(eq(nb_channels\\,1)\\,sqrt(2)\\,1):precision=float",
    "aresample=\(SoundPlan.samplesPerSecond):rematrix_maxval=1000",
    "aformat=sample_fmts=flt:channel_layouts=stereo",
  ]

  /// Counts time by samples.
  static let evenly = "asetpts=N/SR/TB"
  /// Stereo, whose time is counted before and after.
  static let evenStereo = [evenly] + stereo + [evenly]

  /// Counts samples where the file rounds their times to thousandths of a second, and takes its
  /// word where some are missing.
  private static let byCounting =
    "asetpts=if(lt(abs(PTS-STARTPTS-N)\\,SR/500)\\,STARTPTS+N\\,PTS)"

  static func samples(_ filters: [String], _ range: Range<Int>, of whole: Int)
    -> FFmpeg.Arguments
  {
    let part = "atrim=start_sample=\(range.lowerBound):end_sample=\(range.upperBound)"
    let all = filters + (range == 0..<whole ? [] : [part])
    return .init(["-af", all.joined(separator: ","), "-f", "f32le", "pipe:1"])
  }

  /// The arguments with which ffmpeg opens a clip before a time of its own, and the filters that
  /// leave its sound from there on, at its speed.
  static func opening(
    _ clip: FilmClip, at time: Int
  ) -> (FFmpeg.Arguments, filters: [String]) {
    // Millionths of a second of the file's own time.
    let start = clip.film.soundStartTime + time
    let lead = ItemSound.lead(clip.speed)
    let first = (Double(start) * Double(SoundPlan.samplesPerSecond) / 1e6).rounded() - Double(lead)
    var words = ["-copyts", "-vn"]
    // Decoders need something before the first sample that is right.
    let before = 2_000_000 + lead * 1_000_000 / SoundPlan.samplesPerSecond
    let seek = start - clip.film.startOfFile - before
    if clip.film.findsTimes, clip.film.sound?.findsSamples ?? true, seek > 0 {
      words += ["-noaccurate_seek", "-ss", "\(seek)us"]
    }
    let counting = clip.film.sound?.findsSamples ?? true ? [] : [byCounting]
    let filters =
      counting + stereo + [
        // Cuts off what comes before, and fills gaps with silence, to the sample. It counts
        // samples that come in, and so those that another filter has made.
        "aresample=async=1:first_pts=\(Int(first)):min_comp=0.00001", evenly,
      ] + ItemSound.tempo(clip.speed)
    let arguments =
      FFmpeg.Arguments(words) + FilmProbe.opening(clip.film.path)
      + .init(["-map", "0:\(clip.film.sound?.stream ?? 0)"])
    return (arguments, filters)
  }

  /// The sound of a clip, or the part of it that is heard.
  private static func piece(
    _ piece: SoundPlan.Piece, of item: Item, in sound: SoundPlan, _ gains: SoundLevels.Gains
  ) -> Piece {
    let heard = piece.samples.clamped(to: sound.samples)
    let count = piece.samples.count
    let low = heard.lowerBound - piece.samples.lowerBound
    let ends = SoundEnds(
      of: count, heard: low..<low + heard.count, fadesIn: piece.fadeIn > 0,
      fadesOut: piece.fadeOut > 0)
    var arguments = FFmpeg.Arguments([])
    if let clip = item.source.sound {
      let (opening, reading) = opening(clip, at: clip.time(of: piece.firstFrame))
      var filters = reading
      // A single frame is held for longer than its sound lasts.
      let end = clip.count > 1 ? count : min(count, clip.soundSamples)
      filters.append("atrim=end_sample=\(end)")
      if end < count { filters += fading(0, min(SoundPlan.fadeOfCut, end), of: end) }
      filters += item.sound.filters(of: count, gains.clips[clip.id])
      filters += fading(piece.fadeIn, piece.fadeOut, of: count)
      arguments = .quietly + opening + samples(filters, ends.decoded, of: count)
    }
    let start = sound.samples.lowerBound
    return Piece(
      samples: heard.lowerBound - start..<heard.upperBound - start, arguments: arguments,
      ends: ends, name: item.picture.name, version: item.source.sound?.film.version,
      position: item.position)
  }

  /// Fades some samples in, and out.
  static func fading(
    _ fadeIn: Int, _ fadeOut: Int, of count: Int, curve: String = "qsin"
  ) -> [String] {
    (fadeIn > 0 ? ["afade=t=in:ss=0:ns=\(fadeIn):curve=\(curve)"] : [])
      + (fadeOut > 0 ? ["afade=t=out:ss=\(count - fadeOut):ns=\(fadeOut):curve=\(curve)"] : [])
  }

  // MARK: Encoding

  /// The arguments with which ffmpeg reads the tracks, from its input 1 on.
  var inputs: [String] {
    tracks.indices.flatMap { track in
      [
        "-f", "f32le", "-ar", "\(SoundPlan.samplesPerSecond)", "-ac", "2", "-i",
        "pipe:\(track + 3)",
      ]
    }
  }

  /// The most that a limiter leaves of full scale: 1 dB less.
  private static let limit = 0.891

  /// The filters that mix the tracks; `nil` for a single one.
  var mix: String? {
    guard tracks.count > 1 else { return nil }
    let inputs = tracks.indices.map { "[\($0 + 1):a]" }.joined()
    // By itself amix divides by the number of its inputs.
    return "\(inputs)amix=inputs=\(tracks.count),volume=\(tracks.count)"
  }

  /// The arguments with which ffmpeg mixes the tracks and encodes them, beside the pictures of its
  /// input 0.
  func encoding(_ encoding: FilmEncoding) -> [String] {
    var (graph, sound) = ([String](), "1:a")
    if let mix {
      graph.append("\(mix)[mix]")
      sound = "mix"
    }
    if let kept {
      let limiter = "alimiter=limit=\(Self.limit):level=0:latency=1"
      let part = "atrim=start_sample=\(kept.lowerBound):end_sample=\(kept.upperBound)"
      let split = readsOn ? "asplit[all][rest];[all]" : ""
      graph.append("[\(sound)]\(limiter),\(split)\(part),\(Self.evenly)[limited]")
      sound = "limited"
    }
    if !encoding.options.soundFilters.isEmpty {
      graph.append("[\(sound)]\(encoding.options.soundFilters.joined(separator: ","))[filtered]")
      sound = "filtered"
    }
    let ours = encoding.container.soundEncoder
    let options = encoding.options
    var arguments: [String] = []
    if !graph.isEmpty {
      arguments += ["-filter_complex", graph.joined(separator: ";")]
      sound = "[\(sound)]"
    }
    arguments += ["-map", "0:v", "-map", sound, "-flags:a", "+bitexact"]
    if options.soundEncoder == nil {
      arguments += ["-c:a", ours.name]
      if !options.hasSoundRate { arguments += ["-b:a", ours.rate] }
    }
    return arguments
  }

  /// Whether something is heard by the limiter behind the end of the film.
  private var readsOn: Bool { kept.map { $0.upperBound < count } ?? false }

  /// The arguments behind those of the film with which ffmpeg reads that, too: it would stop where
  /// the film does.
  var readingOn: [String] { readsOn ? ["-map", "[rest]", "-f", "null", "-"] : [] }

  /// Refuses an encoder that the local ffmpeg lacks, and music that cannot be decoded.
  func check(_ encoding: FilmEncoding) throws(Failure) {
    for song in music?.songs ?? [] { try song.check() }
    let name = encoding.container.soundEncoder.name
    guard encoding.options.soundEncoder == nil, try LocalEncoder(name) == nil else { return }
    throw Failure(
      .missingProgram,
      "this ffmpeg has no encoder \(name) for the sound of .\(encoding.container.rawValue) films: "
        + "choose .mp4, another one by --save-options c:a=, or --save-options an for none")
  }

  func properties(_ film: Film) -> [(name: String, value: JSON)] {
    let encoder = film.encoding.options.soundEncoder ?? film.encoding.container.soundEncoder.name
    guard let songs = music?.songs else { return [("sound", .string(encoder))] }
    let paths = songs.map { JSON.string($0.path) }
    return [
      ("sound", .string(encoder)), ("music", paths.count == 1 ? paths[0] : .array(paths)),
    ]
  }
}

extension Film.Container {
  /// ffmpeg's encoder of its sound, and the bits in a second.
  fileprivate var soundEncoder: (name: String, rate: String) {
    switch self {
    case .mp4, .mov: ("aac", "192k")
    case .mkv, .webm: ("libopus", "160k")
    }
  }
}
