import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

/// Shows with films, sequences and motions, changed at random, interrupted and gone on with.
///
/// `SHOWS=1000 swift test --filter RandomShowTests` tries a thousand; `SEED` is the number of the
/// first.
@Suite(.needs("ffmpeg", "ffprobe")) struct RandomShowTests {
  private static func number(_ name: String, else number: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? number
  }

  private static let seeds: Range<Int> = {
    let first = number("SEED", else: 0)
    return first..<first + number("SHOWS", else: 8)
  }()

  private let folder: ShowFolder

  init() throws { folder = try ShowFolder() }

  @Test(arguments: seeds) func `go on as a fresh run would make them`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var show = RandomShow(using: &random)
    try writeShader(0)
    for change in 0..<4 {
      try folder.sandbox.write(Data(show.list.utf8), to: "show.list")
      let arguments = show.arguments(list: "show.list")
      if Int.random(in: 0..<3, using: &random) == 0 { try interrupt(arguments, using: &random) }
      let outcome = try folder.goOn(in: "out", with: arguments)
      if outcome == .refused { try folder.sandbox.remove("out") }
      if change == 0, case .invalid = outcome { return }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try changeFile(using: &random)
      } else {
        show.change(using: &random)
      }
    }
  }

  /// Begins a run of all frames or of some, and kills it at some moment unless it has ended.
  private func interrupt(_ arguments: [String], using random: inout SplitMix64) throws {
    let part = [[], ["--shard", "2/3"], ["--frames", "0-"]].randomElement(using: &random) ?? []
    let run = try folder.sandbox.start(
      arguments + part + ["--skip-existing", "-q", "--jobs", "1", "-b", "f", "-o", "out"])
    Threads.sleep(.milliseconds(Int.random(in: 0..<400, using: &random)))
    run.send(SIGKILL)
    _ = try run.outcome()
  }

  /// Puts other content under the name of a file.
  private func changeFile(using random: inout SplitMix64) throws {
    let number = Int.random(in: 0..<16, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try folder.draw(ShowFolder.stills.randomElement(using: &random) ?? "a.png", number)
    case 1: try folder.draw("s/plate.0\(number % 8 + 1).png", number)
    case 2: try writeShader(number)
    default:
      let films = ShowFolder.films.shuffled(using: &random)
      #expect(try folder.sandbox.shell("cp \(films[0]) \(films[1])").status == 0)
    }
  }

  private func writeShader(_ number: Int) throws {
    let text = """
      vec4 transition(vec2 uv) {
        return mix(getFromColor(uv), getToColor(uv), step(uv.x, progress) * 1.\(number));
      }
      """
    try folder.sandbox.write(Data(text.utf8), to: "mine.glsl")
  }

  /// Most random shows are right, so that something is tried.
  @Test func `are shows`() throws {
    var random = SplitMix64(seed: 1)
    var valid = 0
    for _ in 0..<8 {
      let show = RandomShow(using: &random)
      try folder.sandbox.write(Data(show.list.utf8), to: "show.list")
      let arguments = show.arguments(list: "show.list") + ["--dry-run", "-b", "f", "-o", "out"]
      if try folder.sandbox.run(arguments).status == 0 { valid += 1 }
    }
    #expect(valid >= 4)
  }
}
