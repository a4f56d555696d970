import Foundation
import Testing

@Suite struct ResumeTests {
  let tool: SmallJob

  init() throws { tool = try SmallJob() }

  @Test("A4, E13: shards make the frames of a whole run")
  func shardsMakeTheFramesOfAWholeRun() throws {
    defer { tool.clean() }
    #expect(try tool.frames().status == 0)
    for index in 1...3 {
      let shard = try tool.frames("-o", "parts", "--shard", "\(index)/3", "--skip-existing")
      #expect(shard.status == 0)
    }
    #expect(tool.names(in: "parts") == tool.names())
    for name in tool.names() {
      #expect(try tool.data("out/\(name)") == tool.data("parts/\(name)"))
    }
  }

  @Test func missingFramesAreListedAndMade() throws {
    defer { tool.clean() }
    #expect(try tool.frames("--missing").text == "0-7\n")
    #expect(try tool.frames("--skip-existing").status == 0)
    #expect(try tool.frames("--missing").status == 0)
    try tool.remove("out/f003.png")
    try Data().write(to: tool.directory.appendingPathComponent("out/f005.png"))
    let missing = try tool.frames("--missing")
    #expect(missing.text == "3,5\n")
    #expect(missing.status == 1)
    try Data("kept".utf8).write(to: tool.directory.appendingPathComponent("out/f001.png"))
    #expect(try tool.frames("--skip-existing").status == 0)
    #expect(try tool.frames("--missing").status == 0)
    #expect(try tool.data("out/f001.png") == Data("kept".utf8))
    #expect(try tool.data("out/f005.png").count > 100)
  }

  @Test(arguments: [
    ["--width", "10"], ["-c", "9"], ["-s", "b.png"], ["--easing", "ease"], ["--reverse"],
    ["--endpoints", "none"], ["--working-space", "srgb"], ["--size", "20x20"],
  ])
  func anotherRenderIsNeverMixedIn(_ arguments: [String]) throws {
    defer { tool.clean() }
    #expect(try tool.frames("--frames", "0-3").status == 0)
    let before = try tool.data("out/f001.png")
    let line = "$TOOL --transitionfilter swipe -s a.png -d b.png -o out -b f -t png -c 8"
    let refused = try tool.shell("\(line) --skip-existing \(arguments.joined(separator: " "))")
    #expect(refused.status == 73)
    #expect(refused.standardError.contains("another render"))
    #expect(tool.names().count == 4)
    #expect(try tool.data("out/f001.png") == before)
    // To replace some of the frames leaves a mixture, which nothing can go on with.
    let other = arguments.joined(separator: " ")
    #expect(try tool.shell("\(line) --frames 0-1 \(other)").status == 0)
    #expect(try tool.shell("\(line) --skip-existing \(other)").status == 73)
    #expect(try tool.frames("--skip-existing").status == 73)
    // To begin anew settles it.
    #expect(try tool.shell("rm out/* && \(line) --skip-existing \(other)").status == 0)
    #expect(try tool.shell("\(line) --skip-existing \(other)").status == 0)
  }

  @Test("E2: frames without a record are not trusted")
  func framesWithoutARecordAreNotTrusted() throws {
    defer { tool.clean() }
    #expect(try tool.frames().status == 0)
    #expect(try tool.shell("ls -A out").text.split(separator: "\n").count == 8)
    let refused = try tool.frames("--skip-existing")
    #expect(refused.status == 73)
    #expect(refused.standardError.contains("no record"))
  }

  @Test func twoSequencesShareAFolder() throws {
    defer { tool.clean() }
    #expect(try tool.frames("--skip-existing").status == 0)
    #expect(try tool.frames("--skip-existing", "-b", "g", "--width", "9").status == 0)
    #expect(try tool.frames("--skip-existing").status == 0)
    #expect(tool.names().count == 16)
  }

  @Test("A3: a chain of sequences shares names, each picture once")
  func aChainOfSequencesSharesNames() throws {
    defer { tool.clean() }
    let next = ["--start-number", "8", "--endpoints", "end"]
    for _ in 1...2 {
      #expect(try tool.frames("--skip-existing").status == 0)
      #expect(try tool.frames("--skip-existing", next[0], next[1], next[2], next[3]).status == 0)
    }
    #expect(tool.names().count == 16)
    // A sequence that takes numbers of both cannot be gone on with, and neither can they after it.
    let refused = try tool.frames("--skip-existing", "-c", "10")
    #expect(refused.status == 73)
    #expect(refused.standardError.contains("count is 8 there, 10 here"))
    #expect(try tool.frames("-c", "10").status == 0)
    #expect(try tool.frames("--skip-existing").status == 73)
    #expect(try tool.frames("--skip-existing", next[0], next[1], next[2], next[3]).status == 73)
  }

  @Test func noOverwriteRefusesBeforeAnythingIsWritten() throws {
    defer { tool.clean() }
    #expect(try tool.frames("--frames", "7").status == 0)
    let refused = try tool.frames("--no-overwrite")
    #expect(refused.status == 73)
    #expect(refused.standardError.contains("out/f007.png"))
    #expect(tool.names() == ["f007.png"])
    #expect(try tool.frames("--no-overwrite", "--frames", "0-6").status == 0)
  }

  @Test func paddingAndStartNumberNameTheFrames() throws {
    defer { tool.clean() }
    let run = try tool.frames("--padding", "5", "--start-number", "98", "--frames", "98,101")
    #expect(run.status == 0)
    #expect(tool.names() == ["f00098.png", "f00101.png"])
  }
}
