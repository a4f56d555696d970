import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// What the page for agents shows is what the tool prints. ExampleTests runs its commands.
@Suite struct AgentPageTests {
  private let sandbox: Sandbox
  private let text: String

  init() throws {
    sandbox = try Sandbox()
    text = try String(
      contentsOfFile: Repository.root + "/Documentation/agents.md", encoding: .utf8)
    for (name, picture) in [("first.jpg", sandbox.a), ("last.jpg", sandbox.b)] {
      try picture.write(to: sandbox.folder.file(name + ".png"))
      try FileManager.default.moveItem(
        atPath: sandbox.folder.file(name + ".png"), toPath: sandbox.folder.file(name))
    }
    let list = try #require(blocks("sh").first)
    try #require(try sandbox.shell(list).status == 0)
  }

  private func blocks(_ kind: String) -> [String] {
    text.components(separatedBy: "```\(kind)\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
  }

  /// Whether a text has all members of a sample.
  private func has(_ value: JSONValue?, membersOf sample: JSONValue) -> Bool {
    switch sample {
    case .object(let members):
      members.allSatisfy { name, sample in
        value?[name].map { has($0, membersOf: sample) } ?? false
      }
    case .array(let elements):
      elements.allSatisfy { sample in
        value?.elements.contains { has($0, membersOf: sample) } ?? false
      }
    default: value != nil
    }
  }

  @Test func `the tool has the page with it`() throws {
    // Compared here, so that a failure does not print both pages.
    let isCurrent = text == Help.agents + "\n"
    #expect(isCurrent, "run: dotransition --help agents > Documentation/agents.md")
    let run = try sandbox.run(["--help", "agents"])
    #expect(run.status == 0 && run.output == text && run.errors.isEmpty)
    // A folder of that name, beside others, is none of its business.
    #expect(try sandbox.run(["agents", "a.png", "--help"]).output == Help.text + "\n")
  }

  @Test func `what it shows of JSON is there`() throws {
    let samples = blocks("json")
    try #require(samples.count == 3)
    let properties = try sandbox.run(["--filterproperties", "push"])
    #expect(try has(JSONValue(properties.output), membersOf: JSONValue(samples[0])))
    let plan = try sandbox.run(["@show.list", "-o", "show.webp", "--dry-run", "--json"])
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(try has(JSONValue(plan.output), membersOf: JSONValue(samples[1])))
    #expect(try JSONValue(plan.output)["length"] == JSONValue(samples[1])["length"])
    let run = try sandbox.run(
      ["@show.list", "--size", "32x18", "-o", "show.webp", "--progress", "json"])
    #expect(run.status == 0)
    let events = try run.errors.split(separator: "\n").map { try JSONValue($0) }
    for line in samples[2].split(separator: "\n") {
      let sample = try JSONValue(line)
      let event = events.last { $0["event"] == sample["event"] }
      #expect(has(event, membersOf: sample), "\(line)")
    }
  }

  @Test func `errors are as it says`() throws {
    let lines = try #require(blocks("text").first).split(separator: "\n").map(String.init)
    try #require(lines.count == 3)
    let shader =
      "vec4 transition(vec2 uv) {\n"
      + "  return mix(getFromColor(uv), getToColor(uv), progess);\n}\n"
    try sandbox.write(Data(shader.utf8), to: "own.glsl")
    let lists = [
      "first.jpg --transition pusch\nlast.jpg\n", "first.jpg\nlost.jpg\nlast.jpg\n", nil,
    ]
    for (line, list) in zip(lines, lists) {
      try sandbox.write(Data((list ?? "").utf8), to: "bad.list")
      let show =
        list == nil ? ["first.jpg", "last.jpg", "--transition", "./own.glsl"] : ["@bad.list"]
      let run = try sandbox.run(show + ["-o", "show.webp", "--progress", "json"])
      let last = try #require(run.errors.split(separator: "\n").last)
      guard case .string(let message)? = try JSONValue(last)["message"] else {
        Issue.record("no message: \(last)")
        continue
      }
      #expect(message.hasPrefix(line), "\(message)")
    }
  }
}
