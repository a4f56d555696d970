import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// What comments say of uniforms beside their defaults, and of a shader.
@Suite struct UniformCommentTests {
  private func uniform(_ text: String) throws -> Uniform {
    let program = try GLProgram(
      source: text + "\nvec4 transition(vec2 uv) { return getFromColor(uv); }")
    #expect(program.remarks.isEmpty)
    return program.uniforms[0]
  }

  @Test func `a range and a sentence follow the default`() throws {
    let one = try uniform("uniform float a; // = 0.4; 0 to 1.5; How soft; or not.")
    #expect(one.defaultValue == [0.4] && one.meaning == .range(0...1.5))
    #expect(one.sentence == "How soft; or not.")
    let two = try uniform("uniform int n; // = -3; -5 to 9")
    #expect(two.meaning == .range(-5...9) && two.sentence == nil)
    let three = try uniform("uniform vec3 c /* = vec3(1.0, 0.5, 0.0); color; The glow. */;")
    #expect(three.meaning == .color && three.sentence == "The glow.")
    #expect(three.defaultValue == [1, 0.5, 0])
  }

  @Test(arguments: [
    "// = 0.4 ; // prose", "// = 0.4; the speed", "// = 0.4; 1 to 0; No.", "// = 0.4; 0 to x",
    "// = 0.4; 0 to inf; No.", "// = 0.4;", "// = 0.4; ; Nothing.",
  ])
  func `other comments are no ranges`(_ comment: String) throws {
    let uniform = try uniform("uniform float a; \(comment)")
    #expect(uniform.defaultValue == [0.4] && uniform.meaning == .any && uniform.sentence == nil)
  }

  @Test(arguments: [
    "1/4", "1 / 4", "0.5*0.5", "0x3", "45°", "vec3(128.0)/255.0", "rgb(9)", "2 ^ 3",
  ])
  func `what computes is no default`(_ text: String) throws {
    let type = text.hasPrefix("vec3") ? "vec3" : "float"
    let program = try GLProgram(
      source: "uniform \(type) a; // = \(text)\n"
        + "vec4 transition(vec2 uv) { return getFromColor(uv); }")
    #expect(program.uniforms[0].defaultValue.allSatisfy { $0 == 0 })
    #expect(program.remarks.map(\.message) == ["the default of a is 0: '\(text)' is no \(type)"])
  }

  @Test(arguments: ["0.5", "0.5 Frames", "0.5f", "0.5 - how much", "0.5 /* half */", "0.5 (half)"])
  func `text after a default is ignored`(_ text: String) throws {
    #expect(try uniform("uniform float a; // = \(text)").defaultValue == [0.5])
  }

  @Test func `angles and colors are read as people write them`() throws {
    let angle = try uniform("uniform float angle; // = 0.0; angle; Where to.")
    #expect(angle.value("90deg").map { abs($0[0] - .pi / 2) < 1e-6 } == true)
    #expect(angle.value("0.25turn").map { abs($0[0] - .pi / 2) < 1e-6 } == true)
    #expect(angle.value("1.5") == [1.5] && angle.value("north") == nil)
    #expect(angle.expected.contains("90deg"))
    let color = try uniform("uniform vec4 c; // = vec4(1.0); color; What color.")
    #expect(color.value("red") == [1, 0, 0, 1] && color.value("#00FF0000") == [0, 1, 0, 0])
    #expect(color.value("0.5,0.25,0,1") == [0.5, 0.25, 0, 1] && color.value("loud") == nil)
    let opaque = try uniform("uniform vec3 c; // = vec3(1.0); color; What color.")
    #expect(opaque.value("blue") == [0, 0, 1] && opaque.value("#33669980") == nil)
    #expect(opaque.value("0.2,0.4,0.6,0.5") == nil && opaque.expected.contains("opaque"))
  }

  @Test func `defaults are written as values are, and are in their range`() throws {
    let angle = try uniform("uniform float a; // = 90deg; angle; Where to.")
    #expect(abs(angle.defaultValue[0] - .pi / 2) < 1e-6)
    #expect(try uniform("uniform vec3 c; // = red; color; What color.").defaultValue == [1, 0, 0])
    let program = try GLProgram(
      source: "uniform float a; // = 5.0; 0 to 1; Too much.\n"
        + "vec4 transition(vec2 uv) { return getFromColor(uv); }")
    #expect(program.uniforms[0].defaultValue == [1])
    #expect(program.remarks.map(\.message).first?.contains("outside its range") == true)
  }

  @Test func `a sentence may stand alone, and units tell angles`() throws {
    let flag = try uniform("uniform bool b; // = true; Begin at the top.")
    #expect(flag.defaultValue == [1] && flag.sentence == "Begin at the top.")
    for comment in ["// = 30deg", "// = 30deg; Where to.", "// = 30deg; angle; Where to."] {
      let angle = try uniform("uniform float a; \(comment)")
      #expect(angle.meaning == .angle && abs(angle.defaultValue[0] - .pi / 6) < 1e-6, "\(comment)")
      #expect(angle.value("90deg") != nil)
    }
    #expect(try uniform("uniform float a; // = 60.0 Frames").meaning == .any)
  }

