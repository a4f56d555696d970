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
    #expect(opaque.value("blue") == [0, 0, 1])
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
}
