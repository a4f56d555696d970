internal import TransitionKit
internal import TransitionSystem

/// A stream of frames to stdout.
struct FrameStream: Output {
  /// The formats of `--output -`.
  enum Packing: String, Sendable, CaseIterable {
    case y4m, rgb24, rgba, rgb48, rgba64, ppm

    var holdsAlpha: Bool { self == .rgba || self == .rgba64 }
  }

  let packing: Packing
  let chroma: PlanarFormat.Chroma
  let matrix: VideoMatrix
  let rate: FrameRate

  static let name = "--output -"

  static func options(of settings: Settings) -> [any AnySetting] {
    [settings.$packing, settings.$chroma, settings.$matrix, settings.$startNumber]
  }

  init?(_ settings: Settings, _ plan: Plan, _ destination: Destination?) throws(Failure) {
    guard destination?.isStream == true else { return nil }
    try self.init(settings, rate: plan.rate)
  }

  init(_ settings: Settings, rate: FrameRate) throws(Failure) {
    packing = settings.packing ?? .y4m
    for option in [settings.$chroma, settings.$matrix] as [any AnySetting]
    where option.isGiven && packing != .y4m {
      throw .usage(
        "\(option.definition.label) belongs to y4m: \(packing.rawValue) cannot hold it")
    }
    chroma = settings.chroma ?? .full
    matrix = settings.matrix ?? .bt601
    self.rate = rate
  }

  var sentence: String { "--output - writes a stream to stdout" }
  var location: String { "stdout" }
  var typeName: String { packing.rawValue }
  var holdsAlpha: Bool { packing.holdsAlpha }
  var holdsProfiles: Bool { false }
  /// Planes are made of what is not rounded yet.
  var depth: PixelFormat.Depth {
    switch rawFormat {
    case .samples(let format, _): format.depth
    case .planes: .sixteen
    case nil: .eight
    }
  }
  var holdsDepth: Bool { packing != .rgb24 && packing != .rgba }
  /// Four samples of 16 bits, bare or in planes, and a few rows.
  static let bytesPerPixel = 9
  var bytesPerPixel: Int { Self.bytesPerPixel }
  var whyWithoutQuality: String? { "a stream is not compressed" }

  func properties(hasAlpha: Bool) -> [(name: String, value: JSON)] {
    var properties: [(String, JSON)] = [
      ("output", .string("-")), ("pixel-format", .string(packing.rawValue)),
    ]
    if packing == .y4m {
      properties += [
        ("fps", .string("\(rate.frames)/\(rate.seconds)")), ("chroma", .string(chroma.rawValue)),
        ("matrix", .string(matrix.rawValue)),
      ]
    }
    return properties
  }

  func open(_ job: Job, _ context: RenderContext, _ record: FrameRecordFile?) throws(Failure)
    -> any FrameWriter
  {
    guard !StandardOutput.isTerminal else { throw Destination.terminal("--output") }
    return try StreamWriter.toStandardOutput(
      StreamEncoder(
        format: self, width: context.size.width, height: context.size.height,
        matte: context.matte))
  }

  /// The form of the frames; `nil` for pictures in the portable format, of the frames' depth.
  var rawFormat: RawFormat? {
    switch packing {
    // JPEG's 4:2:0 has its color samples in the middle of four pixels, where averages belong.
    case .y4m:
      .planes(PlanarFormat(VideoColors(matrix: matrix, siting: .center), chroma: chroma))
    case .rgb24: .samples(PixelFormat(depth: .eight, hasAlpha: false))
    case .rgba: .samples(PixelFormat(depth: .eight, hasAlpha: true))
    case .rgb48: .samples(PixelFormat(depth: .sixteen, hasAlpha: false))
    case .rgba64: .samples(PixelFormat(depth: .sixteen, hasAlpha: true))
    case .ppm: nil
    }
  }
}
