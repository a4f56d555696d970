import Testing

@testable import TransitionSystem

/// Programs that only speak.
@Suite struct ChildProcessTests {
  private func run(_ script: String) throws -> ChildProcess.Ending {
    try #require(try ChildProcess.run("sh", ["-c", script].map { Array($0.utf8) }))
  }

  @Test func `what a program says on both streams is kept`() throws {
    let ending = try run("echo one; echo two >&2; exit 3")
    #expect(ending.status == 3)
    #expect(ending.lastWords == "one\ntwo\n")
  }

  @Test func `a program that reads finds nothing`() throws {
    #expect(try run("cat; echo end").lastWords == "end\n")
  }

  @Test func `of a long speech the end is kept`() throws {
    let words = try run("yes word | head -n 200000; echo end").lastWords
    #expect(words.utf8.count == 1 << 16 && words.hasSuffix("word\nend\n"))
  }

  @Test func `a program that is missing is none`() throws {
    let ending = try ChildProcess.run("dotransition-nonexistent", [])
    #expect(ending?.status == nil)
  }

  private func words(_ script: String) -> [[UInt8]] { ["-c", script].map { Array($0.utf8) } }

  @Test func `what a program writes is read to its end`() throws {
    let program = try #require(
      try ChildProcess.reading("sh", words("head -c 3000000 /dev/zero; echo bye >&2; exit 4")))
    var bytes = [UInt8](repeating: 1, count: 2_000_000)
    #expect(try program.read(into: &bytes) == 2_000_000)
    #expect(bytes.allSatisfy { $0 == 0 })
    #expect(try program.read(into: &bytes) == 1_000_000)
    #expect(try program.read(into: &bytes) == 0)
    let ending = program.wait()
    #expect(ending.status == 4 && ending.lastWords == "bye\n")
  }

  @Test func `a program that writes without end is ended`() throws {
    let program = try #require(try ChildProcess.reading("yes", []))
    var bytes = [UInt8](repeating: 1, count: 100)
    #expect(try program.read(into: &bytes) == 100)
    program.kill()
    #expect(program.wait().status == 128 + 9)
  }

  @Test func `a program has several inputs`() throws {
    let program = try #require(
      try ChildProcess.writing("sh", words("exec >&2; cat <&4; cat <&3; cat"), otherInputs: 2))
    for (number, word) in ["stdin", "three", "four"].enumerated() {
      #expect(try program.write(Array("\(word) ".utf8), to: number))
      program.closeInput(number)
    }
    let ending = program.wait()
    #expect(ending.lastWords == "four three stdin " && ending.hasReadAll)
  }

  @Test func `bytes that no program reads are noticed at every input`() throws {
    let program = try #require(try ChildProcess.writing("sh", words("cat <&3 >&2"), otherInputs: 2))
    for number in 0..<3 {
      #expect(try program.write([65], to: number))
      program.closeInput(number)
    }
    #expect(!program.wait().hasReadAll)
  }
}
