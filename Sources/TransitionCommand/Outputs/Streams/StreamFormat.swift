/// What a stream of frames looks like.
struct StreamFormat: Sendable {
  /// How pixels become bytes.
  enum Packing: String, Sendable, CaseIterable { case y4m, rgb24, rgba, rgb48, ppm }

  /// How many pixels share a color in y4m.
  enum Chroma: String, Sendable, CaseIterable {
    case full = "444"
    case quarter = "420"
  }

  let packing: Packing
  let chroma: Chroma
  let rate: FrameRate

  init(_ settings: Settings) throws(Failure) {
    packing = settings.packing ?? .y4m
    guard packing == .y4m || (settings.rate == nil && settings.chroma == nil) else {
      throw .usage("--fps and --chroma belong to y4m: \(packing.rawValue) cannot hold them")
    }
    chroma = settings.chroma ?? .full
    rate = settings.rate ?? FrameRate(frames: 30, seconds: 1)
  }
}

/// Frames in a number of seconds: `30/1`.
struct FrameRate: Sendable, Hashable {
  let frames: Int
  let seconds: Int
}

extension ValueReader<FrameRate> {
  /// `N` or `N/D`.
  static var rate: ValueReader {
    ValueReader(
      placeholder: "N[/D]",
      read: { text, option throws(Failure) in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
          .map { Int($0) ?? 0 }
        guard (1...2).contains(parts.count), parts.allSatisfy({ (1...1_000_000).contains($0) })
        else { throw .usage("\(option): '\(text)' is not a rate such as 25 or 30000/1001") }
        return FrameRate(frames: parts[0], seconds: parts.count == 2 ? parts[1] : 1)
      }, text: { $0.seconds == 1 ? "\($0.frames)" : "\($0.frames)/\($0.seconds)" })
  }
}
