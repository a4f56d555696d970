internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What is asked for of a film.
struct Film: Sendable {
  /// The types of film, each by its extension.
  enum Container: String, CaseIterable {
    case mp4, mov, mkv, webm

    /// The extensions of films that are not made, by which people ask for one.
    static let others = ["avi", "flv", "m4v", "mpeg", "mpg", "ogv", "wmv"]
  }

  let file: OutputFile
  let container: Container
  let rate: FrameRate
  /// What goes to ffmpeg after our own options.
  let options: FilmOptions

  /// The film that `--output` names; `nil` if that is none.
  init?(_ path: Path, _ settings: Settings) throws(Failure) {
    guard let container = path.fileExtension.flatMap({ Container(rawValue: $0.lowercased()) })
    else { return nil }
    self.container = container
    file = OutputFile(path: path, role: "the film", isKept: settings.refusesExisting)
    rate = settings.frameRate
    options = try FilmOptions(settings.saveOptions)
  }

  /// The greatest width and height that the encoders of our choice take; `nil` if the options may
  /// choose another one, or another size.
  var longestSide: Int? {
    let isOurs = options.encoder == nil && options.filters.isEmpty
    return isOurs && !options.arguments.contains("-s") ? 16_384 : nil
  }

  /// The size of films: 4:2:0 has no half columns and rows.
  static func size(of frames: Size) -> Size {
    Size(width: frames.width & ~1, height: frames.height & ~1)
  }

  /// What ffmpeg reads: planes if they are what its encoder takes, colors if its scaler has to make
  /// something else of them.
  func pixels(hasAlpha: Bool) -> StreamFormat.Pixels {
    let name =
      options.pixelFormat ?? (takesOurFormat(hasAlpha) ? codec(hasAlpha).pixelFormat : nil)
    if options.filters.isEmpty, let format = name.flatMap(PlaneFormat.init(ffmpegName:)) {
      return .planes(format)
    }
    return .samples(PixelFormat(depth: .sixteen, hasAlpha: hasAlpha))
  }

  /// Whether the encoder certainly takes the pixel format of our choice.
  private func takesOurFormat(_ hasAlpha: Bool) -> Bool {
    guard let encoder = options.encoder else { return true }
    let known = ["libx264", "libx265", "libvpx", "libvpx-vp9", "libaom-av1", "libsvtav1"]
    return !hasAlpha && known.contains(encoder)
  }

  /// The encoder of our choice, its options, and what it is given.
  private func codec(_ hasAlpha: Bool) -> (options: [String], pixelFormat: String) {
    switch (container, hasAlpha) {
    case (.webm, _):
      (
        ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"],
        hasAlpha ? "yuva420p" : "yuv420p"
      )
    case (.mov, true): (["-c:v", "prores_ks", "-profile:v", "4444"], "yuva444p10le")
    default: (["-c:v", "libx264", "-crf", "18"], "yuv420p")
    }
  }

  /// The arguments with which ffmpeg makes the film of bare pixels that it reads.
  func arguments(_ pixels: StreamFormat.Pixels, size: Size, hasAlpha: Bool, to hidden: Path)
    -> [[UInt8]]
  {
    var colors = ["-color_primaries", "bt709", "-color_trc", "bt709"]
    if !options.keepsRGB {
      colors += ["-colorspace", "bt709", "-color_range", "tv", "-chroma_sample_location", "left"]
    }
    // Without being told, ffmpeg ends well with half a film when the disk is full, and with none.
    var words = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
    words += ["-xerror", "-abort_on", "empty_output"]
    words += ["-f", "rawvideo", "-pixel_format", pixels.ffmpegName, "-video_size", "\(size)"]
    words += ["-framerate", "\(rate.frames)/\(rate.seconds)"]
    // Some encoders take the colors of the frames, not of options.
    if case .planes = pixels {
      words += colors + ["-i", "pipe:0"]
    } else {
      // For each scaler that ffmpeg puts before, between and after the filters. Its way from one kind
      // of red, green and blue to another leads through the matrix, too.
      let scaling =
        "sws_flags=accurate_rnd+full_chroma_int:in_color_matrix=bt709:out_color_matrix=bt709"
        + ":out_h_chr_pos=0;"
      let matrix = options.keepsRGB ? [] : ["setparams=colorspace=bt709"]
      let filters =
        ["setparams=color_primaries=bt709:color_trc=bt709"] + options.filters + matrix
      words += ["-i", "pipe:0", "-vf", scaling + filters.joined(separator: ",")]
    }
    let muxer: [String] =
      switch container {
      case .mp4, .mov: ["-movflags", "+faststart", "-f", container.rawValue]
      case .mkv: ["-f", "matroska"]
      case .webm: ["-f", "webm"]
      }
    let codec = codec(hasAlpha)
    let choosesFormat = options.filters.contains { $0.contains("format=") }
    // Matroska's random numbers would make each film another file.
    words += colors + ["-fflags", "+bitexact"]
    words += codec.options + (choosesFormat ? [] : ["-pix_fmt", codec.pixelFormat])
    words += options.arguments + muxer
    return words.map { Array($0.utf8) } + [Array("file:".utf8) + hidden.bytes]
  }
}

