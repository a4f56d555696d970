import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// A transition with what is said after its name.
@Suite struct TransitionArgumentTests {
  private func expectRefusal(
    _ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let words = ["--transition", text, "--output", "f%d.png", "a.png", "b.png"]
    let error = #expect(throws: Failure.self, sourceLocation: sourceLocation) {
      try Job(Settings(words))
    }
    #expect(error?.status == .usage, sourceLocation: sourceLocation)
    #expect(error?.message == message, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("swipe", "swipe", []), ("swipe:angle=1:width=2", "swipe", ["angle=1", "width=2"]),
    ("x:a=b:c:d=e", "x", ["a=b:c", "d=e"]), ("x:a==:b=,:c=", "x", ["a==", "b=,", "c="]),
    ("./a:b/c.glsl:speed=1", "./a:b/c.glsl", ["speed=1"]), (":a=1", "", ["a=1"]),
    ("random:a,b:count=2", "random:a,b", ["count=2"]), ("a: b=1", "a: b=1", []),
    ("a:é=1", "a:é=1", []), ("a:b=\u{301}1", "a", ["b=\u{301}1"]), ("a:=1", "a:=1", []),
    ("p:x_1-y=100%,50%", "p", ["x_1-y=100%,50%"]),
  ])
  func `is divided where a name and an equals sign follow a colon`(
    _ text: String, _ name: String, _ parameters: [String]
  ) {
    let divided = TransitionArgument.divided(text)
    #expect(divided.name == name)
    #expect(divided.parameters.map { "\($0.name)=\($0.text)" } == parameters)
  }

  @Test func `count and easing are the step's`() throws {
    let settings = Settings()
    func count(_ text: String) throws -> Length? {
      try TransitionArgument(text).options[settings.$count]
    }
    let argument = try TransitionArgument("swipe:Angle=45deg:count=1.5s:easing=ease-out")
    #expect(argument.options[settings.$easing]?.name == "ease-out")
    #expect(argument.options[settings.$count] == .seconds(micro: 1_500_000))
    #expect(argument.assignments.map(\.name) == ["Angle"])
    #expect(try count("swipe:duration=2s") == .seconds(micro: 2_000_000))
    #expect(try count("swipe:COUNT=20") == .frames(20))
    #expect(try count("swipe") == nil)
  }

  @Test(arguments: [
    ("swipe:count=0", "swipe:count: '0' is neither a number of frames"),
    (
      "swipe:duration=20", "swipe:duration: '20' has no unit: 20s in seconds, or count=20 in frames"
    ),
    ("swipe:easing=up", "swipe:easing: 'up' is not an easing such as"),
    ("swipe:count=2:duration=1s", "swipe:duration is given twice"),
    ("swipe:angle=1:Angle=2", "swipe:Angle is given twice"),
    ("random:swipe:angle=1", "random:swipe:angle: random takes only count, duration and easing"),
    ("random:", "'random:': expected names with commas between them"),
    ("random:swipe,,cube", "'random:swipe,,cube': expected names"),
    (":angle=1", "no transition is named before ':angle=1'"),
  ])
  func `refuses what is wrong whatever the transition`(_ text: String, _ message: String) {
    let error = #expect(throws: Failure.self) { try TransitionArgument(text) }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `refuses names and parameters that there are not`() {
    expectRefusal("swip:angle=1", "unknown transition: swip (did you mean 'swipe'?); -l lists them")
    expectRefusal("random:swipe,foo,bar", "unknown transitions: foo, bar; -l lists them")
    expectRefusal(
      "random:swipe,hert", "unknown transition: hert (did you mean 'heart'?); -l lists them")
    expectRefusal("swipe:angle", "swipe:angle: expected a value: swipe:angle=VALUE")
    expectRefusal(
      "swipe:angel=1",
      "swipe:angel: swipe has no such parameter (did you mean 'swipe:angle'?)")
    expectRefusal(
      "swipe:softness=1",
      "swipe:softness: swipe has no such parameter; it belongs to maskwipe, crosswarp and lumafade")
    expectRefusal(
      "dissolve:speed=1",
      "dissolve:speed: dissolve has no such parameter; its own are count, duration and easing")
    expectRefusal("heart:invert=maybe", "heart:invert: 'maybe' is neither yes nor no")
    expectRefusal("swipe:width=wide", "swipe:width: 'wide' is not a length such as 60 or 12%")
    expectRefusal("maskwipe:maskimage=", "maskwipe:maskimage: expected a picture's path")
  }

  @Test func `the name of a file that there is comes first`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a:b=c.glsl")
    try Self.shader.write(to: URL(fileURLWithPath: path))
    #expect(try TransitionArgument(path).name == path)
    let argument = try TransitionArgument(path + ":speed=2")
    #expect(argument.name == path && argument.assignments.map(\.name) == ["speed"])
    #expect(try TransitionArgument(folder.file("x:b=c.glsl")).assignments.map(\.name) == ["b"])
  }

  @Test func `a uniform has its exact name, count and easing are not uniforms`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.glsl")
    try Self.shader.write(to: URL(fileURLWithPath: path))
    let words = ["-s", "a", "-d", "b", "--transition"]
    let show = try Show(
      Settings(words + [path + ":Speed=2:count=7", "--set", "count=3"]))
    let given = show.transitions[0].values.map { "\($0.parameter.name) \($0.text.text)" }
    #expect(Set(given) == ["Speed 2", "count 3"])
    #expect(show.steps[0].passage.count == .frames(7))
    let error = #expect(throws: Failure.self) {
      try Show(Settings(words + [path + ":speed=2"]))
    }
    #expect(
      error?.message == "\(path):speed: s has no such parameter (did you mean '\(path):Speed'?)")
  }

  private static let shader = Data(
    """
    uniform float Speed; // = 1.0
    uniform float count; // = 1.0
    vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress * Speed * count); }
    """.utf8)
}
