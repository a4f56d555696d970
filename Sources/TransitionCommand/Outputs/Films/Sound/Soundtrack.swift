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
    /// The arguments with which ffmpeg writes these samples.
    let arguments: [[UInt8]]
    /// The file, for errors.
    let name: Path
    /// The version of the file that the run began with.
    let version: FileVersion?
    let position: ListPosition?
  }

  /// The number of samples.
  let count: Int
  /// The pieces of each track, one after the other: at most two of clips, then the music's.
  let tracks: [[Piece]]
  let music: MusicFile?

  /// The bytes of a sample: 32 bits in floating point for each of two channels.
  static let bytesPerSample = 8

  /// The longest fade at the end of music, in samples.
  private static let longestMusicFade = 2 * SoundPlan.samplesPerSecond

  /// The sound of a job; `nil` if it makes no film, or one without sound.
  ///
  /// - Throws: that the music is no file with sound.
  init?(
    _ settings: Settings, _ render: RenderSettings, _ plan: Plan, _ outputs: Outputs
  ) throws(Failure) {
    guard let film = outputs.main as? Film else { return nil }
    var music = settings.musicFile
    if music == nil, let path = settings.music { music = try MusicFile(path) }
    let clips = settings.isMute ? [] : Self.clips(render)
    guard Self.reasonForSilence(settings, plan, film) == nil, !clips.isEmpty || music != nil,
      let first = plan.chosen.first, let last = plan.chosen.last
    else { return nil }
    let start = plan.allNumbers.lowerBound
    let sound = SoundPlan(
      plan.timeline, plan.rate, of: first - start..<last - start + 1, heard: Set(clips))
    self.music = music
    count = sound.samples.count
    var tracks = sound.tracks.map { track in
      track.map { Self.piece($0, of: render.items[$0.item], in: sound) }
    }
    if let music { tracks.append([Self.piece(music, in: sound)]) }
    guard !tracks.isEmpty else { return nil }
    self.tracks = tracks
  }

  /// The items with sound.
  static func clips(_ render: RenderSettings) -> [Int] {
    render.items.indices.filter { render.items[$0].picture.film?.film.sound != nil }
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

  /// To two channels: each as loud as that of one, which ffmpeg makes softer, and those of many not
  /// louder than all of them may be.
  private static let stereo = [
    "volume=if(eq(nb_channels\\,1)\\,sqrt(2)\\,1):precision=float",
    "aresample=\(SoundPlan.samplesPerSecond):rematrix_maxval=1",
    "aformat=sample_fmts=flt:channel_layouts=stereo",
  ]

  /// Counts time by samples.
  private static let evenly = "asetpts=N/SR/TB"

  private static func samples(_ filters: [String], _ range: Range<Int>, of whole: Int) -> [[UInt8]]
  {
    let part = "atrim=start_sample=\(range.lowerBound):end_sample=\(range.upperBound)"
    let all = filters + (range == 0..<whole ? [] : [part])
    return ["-af", all.joined(separator: ","), "-f", "f32le", "pipe:1"].map { Array($0.utf8) }
  }

  /// The sound of a clip, or the part of it that is heard.
  private static func piece(
    _ piece: SoundPlan.Piece, of item: Item, in sound: SoundPlan
  ) -> Piece {
    let heard = piece.samples.clamped(to: sound.samples)
    var arguments: [[UInt8]] = []
    if let clip = item.picture.film {
      // Millionths of a second of the file's own time.
      let start = clip.film.startTime + clip.time(of: piece.firstFrame)
      let perSecond = SoundPlan.samplesPerSecond
      let first = (Double(start) * Double(perSecond) / 1e6).rounded()
      var words = MediaFacts.quietly + ["-copyts", "-vn"]
      // Decoders need something before the first sample that is right.
      let seek = start - clip.film.startOfFile - 2_000_000
      if clip.film.findsTimes, seek > 0 {
        words += ["-noaccurate_seek", "-ss", "\(seek)us"]
      }
      var filters =
        stereo + [
          // Cuts off what comes before, and fills gaps with silence, to the sample. It counts samples
          // that come in, and so those that another filter has made.
          "aresample=async=1:first_pts=\(Int(first)):min_comp=0.00001", evenly,
          "apad", "atrim=end_sample=\(piece.samples.count)",
        ]
      if piece.fadeIn > 0 { filters.append("afade=t=in:ss=0:ns=\(piece.fadeIn):curve=qsin") }
      if piece.fadeOut > 0 {
        let start = piece.samples.count - piece.fadeOut
        filters.append("afade=t=out:ss=\(start):ns=\(piece.fadeOut):curve=qsin")
      }
      let low = heard.lowerBound - piece.samples.lowerBound
      arguments =
        words.map { Array($0.utf8) } + FilmProbe.opening(clip.film.path)
        + ["-map", "0:\(clip.film.sound?.stream ?? 0)"].map { Array($0.utf8) }
        + samples(filters, low..<low + heard.count, of: piece.samples.count)
    }
    let start = sound.samples.lowerBound
    return Piece(
      samples: heard.lowerBound - start..<heard.upperBound - start, arguments: arguments,
      name: item.picture.name, version: item.picture.film?.film.version, position: item.position)
  }

  /// Music for as long as the show lasts, or the part of it that is the film.
  private static func piece(_ music: MusicFile, in sound: SoundPlan) -> Piece {
    let fade = min(longestMusicFade, sound.whole)
    let filters =
      // Where it begins again its time does not go on.
      [evenly] + stereo + [
        evenly, "atrim=end_sample=\(sound.whole)",
      ] + yielding(to: sound.stretches) + [
        "afade=t=out:ss=\(sound.whole - fade):ns=\(fade)"
      ]
    return Piece(
      samples: 0..<sound.samples.count,
      arguments: MediaFacts.quietly.map { Array($0.utf8) } + music.playing
        + samples(filters, sound.samples, of: sound.whole),
      name: music.path, version: music.version, position: nil)
  }

  /// Lets music step back to a fifth, -14 dB, where clips are heard: about as far as editors let it
  /// under speech. It follows the clips' own fades, and is the same in each part of a show.
  private static func yielding(to stretches: [SoundPlan.Stretch]) -> [String] {
    guard !stretches.isEmpty else { return [] }
    let terms = stretches.map { stretch in
      // Without a fade it has stepped back long before, or after.
      let (fadeIn, fadeOut) = (max(stretch.fadeIn, 1), max(stretch.fadeOut, 1))
      let start =
        stretch.samples.lowerBound - (stretch.fadeIn == 0 ? SoundPlan.samplesPerSecond : 0)
      let end = stretch.samples.upperBound + (stretch.fadeOut == 0 ? SoundPlan.samplesPerSecond : 0)
      return "clip(min((pts-\(start))/\(fadeIn)\\,(\(end)-pts)/\(fadeOut))\\,0\\,1)"
    }
    // The volume is that of a millisecond, so short that no step is heard.
    return [
      "asetnsamples=n=48:p=0",
      "volume=1-0.8*(\(terms.joined(separator: "+"))):eval=frame:precision=float",
    ]
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

  /// The arguments with which ffmpeg mixes the tracks and encodes them, beside the pictures of its
  /// input 0.
  func encoding(_ encoding: FilmEncoding) -> [String] {
    var (graph, sound) = ([String](), "1:a")
    if tracks.count > 1 {
      let inputs = tracks.indices.map { "[\($0 + 1):a]" }.joined()
      // By itself amix divides by the number of its inputs.
      graph.append("\(inputs)amix=inputs=\(tracks.count),volume=\(tracks.count)[mix]")
      sound = "mix"
    }
    if !encoding.options.soundFilters.isEmpty {
      graph.append("[\(sound)]\(encoding.options.soundFilters.joined(separator: ","))[filtered]")
      sound = "filtered"
    }
    let ours = encoding.container.soundEncoder
    let options = encoding.options
    return (graph.isEmpty ? [] : ["-filter_complex", graph.joined(separator: ";")])
      + ["-map", "0:v", "-map", graph.isEmpty ? sound : "[\(sound)]", "-flags:a", "+bitexact"]
      + (options.soundEncoder == nil ? ["-c:a", ours.name] : [])
      + (options.soundEncoder == nil && !options.hasSoundRate ? ["-b:a", ours.rate] : [])
  }

  /// Refuses an encoder that the local ffmpeg lacks, and music that cannot be decoded.
  func check(_ encoding: FilmEncoding) throws(Failure) {
    try music?.check()
    let name = encoding.container.soundEncoder.name
    guard encoding.options.soundEncoder == nil, try LocalEncoder(name) == nil else { return }
    throw Failure(
      .missingProgram,
      "this ffmpeg has no encoder \(name) for the sound of .\(encoding.container.rawValue) films: "
        + "choose .mp4, another one by --save-options c:a=, or --save-options an for none")
  }

  /// The facts in the report of a plan.
  func facts(_ film: Film) -> [(name: String, value: JSON)] {
    let encoder = film.encoding.options.soundEncoder ?? film.encoding.container.soundEncoder.name
    return [("sound", .string(encoder))] + (music.map { [("music", .string($0.path))] } ?? [])
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
