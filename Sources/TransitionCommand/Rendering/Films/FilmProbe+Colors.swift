internal import TransitionKit

/// The meaning of a film's samples: by its tags, or else as is usual for its size.
extension FilmProbe {
  func colors(
    of video: [String: String], _ name: String, height: Int
  ) throws(Failure) -> FilmFile.Colors {
    try checkLight(video)
    let isRGB = ["rgb", "bgr", "gbr", "argb", "abgr", "pal8", "0rgb", "0bgr", "gray", "mono", "ya"]
      .contains { name.hasPrefix($0) }
    let hasAlpha = PixelFormat.ffmpegNamesOfAlpha.contains { name.hasPrefix($0) }
    let bits = [9, 10, 12, 14, 16].first { name.contains("p\($0)") || name.contains("y\($0)") }
    let isDeep =
      bits != nil
      || ["p010", "p012", "p016", "p210", "p216", "p410", "p416", "y210", "x2"].contains {
        name.hasPrefix($0)
      } || ["48", "64", "f32"].contains { name.contains($0) }
    let isGray = name.hasPrefix("gray")
    let isFull =
      isGray
      ? video["color_range"] != "tv"
      : isRGB || name.hasPrefix("yuvj") || video["color_range"] == "pc"
    let curve = try curve(of: video)
    let colors = VideoColors(
      matrix: try matrix(of: video, height: height, isHDR: curve != .sRGB),
      primaries: primaries(of: video, isHDR: curve != .sRGB), curve: curve,
      range: isFull ? .full : .limited, siting: Self.siting(of: video))
    var planes = Self.planes(name, colors)
    // Turned, color samples for two pixels in a row are for two in a column.
    if planes?.chroma == .half, Self.isTurned(video) { planes?.chroma = .full }
    let format = PixelFormat(depth: isDeep ? .sixteen : .eight, hasAlpha: hasAlpha)
    // Of full range the scaler only shifts the bits.
    let white = isFull ? 65_536 - UInt32(1 << (16 - (bits ?? 16))) : RawFormat.scalersWhite
    let scaled =
      isDeep && (isGray || !isRGB) ? RawFormat.samples(format, white: white) : .samples(format)
    return FilmFile.Colors(
      video: colors, isRGB: isRGB, rawFormat: planes.map { .planes($0) } ?? scaled,
      format: format, isGray: isGray)
  }

  /// Refuses pictures whose numbers are neither those of ordinary screens nor of HDR.
  private func checkLight(_ video: [String: String]) throws(Failure) {
    let names = [
      "linear": "linear light", "log100": "logarithmic", "log316": "logarithmic",
      "smpte428": "in cinemas' light",
    ]
    if let profile = video["side_data_list.side_data.dv_profile"],
      profile == "5" || profile == "10",
      compatibility(of: video) ?? 0 == 0
    {
      throw refused(
        "is HDR (Dolby Vision profile \(profile)), whose colors only Dolby's decoders know: convert "
          + "it to BT.709 first")
    }
    if let name = names[video["color_transfer"] ?? ""] {
      throw refused("is \(name), which is not read: convert it to BT.709 first")
    }
  }

  /// What else the pictures of a Dolby Vision film are without its own data: 1 HDR10, 2 SDR, 4 HLG.
  private func compatibility(of video: [String: String]) -> Int? {
    video["side_data_list.side_data.dv_bl_signal_compatibility_id"].flatMap { Int($0) }
  }

  private func curve(of video: [String: String]) throws(Failure) -> VideoColors.Curve {
    switch (video["color_transfer"], compatibility(of: video)) {
    case ("arib-std-b67", _), (nil, 4): return .hlg
    case ("smpte2084", _), (nil, 1): return try .pq(brightest: peaks(of: video))
    default: return .sRGB
    }
  }

  /// The names of what tells the brightest light: MaxCLL, and that of the mastering display.
  static let brightness = ["max_content", "max_luminance"]

  /// The brightest light that the file tells, or its first picture; a file that cannot be decoded
  /// tells none here, and why later.
  private func peaks(
    of video: [String: String]
  ) throws(Failure) -> (pixels: Double?, screen: Double?) {
    var sections = [video]
    if let index = video["index"] {
      sections += try MediaInfo(
        path, for: .film(path), Self.containers, ["frame_side_data": Self.brightness],
        ["-select_streams", index, "-read_intervals", "%+#1"]
      ).frames
    }
    func number(_ name: String) -> Double? {
      sections.lazy.compactMap { $0["side_data_list.side_data." + name] }.first.flatMap { text in
        let parts = text.split(separator: "/").map { Double($0) ?? .nan }
        return parts.count == 2 ? parts[0] / parts[1] : parts.first
      }
    }
    return (number(Self.brightness[0]), number(Self.brightness[1]))
  }

  private func matrix(
    of video: [String: String], height: Int, isHDR: Bool
  ) throws(Failure) -> VideoMatrix {
    let known: [String: VideoMatrix] = [
      "bt709": .bt709, "smpte170m": .bt601, "bt470bg": .bt601, "smpte240m": .smpte240m,
      "fcc": .fcc, "bt2020nc": .bt2020,
    ]
    guard let tag = video["color_space"], tag != "gbr", tag != "reserved" else {
      // VP8 has this one alone, and no tag (RFC 6386, section 9.2).
      if video["codec_name"] == "vp8" { return .bt601 }
      return isHDR ? .bt2020 : height < 720 ? .bt601 : .bt709
    }
    guard let matrix = known[tag] else {
      throw refused("has colors by a matrix that is not read: \(tag)")
    }
    return matrix
  }

  private func primaries(of video: [String: String], isHDR: Bool) -> VideoPrimaries {
    let tag = video["color_primaries"] ?? ""
    let others: [String: VideoPrimaries] = ["smpte240m": .smpte170m, "jedec-p22": .ebu3213]
    return VideoPrimaries(rawValue: tag) ?? others[tag] ?? (isHDR ? .bt2020 : .bt709)
  }

  /// The planes of samples that have one of ffmpeg's names, or that it makes of them without a
  /// change; `nil` for others.
  private static func planes(_ name: String, _ colors: VideoColors) -> PlanarFormat? {
    if ["yuv420p", "yuvj420p", "nv12", "nv21"].contains(name) { return PlanarFormat(colors) }
    let interleaved = ["p0": "yuv420p", "p2": "yuv422p", "p4": "yuv444p"]
    var name = name.hasSuffix("le") || name.hasSuffix("be") ? String(name.dropLast(2)) : name
    if name.count == 4, let planar = interleaved[String(name.prefix(2))] {
      name = planar + name.dropFirst(2)
    }
    return PlanarFormat(ffmpegName: name + "le", bits: [9, 10, 12, 14, 16], colors)
  }

  /// Where color samples lie: in turned pictures about in the middle.
  private static func siting(of video: [String: String]) -> VideoColors.Siting {
    if isTurned(video) { return .center }
    let sitings: [String: VideoColors.Siting] = ["center": .center, "topleft": .topLeft]
    return sitings[video["chroma_location"] ?? ""] ?? .left
  }
}
