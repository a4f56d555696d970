internal import TransitionImages
internal import TransitionKit

/// The form in which ffmpeg writes the frames of a film.
enum FilmForm: Sendable {
  /// Luma and color differences, as nearly all films have them: ours to convert.
  case planes(PlanarFormat)
  /// Colors, which ffmpeg's scaler makes of everything else.
  case pixels(PixelFormat)

  init(_ film: FilmFile) {
    self = film.colors.planes.map { .planes($0) } ?? .pixels(film.colors.format)
  }

  /// The bytes of a frame of a size.
  func byteCount(_ size: Size) -> Int {
    switch self {
    case .planes(let format): format.byteCount(width: size.width, height: size.height)
    case .pixels(let format): size.width * size.height * format.bytesPerPixel
    }
  }

  /// The arguments with which ffmpeg writes the frames of a clip, upright and at the show's rate.
  func arguments(_ clip: FilmClip) -> FFmpeg.Arguments {
    let film = clip.film
    var words = ["-copyts"]
    // The last frame from which decoding can begin, well before the first that is shown: the filter
    // leaves out what comes too early.
    let start = film.startTime + clip.times.lowerBound - film.startOfFile - 1_000_000
    if film.findsTimes, start > 0 {
      words += ["-noaccurate_seek", "-ss", "\(Double(start) / 1e6)"]
    }
    if let decoder = film.decoder { words += ["-c:v", decoder] }
    var filters: [String] = []
    if film.isInterlaced { filters.append("bwdif=mode=send_frame:deint=interlaced") }
    let (rate, first) = (clip.showRate, film.start + film.units(at: clip.times.lowerBound))
    filters += [
      "setpts=PTS-(\(first))", "fps=fps=\(rate.frames)/\(rate.seconds):start_time=0",
      "setpts=PTS-STARTPTS", scaling(film),
    ]
    let output = [
      "-map", "0:\(film.stream)", "-vf", filters.joined(separator: ","), "-f", "rawvideo",
      "pipe:1",
    ]
    return .quietly + .init(words) + FilmProbe.opening(film.path) + .init(output)
  }

  /// The filters that bring all frames to one size, with square pixels, and to this form.
  private func scaling(_ film: FilmFile) -> String {
    let colors = film.colors
    var scaler = "scale=\(film.size.width):\(film.size.height)"
    let range = colors.range == .full ? "full" : "limited"
    switch self {
    case .planes(let format):
      scaler += ":flags=bicubic+accurate_rnd:in_range=\(range):out_range=\(range)"
      // The same samples; the older name keeps their range.
      let isOlder = format.bits == 8 && colors.range == .full
      return scaler + ",format=" + (isOlder ? "yuvj420p" : format.ffmpegName)
    case .pixels(let format):
      scaler += ":flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
      if let matrix = colors.matrix {
        scaler += ":in_color_matrix=\(matrix.ffmpegName):in_range=\(range)"
      }
      return scaler + ",format=" + format.ffmpegName
    }
  }
}

extension VideoMatrix {
  /// The name that ffmpeg's scaler has for it.
  fileprivate var ffmpegName: String {
    switch self {
    case .bt601: "bt601"
    case .bt709: "bt709"
    case .bt2020: "bt2020"
    case .smpte240m: "smpte240m"
    case .fcc: "fcc"
    }
  }
}

extension PixelFormat {
  /// ffmpeg's name for samples that lie so.
  var ffmpegName: String {
    switch (depth, hasAlpha) {
    case (.eight, false): "rgb24"
    case (.eight, true): "rgba"
    case (.sixteen, false): "rgb48le"
    case (.sixteen, true): "rgba64le"
    }
  }
}