extension StreamFormat.Pixels {
  /// ffmpeg's name for them.
  fileprivate var ffmpegName: String {
    switch self {
    case .samples(let format):
      switch (format.depth, format.hasAlpha) {
      case (.eight, false): "rgb24"
      case (.eight, true): "rgba"
      case (.sixteen, false): "rgb48le"
      case (.sixteen, true): "rgba64le"
      }
    case .pixmaps: "ppm"
    case .planes(let format): format.ffmpegName
    }
  }
}

extension Size {
  var isEven: Bool { width.isMultiple(of: 2) && height.isMultiple(of: 2) }
}

/// Hands frames to ffmpeg, which makes a film of them. Frames never touch the disk.
final class FilmOutput: Output {
  private let stream: StreamOutput
  private let program: ChildProcess
  private let work: BackgroundWork<Result<Void, Failure>>

  /// Starts ffmpeg.
  init(_ film: Film, of context: RenderContext) throws(Failure) {
    let hasAlpha = context.format.hasAlpha && film.container.holdsAlpha
    let pixels = film.pixels(hasAlpha: hasAlpha)
    let size = Film.size(of: context.size)
    let encoder = StreamEncoder(
      pixels, width: size.width, height: size.height, background: context.matte)
    let started = Handover<Result<ChildProcess, Failure>>()
    work = BackgroundWork {
      Result { () throws(Failure) in
        do throws(Failure) {
          try AtomicFile.make(film.file.role, at: film.file.path) { hidden throws(Failure) in
            let program = try Self.start(
              film.arguments(pixels, size: size, hasAlpha: hasAlpha, to: hidden))
            started.give(.success(program))
            let ending = program.wait()
            let isMade = FileStatus(hidden).map { $0.kind == .file && $0.size > 0 } ?? false
            guard ending.status == 0, isMade, ending.hasReadAll || film.options.mayEndEarly else {
              throw Self.failure(ending)
            }
          }
        } catch {
          started.give(.failure(error))
          throw error
        }
      }
    }
    guard work.isConcurrent else {
      throw Failure(.tooFewResources, "the system allows no thread for ffmpeg")
    }
    let program = try started.take().get()
    self.program = program
    stream = StreamOutput(encoder) { bytes throws(FileError) in try program.write(bytes) }
  }

  private static func start(_ arguments: [[UInt8]]) throws(Failure) -> ChildProcess {
    do throws(FileError) {
      if let program = try ChildProcess("ffmpeg", arguments) { return program }
    } catch { throw Failure(error) }
    throw Failure(
      .missingProgram,
      "a film needs ffmpeg, which is not on the PATH: install it (apt-get install ffmpeg), or "
        + "write frames, or an animation such as film.webp")
  }

  private static func failure(_ ending: ChildProcess.Ending) -> Failure {
    let lines = ending.lastWords.split(whereSeparator: \.isNewline).suffix(3)
    let words = lines.isEmpty ? "" : ": " + lines.joined(separator: "; ")
    let isShort = ending.status == 0 && !ending.hasReadAll
    let reason = isShort ? "it did not read all frames" : "status \(ending.status)"
    return Failure(.cannotWrite, "ffmpeg could not make the film (\(reason))\(words)")
  }

  var isOpen: Bool { stream.isOpen }

  func pack(_ frame: Frame, for drawing: Drawing) throws(Failure) -> Delivery {
    try stream.pack(frame, for: drawing)
  }

  func frameFailed(_ drawing: Drawing) { stream.frameFailed(drawing) }

  func finish() throws(Failure) {
    program.closeInput()
    try work.wait().get()
  }

  func abandon() throws(Failure) {
    // A film that lacks frames is none; why ffmpeg reads no more is its own to tell.
    let isCut = stream.hasReader
    if isCut { program.kill() }
    program.closeInput()
    let result = work.wait()
    if !isCut { try result.get() }
  }
}

extension Film.Container {
  var holdsAlpha: Bool { self == .webm || self == .mov }
}
