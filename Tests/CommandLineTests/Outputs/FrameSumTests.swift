import Foundation
import TestSupport
import Testing
import TransitionKit

/// The same frames everywhere: `FrameSums.txt` has a checksum of frames of every transition, which
/// each machine, number of threads and kind of processor must make to the bit.
///
/// A line is a filter, the pixels and bits of its frames, and a number for each of three PNG files,
/// at a quarter, a half and three quarters of the time: the first 16 digits of what `sha256sum`
/// prints. The lines of `y4m` are those of a stream of them all. After a change that is meant,
/// `RECORD=failed swift test --filter FrameSumTests` writes the file again.
@Suite struct FrameSumTests {
  /// The frames of a run.
  struct Kind: CustomStringConvertible, Sendable {
    let width: Int
    let height: Int
    let format: PixelFormat
    var description: String { "\(width)x\(height) \(format.depth.rawValue)" }
  }

  /// Odd numbers of pixels with transparency, and opaque ones wider than a block of 256.
  private static let kinds = [PixelFormat.Depth.eight, .sixteen].flatMap { depth in
    [
      Kind(width: 61, height: 47, format: PixelFormat(depth: depth, hasAlpha: true)),
      Kind(width: 270, height: 77, format: PixelFormat(depth: depth, hasAlpha: false)),
    ]
  }

  /// A way to make the frames that must not change them.
  private struct Way {
    let name: String
    let jobs: Int
    var program: [String] = []
    var environment: [String: String] = [:]
  }

  private static let ways = [
    Way(name: "one thread", jobs: 1),
    Way(name: "two threads", jobs: 2),
    // The C library and libvips choose at run time; what is compiled here needs no more than SSE2.
    Way(
      name: "seven threads without vector units", jobs: 7,
      environment: [
        "VIPS_NOVECTOR": "1",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-FMA,-FMA4,-AVX512F,-SSE4_2,-SSE4_1,-SSSE3",
      ]),
  ]

  /// Reads both pictures between their pixels, as their values are written.
  private static let waves = """
    vec4 transition(vec2 uv) {
      vec2 bend = 0.07 * abs(fract(3.0 * uv.yx + vec2(progress, 0.3)) - 0.5);
      return mix(getFromColor(uv + bend), getToColor(uv - bend), progress);
    }
    """

  private static let file = Repository.root + "/Tests/CommandLineTests/FrameSums.txt"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(.needs("sha256sum")) func `frames are the same on every machine`() throws {
    let known = try Self.lines(String(contentsOfFile: Self.file, encoding: .utf8))
    var made: [String: String] = [:]
    for way in Self.ways {
      for (number, kind) in Self.kinds.enumerated() {
        let lines = try lines(kind, way, in: "\(number)-\(way.jobs)")
        for (name, sums) in lines.sorted(by: { $0.key < $1.key }) {
          #expect(sums == known[name], "\(name) with \(way.name)")
        }
        made.merge(lines) { first, _ in first }
      }
    }
    #expect(Set(known.keys).subtracting(made.keys).isEmpty, "there are no such frames")
    guard made != known, ProcessInfo.processInfo.environment["RECORD"] == "failed" else { return }
    let text = made.map { "\($0.key) \($0.value)\n" }.sorted().joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: Self.file))
  }

  @Test(.needs("qemu-x86_64", "sha256sum"), .unsanitized("memory that qemu does not give"))
  func `an old processor makes the same frames`() throws {
    let known = try Self.lines(String(contentsOfFile: Self.file, encoding: .utf8))
    let way = Way(name: "SSE2", jobs: 2, program: ["qemu-x86_64", "-cpu", "qemu64"])
    for (name, sums) in try lines(Self.kinds[0], way, in: "old") {
      #expect(sums == known[name], "\(name)")
    }
  }

  /// The sums of each line's name.
  private static func lines(_ text: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: text.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return (
          words.prefix(3).joined(separator: " "), words.dropFirst(3).joined(separator: " ")
        )
      })
  }

  /// Makes the frames of a kind, and returns the sums of each line's name.
  private func lines(_ kind: Kind, _ way: Way, in folder: String) throws -> [String: String] {
    try sandbox.makeFolder(folder)
    var filters = try sandbox.run(["-l"]).output.split(whereSeparator: \.isWhitespace)
      .map(String.init)
    filters.append("waves.glsl")
    try sandbox.write(Data(Self.waves.utf8), to: "\(folder)/waves.glsl")
    try drawPictures(kind, in: folder)
    var list = ""
    for (number, filter) in filters.enumerated() {
      // A target that is higher, for the one transition that unites sizes.
      let source = filter.hasPrefix("CIAccordion") ? "low.png" : number % 2 == 0 ? "a.png" : "b.png"
      list += "\(source) --transition \(filter)\n"
    }
    try sandbox.write(Data((list + "a.png\n").utf8), to: "\(folder)/all.list")
    // Each picture stands for a frame, so that three of four are those of its transition.
    let arguments = [
      "@\(folder)/all.list", "-c", "5", "--hold", "1", "--fit", "none", "-q", "--jobs",
      "\(way.jobs)", "--size", "\(kind.width)x\(kind.height)",
    ]
    try run(arguments + ["-o", "\(folder)/#####.png"], way)
    try run(arguments + ["-o", "-"], way, to: "\(folder)/y4m")
    let sums = try self.sums(in: folder)
    var lines = ["y4m \(kind)": try #require(sums["y4m"])]
    for (number, filter) in filters.enumerated() {
      let names = (1...3).map { String(format: "%05d.png", 4 * number + $0) }
      let frames = try names.map { try #require(sums[$0]) }
      #expect(Set(frames).count > 1, "\(filter) stands still")
      lines["\(filter) \(kind)"] = frames.joined(separator: " ")
    }
    return lines
  }

  private func run(_ arguments: [String], _ way: Way, to file: String? = nil) throws {
    let redirection = file.map { " >'\($0)'" } ?? ""
    let result = try sandbox.shell(
      "\(way.program.joined(separator: " ")) \"$TOOL\" \"$@\"\(redirection)", arguments,
      environment: way.environment)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  /// The beginnings of the sums of all files in a folder.
  private func sums(in folder: String) throws -> [String: String] {
    let output = try sandbox.shell("cd '\(folder)' && sha256sum *").output
    return Dictionary(
      uniqueKeysWithValues: output.split(separator: "\n").map { line in
        (String(line.dropFirst(66)), String(line.prefix(16)))
      })
  }

  /// Draws the pictures by arithmetic that is exact or rounded once, without the C library.
  private func drawPictures(_ kind: Kind, in folder: String) throws {
    let (width, height, format) = (kind.width, kind.height, kind.format)
    let disk = { (u: Double, v: Double) -> [Double] in
      let (x, y) = (u - 0.375, v - 0.625)
      return x * x + y * y < 0.0625
        ? [0.9375, 0.75, 0.25, 1] : [0.25 * u, 0.5, 0.5 + 0.5 * v, 0.25 + 0.75 * v]
    }
    let bars = { (u: Double, v: Double) -> [Double] in
      let isBar = Int(u * 16) % 2 == 0 && v > 0.25
      return isBar ? [0.125, v, 0.375, 1] : [u, 0.5 * v, 0.0625, 1 - 0.5 * u]
    }
    for (name, height, color) in [
      ("a", height, disk), ("b", height, bars), ("low", height * 2 / 3, bars),
    ] {
      try Bitmap(width: width, height: height, format: format, color: color)
        .write(to: sandbox.folder.file("\(folder)/\(name).png"))
    }
  }
}
