import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Films and pictures in HDR, and films of other primaries than sRGB's.
@Suite(.needs("ffmpeg", "ffprobe")) struct HDRTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  private static func tags(
    _ curve: String, _ matrix: String = "bt2020nc", _ primaries: String = "bt2020"
  ) -> String {
    "-color_trc \(curve) -color_primaries \(primaries) -colorspace \(matrix) -color_range tv"
  }

  private static let (hlg, pq) = (tags("arib-std-b67"), tags("smpte2084"))

  /// Makes a film of five frames of one color, in codes of its samples.
  private func make(
    _ file: String, _ format: String, _ codes: String, _ options: String
  ) throws {
    try sandbox.ffmpeg(
      "-f lavfi -i color=s=64x48:r=25:d=0.2 -vf format=\(format),geq=\(codes) \(options) \(file)")
  }

  /// Makes a film of gray in codes of 10 bits.
  private func makeGray(_ file: String, _ code: Int, _ options: String) throws {
    try make(file, "yuv420p10le", "lum=\(code):cb=512:cr=512", options)
  }

  private static func x265(_ parameters: String) -> String {
    "-c:v libx265 -x265-params 'log-level=none:lossless=1\(parameters)' \(pq)"
  }

  /// The color in the middle of a picture, in codes of 8 bits.
  private func color(_ file: String) throws -> [Double] {
    let picture = try sandbox.picture(file)
    let (channels, depth) = (picture.format.channels, picture.format.depth)
    let samples = picture.samples[(20 * 64 + 30) * channels..<(20 * 64 + 30) * channels + 3]
    return samples.map { Double($0) * 255 / Double(depth.maximum) }
  }

  /// The color of a film's fourth frame, and what is said of it.
  @discardableResult
  private func expect(
    _ file: String, _ expected: [Double], tolerance: Double = 0.6,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let result = try sandbox.run([file, "-o", "f%d.png", "--frames", "3"])
    #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
    let found = try color("f3.png")
    #expect(
      zip(found, expected).allSatisfy { abs($0 - $1) < tolerance }, "\(found) \(expected)",
      sourceLocation: sourceLocation)
    return result.errors
  }

  // HLG of 75 % is 203 cd/m², of which BT.2390's curve from 1000 leaves 229.02 in sRGB.
  @Test(arguments: [
    ("yuv420p10le", "lum=721:cb=512:cr=512", 229.02, 16),
    ("yuv422p10le", "lum=721:cb=512:cr=512", 229.02, 16),
    ("yuv444p10le", "lum=721:cb=512:cr=512", 229.02, 16),
    ("yuv420p", "lum=180:cb=128:cr=128", 228.71, 8),
    ("yuv444p", "lum=180:cb=128:cr=128", 228.71, 8),
    ("gbrp10le", "r=767:g=767:b=767", 228.99, 16), ("gray10le", "lum=721", 229.02, 16),
  ])
  func `HLG of any form becomes SDR`(
    _ format: String, _ codes: String, _ gray: Double, _ depth: Int
  ) throws {
    try make("clip.mkv", format, codes, "-c:v ffv1 \(Self.hlg)")
    let said = try expect(
      "clip.mkv", [gray, gray, gray], tolerance: depth == 8 || format.hasPrefix("gray") ? 1.2 : 0.6)
    #expect(
      said.contains("clip.mkv is HDR (HLG): its light becomes that of ordinary screens"), "\(said)")
    #expect(try sandbox.picture("f3.png").format.depth.rawValue == depth)
  }

  @Test(arguments: [
    // At 203 cd/m², by MaxCLL, by the mastering display, by neither, and by ones that lie.
    (":max-cll=600,100:master-display=\(Self.display)", 237.18),
    (":master-display=\(Self.display)", 207.92), ("", 228.99),
    (":max-cll=60000,100:master-display=\(Self.display)", 207.92),
    (":max-cll=0,0:master-display=\(Self.display)", 207.92), (":max-cll=60000,100", 228.99),
  ])
  func `PQ is dimmed from the brightest light that is told`(
    _ parameters: String, _ gray: Double
  ) throws {
    try makeGray("clip.mp4", 573, Self.x265(parameters))
    let said = try expect("clip.mp4", [gray, gray, gray], tolerance: 0.7)
    #expect(said.contains("clip.mp4 is HDR (PQ)"), "\(said)")
  }

  /// 4000 cd/m².
  private static let display =
    "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"

  @Test func `one line names the first of a show, and all are mixed as SDR`() throws {
    try makeGray("hlg.mkv", 721, "-c:v ffv1 \(Self.hlg)")
    try makeGray("pq.mkv", 573, "-c:v ffv1 \(Self.pq)")
    let result = try sandbox.run(["a.png", "hlg.mkv", "pq.mkv", "-o", "f%d.png", "-c", "3"])
    #expect(result.status == 0)
    #expect(
      result.errors.split(separator: "\n").filter { $0.contains("HDR") }
        == ["dotransition: hlg.mkv is HDR (HLG): its light becomes that of ordinary screens"])
    // A film that is made has other planes than its clip.
    let film = try sandbox.run(["hlg.mkv", "-o", "out.mkv", "-q"])
    #expect(film.status == 0)
    #expect(
      try sandbox.probe("out.mkv", "color_transfer,color_primaries,color_space")
        == "bt709 bt709 bt709")
    try sandbox.ffmpeg("-i out.mkv -frames:v 1 -pix_fmt gray -f rawvideo luma")
    let luma = try sandbox.bytes("luma")[20 * 64 + 30]
    #expect(abs(Int(luma) - 229) <= 2)
  }

  // MARK: Dolby Vision

  /// Says that a film is Dolby Vision, in a box of its own.
  private func mark(_ file: String, profile: Int, compatibility: Int) throws {
    var bytes = [UInt8](try sandbox.bytes(file))
    func start(_ kind: String) throws -> Int {
      try #require(bytes.firstRange(of: Array(kind.utf8)), "\(kind)").lowerBound - 4
    }
    func size(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    let kind = profile > 7 ? "dvvC" : "dvcC"
    let level = 5
    let numbers = [
      1, 0, profile << 1 | level >> 5, (level & 31) << 3 | 5, compatibility << 4,
    ]
    let record = numbers.map(UInt8.init) + [UInt8](repeating: 0, count: 19)
    let length: [UInt8] = [0, 0, 0, UInt8(8 + record.count)]
    let box = length + Array(kind.utf8) + record
    let entry = try start("hev1")
    let end = entry + size(at: entry)
    for kind in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hev1"] {
      let index = try start(kind)
      let new = size(at: index) + box.count
      for byte in 0..<4 { bytes[index + byte] = UInt8(new >> (24 - 8 * byte) & 255) }
    }
    // The pictures come first, so that they stay where the file says they are.
    try #require(try start("mdat") < start("moov"))
    bytes.insert(contentsOf: box, at: end)
    try sandbox.write(Data(bytes), to: file)
  }

  @Test func `Dolby Vision is read by its base`() throws {
    let plain = "-c:v libx265 -x265-params log-level=none:lossless=1"
    let base = "\(plain) \(Self.hlg)"
    try makeGray("clip.mp4", 721, base)
    try mark("clip.mp4", profile: 8, compatibility: 4)
    let said = try expect("clip.mp4", [229.02, 229.02, 229.02])
    #expect(said.contains("clip.mp4 is HDR (HLG)"))
    // Where the base itself does not say what it is.
    try makeGray("clip.mp4", 573, plain)
    try mark("clip.mp4", profile: 8, compatibility: 1)
    try expect("clip.mp4", [228.99, 228.99, 228.99])
    try makeGray("clip.mp4", 573, "\(plain) -colorspace bt709 -color_range tv")
    try mark("clip.mp4", profile: 8, compatibility: 2)
    #expect(try !expect("clip.mp4", [148.17, 148.17, 148.17]).contains("HDR"))
    try makeGray("clip.mp4", 573, plain)
    try mark("clip.mp4", profile: 5, compatibility: 0)
    try sandbox.expectFailure(
      65, "clip.mp4 is HDR (Dolby Vision profile 5), whose colors only Dolby's decoders know",
      of: ["clip.mp4", "a.png", "-o", "o.mp4"])
  }

  // MARK: Other primaries

  @Test(arguments: ["yuv420p", "yuv444p10le", "yuv444p"])
  func `tagged primaries are converted in light, and no others`(_ format: String) throws {
    let scale = format.hasSuffix("10le") ? 4 : 1
    func make(_ primaries: String) throws {
      try self.make(
        "clip.mkv", format, "lum=\(100 * scale):cb=\(120 * scale):cr=\(150 * scale)",
        "-c:v ffv1 \(Self.tags("bt709", "bt709", primaries))")
    }
    for untouched in ["bt709", "unknown"] {
      try make(untouched)
      try expect("clip.mkv", [137.25, 87.79, 80.91], tolerance: 1.5)
    }
    for (primaries, color) in Self.converted {
      try make(primaries)
      #expect(try !expect("clip.mkv", color, tolerance: 1.5).contains("HDR"))
    }
  }

  /// The color 137.25, 87.79, 80.91 of other primaries.
  private static let converted: [(String, [Double])] = [
    ("smpte432", [145.62, 84.90, 78.70]), ("bt2020", [160.50, 78.93, 78.67]),
    ("smpte170m", [134.85, 88.87, 80.75]),
  ]

  // MARK: Bad input

  @Test func `what is damaged or wrongly tagged is one line`() throws {
    try sandbox.ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -pix_fmt yuv420p10le -c:v ffv1 \(Self.hlg) good.mkv")
    let bytes = try sandbox.bytes("good.mkv")
    try sandbox.write(bytes.prefix(bytes.count / 2), to: "cut.mkv")
    try makeGray("matrix.mp4", 721, "-c:v libx265 -x265-params log-level=none:colormatrix=ictcp")
    for (file, words) in [
      ("cut.mkv", "cut off"), ("matrix.mp4", "has colors by a matrix that is not read: ictcp"),
    ] {
      try sandbox.expectFailure(65, words, of: [file, "a.png", "-o", "o.mp4"])
    }
    // The first picture, which would tell the brightest light, cannot be decoded.
    try makeGray("pq.mp4", 573, Self.x265(":max-cll=600,100"))
    var broken = try sandbox.bytes("pq.mp4")
    let start = try #require(broken.firstRange(of: Data("mdat".utf8))).upperBound
    let end = try #require(broken.firstRange(of: Data("moov".utf8))).lowerBound
    try #require(start < end)
    for index in start..<(start + end) / 2 { broken[index] = 0x55 }
    try sandbox.write(broken, to: "broken.mp4")
    let result = try sandbox.run(["broken.mp4", "a.png", "-c", "3", "-o", "f%d.png"])
    #expect(
      result.status == 0 && result.errors.contains("broken.mp4 is damaged"), "\(result.errors)")
  }

  // MARK: Pictures

  private static let avif =
    "-frames:v 1 -c:v libaom-av1 -still-picture 1 -crf 1 -cpu-used 6"

  @Test(arguments: [("yuv420p10le", 10), ("yuv444p10le", 10), ("yuv420p", 8)])
  func `pictures are converted likewise`(_ format: String, _ bits: Int) throws {
    let gray = bits == 10 ? "lum=721:cb=512:cr=512" : "lum=180:cb=128:cr=128"
    try make("hlg.avif", format, gray, "\(Self.avif) \(Self.hlg)")
    let result = try sandbox.run(["hlg.avif", "a.png", "-o", "f%d.png", "-c", "2"])
    #expect(result.status == 0)
    #expect(result.errors.contains("hlg.avif is HDR (HLG)"), "\(result.errors)")
    for value in try color("f0.png") { #expect(abs(value - 229) < 1.5, "\(value)") }
    // A color, as that of a film of the same samples.
    let color = bits == 10 ? "lum=500:cb=480:cr=560" : "lum=125:cb=120:cr=140"
    try make("pq.avif", format, color, "\(Self.avif) \(Self.pq)")
    try make("pq.mkv", format, color, "-c:v ffv1 \(Self.pq)")
    let other = try sandbox.run(["pq.avif", "a.png", "-o", "p%d.png", "-c", "2"])
    #expect(other.status == 0, "\(other.errors)")
    try expect("pq.mkv", self.color("p0.png"), tolerance: bits == 10 ? 1 : 3)
  }

  @Test func `a picture that is not HDR stays`() throws {
    try make(
      "sdr.avif", "yuv444p10le", "lum=573:cb=512:cr=512",
      "\(Self.avif) \(Self.tags("bt709", "bt709", "bt709"))")
    let result = try sandbox.run(["sdr.avif", "a.png", "-o", "f%d.png", "-c", "2"])
    #expect(result.status == 0 && !result.errors.contains("HDR"))
    for value in try color("f0.png") { #expect(abs(value - 148.17) < 1) }
  }

  // MARK: Keys

  @Test func `what decides a frame is in its key`() throws {
    func identity(_ options: String) throws -> String {
      try makeGray("clip.mp4", 573, options)
      let film = try FilmProbe(Path(sandbox.folder.file("clip.mp4"))).film(pixelLimit: nil)
      let clip = try FilmClip(film, from: nil, to: nil, rate: film.rate)
      return try #require(clip.identity).text
    }
    let lossless = "-c:v libx265 -x265-params log-level=none:lossless=1"
    #expect(try identity(Self.x265(":max-cll=600,100")).hasSuffix(", pq 600.0 bt2020"))
    #expect(try identity(Self.x265("")).hasSuffix(", pq 1000.0 bt2020"))
    #expect(try identity("\(lossless) \(Self.hlg)").hasSuffix(", hlg bt2020"))
    let wide = Self.tags("bt709", "bt709", "smpte432")
    #expect(try identity("\(lossless) \(wide)").hasSuffix(", srgb smpte432"))
    let plain = try identity("\(lossless) \(Self.tags("bt709", "bt709", "bt709"))")
    #expect(!plain.contains("srgb"))
  }
}
