import Foundation
import TestSupport
import Testing
import TransitionKit

/// Films of 10 bits, read and written.
@Suite(.needs("ffmpeg", "ffprobe")) struct DeepFilmTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  private func shell(_ line: String) throws -> String {
    let result = try sandbox.shell(line)
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// Makes a film of three frames without loss, of planes that `codes` gives for each.
  private func makeFilm(
    _ file: String, _ format: String, _ range: String = "tv", width: Int = 64, height: Int = 48,
    codes: (Int) -> [Int]
  ) throws {
    let bytes = (0..<3).flatMap { codes($0).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
    try sandbox.write(Data(bytes), to: "raw")
    let colors = "-color_range \(range) -colorspace bt709 -chroma_sample_location left"
    _ = try shell(
      "ffmpeg -v error -y -f rawvideo -pix_fmt \(format) -s \(width)x\(height) -r 25 \(colors) "
        + "-i raw -c:v ffv1 \(colors) \(file)")
  }

  /// The samples of a film's first frame as it has them.
  private func samples(_ file: String) throws -> [Int] {
    _ = try shell("ffmpeg -v error -y -i \(file) -frames:v 1 -f rawvideo raw")
    let bytes = [UInt8](try sandbox.bytes("raw")).map(Int.init)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { bytes[$0] | bytes[$0 + 1] << 8 }
  }

  private static let formats = ["yuv420p10le", "yuv422p10le", "yuv444p10le"]

  @Test(arguments: formats) func `a copy without loss is identical`(_ format: String) throws {
    let count = ["yuv420p10le": 4608, "yuv422p10le": 6144, "yuv444p10le": 9216][format] ?? 0
    var random = SplitMix64(seed: 5)
    try makeFilm("a.mkv", format) { _ in (0..<count).map { _ in Int(random.next() >> 54) } }
    let sums = "ffmpeg -v error -i %.mkv -f framemd5 - | awk '!/^#/{print $NF}'"
    for (index, options) in ["c:v=ffv1", "qp=0"].enumerated() {
      _ = try shell("$TOOL a.mkv -o b\(index).mkv -q --save-options \(options),pix_fmt=\(format)")
      #expect(
        try shell(sums.replacing("%", with: "a"))
          == shell(sums.replacing("%", with: "b\(index)")))
    }
  }

  @Test(arguments: formats, ["tv", "pc"])
  func `a ramp of grays is read as the codes say`(_ format: String, _ range: String) throws {
    let shared = ["yuv420p10le": 1024, "yuv422p10le": 2048, "yuv444p10le": 4096][format] ?? 0
    let ramp = Array(0..<1024) + Array(0..<1024)
    try makeFilm("a.mkv", format, range, width: 1024, height: 2) { _ in
      ramp + Array(repeating: 512, count: shared)
    }
    _ = try shell("$TOOL a.mkv -o %d.png --frames 1 -q")
    let picture = try sandbox.picture("1.png")
    #expect(picture.format.depth == .sixteen)
    for (index, sample) in picture.samples.enumerated() {
      let code = Double(index / 3 % 1024)
      let value = range == "pc" ? code / 1023 : min(max((code - 64) / 876, 0), 1)
      #expect(abs(Double(sample) - 65535 * value) <= 0.02 * 257, "\(index)")
    }
  }

  /// ffmpeg's scaler ends at 65,280 or 65,472, which is not white.
  @Test(arguments: ["yuv440p10le", "gray10le"], ["tv", "pc"])
  func `samples that ffmpeg's scaler converts have no bias`(
    _ format: String, _ range: String
  ) throws {
    let ramp = Array(0..<1024) + Array(0..<1024)
    try makeFilm("a.mkv", format, range, width: 1024, height: 2) { _ in
      format == "gray10le" ? ramp : ramp + Array(repeating: 512, count: 2048)
    }
    _ = try shell("$TOOL a.mkv -o %d.png --frames 1 -q")
    for (index, sample) in try sandbox.picture("1.png").samples.enumerated() {
      let code = Double(index / 3 % 1024)
      let value = range == "pc" ? code / 1023 : min(max((code - 64) / 876, 0), 1)
      #expect(abs(Double(sample) - 65535 * value) <= 0.1 * 257, "\(index)")
    }
  }

  @Test(
    arguments: [
      ("f.mov", "--codec prores"), ("f.mp4", "--save-options crf=0,pix_fmt=yuv422p10le"),
      ("f.mp4", "--save-options crf=0 --depth 10"),
    ])
  func `grays are written without a bias`(_ file: String, _ options: String) throws {
    let grays = (0..<1024).map { UInt16(Double($0) * 65535 / 1023) }
    let row = grays.flatMap { [$0, $0, $0] }
    let bitmap = Bitmap(
      width: 1024, height: 64, format: PixelFormat(depth: .sixteen, hasAlpha: false),
      samples: Array(repeating: row, count: 64).flatMap(\.self))
    try bitmap.write(to: sandbox.folder.file("a.png"))
    _ = try shell("$TOOL a.png a.png -c 2 -o \(file) -q \(options)")
    let samples = try samples(file)
    var (sum, differences) = (0.0, 0.0)
    for index in 0..<1024 * 64 {
      sum += Double(samples[index]) - 64 - 876 * Double(grays[index % 1024]) / 65535
    }
    for sample in samples[(1024 * 64)...] { differences += Double(sample) - 512 }
    #expect(abs(sum) / (1024 * 64) <= 0.05)
    #expect(abs(differences) / Double(samples.count - 1024 * 64) <= 0.05)
  }

  // What only a filter makes gray has the samples of other films.
  @Test(arguments: [
    "h265 g.mkv pix_fmt=gray", "h265 g.mkv pix_fmt=gray10le", "h264 g.mp4 pix_fmt=gray",
    "h265 g.mkv vf=format=gray", "h264 g.mp4 vf=format=pix_fmts=gray10le",
  ])
  func `films of gray are tagged as they are`(_ words: String) throws {
    let (codec, file, option) = (
      words.split(separator: " ")[0], words.split(separator: " ")[1], words.split(separator: " ")[2]
    )
    _ = try shell(
      """
      rm -f 0.png; $TOOL '#404040' white -c 2 --size 64x48 -q -o \(file) --codec \(codec) \
        --save-options \(option),qp=0
      $TOOL \(file) -o %d.png --frames 0 -q
      """)
    let samples = try sandbox.picture("0.png").samples.map { Int($0) }
    let (code, unit) = option == "pix_fmt=gray10le" ? (0x40 * 257, 257) : (0x40, 1)
    #expect(samples.allSatisfy { abs($0 - code) <= unit }, "\(samples[0])")
  }

  @Test func `alpha of 10 bits and more is read`() throws {
    for (bits, suffix) in [(10, "10le"), (12, "12le")] {
      let (most, unit) = (1 << bits - 1, 1 << (bits - 8))
      try makeFilm("a.mkv", "yuva444p\(suffix)") { _ in
        [235 * unit, 128 * unit, 128 * unit, most / 3].flatMap { Array(repeating: $0, count: 3072) }
      }
      _ = try shell("rm -f 1.png; $TOOL a.mkv -o %d.png --frames 1 -q")
      let picture = try sandbox.picture("1.png")
      #expect(picture.format == PixelFormat(depth: .sixteen, hasAlpha: true))
      #expect(Array(picture.samples.prefix(4)) == [65535, 65535, 65535, 21845], "\(bits)")
    }
  }

  @Test func `turned 4:2:2 keeps its colors`() throws {
    let planes = [(600, 3072), (400, 1536), (700, 1536)]
    try makeFilm("a.mkv", "yuv422p10le") { _ in
      planes.flatMap { Array(repeating: $0.0, count: $0.1) }
    }
    _ = try shell(
      """
      ffmpeg -v error -y -i a.mkv -c:v prores_ks b.mov
      ffmpeg -v error -y -i b.mov -c copy -metadata:s:v rotate=90 c.mov
      $TOOL b.mov -o b.png --time 0.04s -q; $TOOL c.mov -o c.png --time 0.04s -q
      """)
    let (flat, turned) = (try sandbox.picture("b.png"), try sandbox.picture("c.png"))
    #expect((turned.width, turned.height) == (48, 64))
    let pairs = zip(flat.samples, turned.samples)
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 8 })
  }
}
