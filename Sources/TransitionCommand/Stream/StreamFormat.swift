/// What a stream of frames looks like.
struct StreamFormat {
  /// How pixels become bytes.
  enum Packing: String, CaseIterable { case y4m, rgb24, rgba, rgb48, ppm }

  /// How many pixels share a color in y4m.
  enum Chroma: String, CaseIterable {
    case full = "444"
    case quarter = "420"
  }

  let packing: Packing
  let chroma: Chroma
  /// Frames in a number of seconds: `30/1`.
  let rate: (frames: Int, seconds: Int)

  init(_ options: StreamOptions) throws(Failure) {
    packing = try OptionText.choice(options.pixelFormat ?? "y4m", "--pixel-format")
    guard packing == .y4m || (options.fps == nil && options.chroma == nil) else {
      throw .usage("--fps and --chroma belong to y4m: \(packing.rawValue) cannot hold them")
    }
    chroma = try OptionText.choice(options.chroma ?? "444", "--chroma")
    let fps = options.fps ?? "30"
    let parts = fps.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard (1...2).contains(parts.count), parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw .usage("--fps: '\(fps)' is not a rate such as 25 or 30000/1001")
    }
    rate = (parts[0], parts.count == 2 ? parts[1] : 1)
  }
}