  @Test(arguments: [
    "uniform vec2 a; // = vec2(0.5); angle; No angle.", "uniform bool a; // = true; 0 to 1; Yes.",
    "uniform vec2 a; // = vec2(0.5); color; No color.",
    "uniform float a; // = 0.5; -1e300 to 1e300; Too far.",
    "uniform float a; // = 0.5; 0 to 1e40; Too far.",
  ])
  func `a meaning that does not fit is none`(_ text: String) throws {
    #expect(try uniform(text).meaning == .any)
  }

  @Test func `percentages are shares`() throws {
    let center = try uniform("uniform vec2 c; // = vec2(0.5); 0 to 1; The middle.")
    #expect(center.value("30%,70%") == [0.3, 0.7] && center.value("25%") == [0.25, 0.25])
    #expect(center.value("0.5,50%") == [0.5, 0.5] && center.value("30%,") == nil)
    #expect(center.value("%") == nil && center.value("30%,40%,50%") == nil)
  }

  @Test func `frames are drawn with values in their ranges`() throws {
    let program = try GLProgram(
      source: """
        uniform float a; // = 0.5; 0 to 0.75; A gray.
        vec4 transition(vec2 uv) { return vec4(vec3(a), 1.0); }
        """)
    let black = Bitmap(width: 4, height: 1, uniform: [0, 0, 0]).reading(in: .srgb)
    var transition = GLTransition(program)
    for (given, shown) in [(7.0, UInt8(191)), (-3, 0), (0.5, 128)] {
      try transition.set("a", to: .components([given], type: "float"))
      let bytes = transition.frame(at: 0.5, of: Inputs(source: black, target: black)).bytes()
      #expect(bytes.allSatisfy { $0 == shown }, "\(given)")
    }
  }

  @Test func `a value beyond its range is brought into it`() throws {
    let text = "uniform float a; // = 0.4; 0 to 1; Something.\n"
    let filter = Filter(
      try GLProgram(source: text + "vec4 transition(vec2 uv) { return vec4(a); }"), name: "s",
      file: "s.glsl", identity: "")
    let parameter = filter.parameters[0]
    #expect(parameter.sentence == "Something." && parameter.suggested == 0...1)
    #expect(parameter.clamped(.components([7], type: "float")).text == "1")
  }

  @Test func `a shader says where it mixes, and what it shows`() throws {
    let body = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), 0.5); }"
    let head = "// Summary: Mixes two pictures.\n// Working space: linear\n"
    let program = try GLProgram(source: head + body)
    #expect(program.summary == "Mixes two pictures." && program.workingSpace == .linear)
    let filter = Filter(program, name: "s", file: "s.glsl", identity: "")
    #expect(filter.summary == "Mixes two pictures." && filter.workingSpace == .linear)
    let plain = Filter(try GLProgram(source: body), name: "s", file: "s.glsl", identity: "")
    #expect(plain.summary == "A GLSL transition." && plain.workingSpace == .srgb)
    let other = try GLProgram(source: "// Working space: prophoto\n" + body)
    #expect(other.workingSpace == nil)
  }

  @Test func `a color is that of the pictures' scale`() throws {
    let program = try GLProgram(
      source: """
        uniform vec3 c; // = vec3(0.5); color; A gray.
        vec4 transition(vec2 uv) { return vec4(c, 1.0); }
        """)
    let black = Bitmap(width: 8, height: 1, uniform: [0, 0, 0])
    for space in WorkingSpace.allCases {
      let inputs = Inputs(source: black.reading(in: space), target: black.reading(in: space))
      let bytes = GLTransition(program).frame(at: 0.5, of: inputs).bytes()
      #expect(bytes.allSatisfy { $0 == 128 }, "\(space)")
    }
  }

  @Test(arguments: [
    ("Levels: maybe", "yes, no"), ("Working space: liner", "linear, srgb"),
    ("Family: cats", "mixes, wipes, moves, zooms, sheets, pieces, matter"),
  ])
  func `a comment that tells nothing is ignored with a remark`(
    _ comment: String, _ values: String
  ) throws {
    let program = try GLProgram(
      source: "\n// \(comment)\nvec4 transition(vec2 uv) { return getFromColor(uv); }")
    #expect(!program.hasLevels && program.workingSpace == nil && program.family == nil)
    #expect(program.remarks.map(\.message) == ["the comment '\(comment)' is ignored"])
    #expect(program.remarks.map(\.suggestion) == ["it takes \(values)"])
    #expect(program.remarks.map(\.line) == [2])
  }

  @Test func `levels are made for a shader that asks for them`() throws {
    let text = "vec4 transition(vec2 uv) { return getFromColor(uv); }"
    let asking = try ["yes", "no"].map { try GLProgram(source: "// Levels: \($0)\n" + text) }
    #expect(asking.map(\.hasLevels) == [true, false])
    #expect(asking.allSatisfy { $0.remarks.isEmpty })
  }
}
