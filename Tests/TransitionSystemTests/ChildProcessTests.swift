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
}
