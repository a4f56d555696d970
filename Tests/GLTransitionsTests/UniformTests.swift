import Testing

@testable import GLTransitions

@Suite struct UniformTests {
  private func uniforms(_ text: String) throws -> [Uniform] {
    try GLProgram(source: text + "\nvec4 transition(vec2 uv) { return vec4(1.0); }").uniforms
  }

  static let defaults: [(String, [Double])] = [
    ("uniform float a; // = 0.4", [0.4]), ("uniform float a;//=0.4", [0.4]),
    ("uniform float a; // = 0.4 ; // prose", [0.4]), ("uniform float a ; // = 60.0 Frames", [60]),
    ("uniform vec3 c /* = vec3(0.9, 0.4, 0.2) */;", [0.9, 0.4, 0.2]),
    ("uniform vec2 c; // = vec2(0.5)", [0.5, 0.5]), ("uniform float a; // = 3", [3]),
    ("uniform bool b; // = 1", [1]), ("uniform bool b; // = true", [1]),
    ("uniform int n; // = 50", [50]), ("uniform ivec2 n; // = ivec2(8, 8)", [8, 8]),
    ("uniform float a;", [0]), ("uniform vec4 v;", [0, 0, 0, 0]),
    ("uniform float a; /* = 2.5 */", [2.5]), ("uniform highp float a; // = -.5", [-0.5]),
    ("uniform float a; // the speed", [0]), ("uniform float a; // = speed", [0]),
    ("uniform float a;\n// = 5.0", [0]), ("uniform float a = 0.75;", [0.75]),
    ("uniform vec2 a = vec2(1.0, 2.0);", [1, 2]),
    ("uniform vec4 c; // = #FF800080", [1, 0.5019608, 0, 0.5019608]),
  ]

  @Test(arguments: defaults.indices)
  func `reads defaults`(_ index: Int) throws {
    let (text, value) = Self.defaults[index]
    #expect(try uniforms(text)[0].defaultValue == value, "\(text)")
  }

  @Test(arguments: [
    ("uniform vec3 c; // = vec2(1.0, 0.5)", "the default of c is 0: 'vec2(1.0, 0.5)' is no vec3"),
    ("uniform float a; // = vec2(1.0, 2.0)", "the default of a is 0: 'vec2(1.0, 2.0)' is no float"),
    ("uniform float a; // = fast", "the default of a is 0: 'fast' is no float"),
    ("uniform float a; // = 1e60", "the default of a is 0: '1e60' is no float"),
  ])
  func `warns of defaults that do not fit their type`(_ text: String, _ remark: String) throws {
    let program = try GLProgram(source: text + "\nvec4 transition(vec2 p) { return vec4(1.0); }")
    #expect(program.uniforms[0].defaultValue.allSatisfy { $0 == 0 })
    #expect(program.remarks.map(\.message) == [remark])
    #expect(program.remarks.map(\.line) == [1])
  }

  @Test func `reads a color in percentages, opaque without a fourth`() throws {
    let colors = try uniforms(
      "uniform vec4 a; // = vec4(0.0); color\nuniform vec3 b; // = vec3(0.0); color")
    for color in colors { #expect(color.value("50%,20%,10%")?.prefix(3) == [0.5, 0.2, 0.1]) }
    #expect(colors[0].value("50%,20%,10%")?.last == 1)
    #expect(colors[0].value("50%,20%,10%,40%")?.last == 0.4)
    #expect(colors[0].value("50%,20%") == nil && colors[1].value("1,0,0,50%") == nil)
  }

  /// Such numbers took hours while each of their beginnings was read.
  @Test func `reads numbers of very many digits`() throws {
    let ones = String(repeating: "1", count: 400_000)
    #expect(try uniforms("uniform float a; // = 0.\(ones)")[0].defaultValue == [1.0 / 9])
    #expect(try uniforms("uniform float a; // = 0.5e-0000\(ones)")[0].defaultValue == [0])
    #expect(try uniforms("uniform int a; // = \(ones)")[0].defaultValue == [0])
    let float = try uniforms("uniform float a;")[0]
    #expect(float.value("0.\(ones)f") == [1.0 / 9] && float.value("0.\(ones)x") == nil)
  }

  @Test func `does not warn of defaults that fit`() throws {
    for (text, _) in Self.defaults where !text.contains("= speed") {
      let program = try GLProgram(source: text + "\nvec4 transition(vec2 p) { return vec4(1.0); }")
      #expect(program.remarks.isEmpty, "\(text)")
    }
  }

  @Test func `shares a default among names`() throws {
    let list = try uniforms("uniform vec2 a, b; // = vec2(0.5, 1.0)")
    #expect(list.map(\.name) == ["a", "b"])
    #expect(list.allSatisfy { $0.defaultValue == [0.5, 1] && $0.type == "vec2" })
  }

  @Test func `does not list given variables`() throws {
    let list = try uniforms("uniform float progress, ratio;\nuniform sampler2D map;")
    #expect(list.map(\.name) == ["map"])
    #expect(list[0].kind == .picture)
    #expect(list[0].line == 2)
  }

  @Test func `the size of the frame is given`() throws {
    let body = "\nvec4 transition(vec2 p) { return vec4(gl_FragCoord.xy / resolution, 0.0, 1.0); }"
    let given = "uniform vec2 resolution;" + body
    #expect(try GLProgram(source: given).uniforms.isEmpty)
    let samples = try Shaders.render(given, Shaders.inputs(width: 8, height: 2)).samples
    for pixel in 0..<16 {
      let x = (Double(pixel % 8) + 0.5) / 8
      let y = pixel < 8 ? 0.75 : 0.25
      #expect((Double(samples[3 * pixel]) / 65_535).isNear(x))
      #expect((Double(samples[3 * pixel + 1]) / 65_535).isNear(y))
    }
    let set = "uniform vec2 resolution; // = vec2(8.0)" + body
    #expect(try GLProgram(source: set).uniforms.map(\.name) == ["resolution"])
    let depth = "vec4 transition(vec2 p) { return vec4(gl_FragCoord.zw, 0.0, 1.0); }"
    #expect(try Shaders.color(depth)[0].isNear(0.5))
    #expect(try Shaders.color(depth)[1] == 1)
  }

  /// What a program has put around a transition.
  static let wrappers = [
    """
    #version 300 es
    precision highp float;
    in vec2 v_uv; layout(location = 0) out vec4 color;
    uniform sampler2D u_from, u_to;
    uniform float progress, ratio, u_fromRatio;
    uniform float amount; // = 0.25
    vec2 cover(vec2 uv, float r) { return 0.5 + (uv - 0.5) * min(ratio / r, 1.0); }
    vec4 getFromColor(vec2 uv) { return texture(u_from, cover(uv, u_fromRatio)); }
    vec4 getToColor(vec2 uv) { uint i = 1u % 2u; return texture(u_to, uv); }
    TRANSITION
    void main() { color = transition(v_uv); }
    """,
    """
    varying vec2 v; uniform sampler2D from, to; uniform vec4 tint;
    vec4 getFromColor(vec2); vec4 getToColor(vec2 p);
    float scale = 1.0;
    uniform float amount; // = 0.25
    TRANSITION
    vec4 getFromColor(vec2 p) { return texture2D(from, p * scale); }
    vec4 getToColor(vec2 p) { if (p.x < 0.0) discard; return texture2D(to, p); }
    void main(void) { gl_FragColor = transition(v) * tint; }
    """,
  ]

  @Test(arguments: wrappers) func `ignores the fragment shader around a transition`(
    _ wrapper: String
  ) throws {
    let transition = """
      vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), amount); }
      """
    let source = wrapper.replacing("TRANSITION", with: transition)
    #expect(try GLProgram(source: source).uniforms.map(\.name) == ["amount"])
    #expect(try Shaders.color(source)[0].isNear(0.25))
  }

  @Test func `keeps functions and uniforms that a transition shares with its fragment shader`()
    throws
  {
    let source = """
      uniform sampler2D map; uniform float a, b, unused; // = 0.5
      float half(float x) { return x / 2.0; }
      vec4 transition(vec2 uv) { return vec4(half(a), texture2D(map, uv).rg, 1.0); }
      void main() { gl_FragColor = transition(vec2(half(b), a)) + texture2D(map, vec2(0.0)); }
      """
    #expect(try GLProgram(source: source).uniforms.map(\.name) == ["map", "a", "unused"])
  }

  @Test func `reads the author and the license`() throws {
    let program = try GLProgram(
      source: "// author: Jane\n// License: MIT\nvec4 transition(vec2 p) { return vec4(1); }")
    #expect(program.author == "Jane")
    #expect(program.license == "MIT")
  }

  @Test func `reads values`() throws {
    let list = try uniforms(
      "uniform float f; uniform vec2 v; uniform bool b; uniform int i; uniform vec3 c; uniform vec4 d;"
    )
    let (f, v, b, i, c, d) = (list[0], list[1], list[2], list[3], list[4], list[5])
    #expect(f.value("0.5") == [0.5])
    #expect(f.value(".5") == [0.5])
    #expect(f.value("0.5f") == [0.5])
    for text in ["0.5x", "3f3", "10furlongs", "0.5fF"] { #expect(f.value(text) == nil, "\(text)") }
    #expect(f.value("1,2") == nil)
    #expect(f.value("") == nil)
    #expect(f.value("nan") == nil)
    #expect(f.value("1e300") == nil)
    #expect(v.value("0.5,0.25") == [0.5, 0.25])
    #expect(v.value("vec2(0.5, 0.25)") == [0.5, 0.25])
    #expect(v.value("3") == [3, 3])
    #expect(v.value("1,2,3") == nil)
    #expect(b.value("true") == [1])
    #expect(b.value("0") == [0])
    #expect(b.value("2") == nil)
    #expect(i.value("-7") == [-7])
    #expect(i.value("0.5") == nil)
    let half: Double = 128 / 255
    #expect(c.value("#FF8000") == [1, half, 0])
    #expect(d.value("#FF800080") == [1, half, 0, half])
    #expect(d.value("#FF8000") == [1, half, 0, 1])
    #expect(c.value("#FF80") == nil)
    #expect(c.value("#FF800080") == nil)
  }

  @Test func `uses values that are set`() throws {
    let source =
      "uniform vec3 c; // = vec3(0.25)\nvec4 transition(vec2 uv) { return vec4(c, 1.0); }"
    #expect(try Shaders.color(source)[0].isNear(0.25))
    let given = try Shaders.color(source, values: ["c": [1, 0.5, 0]])
    #expect(given[0] == 1 && given[1].isNear(0.5) && given[2] == 0)
  }
}

extension Double {
  func isNear(_ other: Double) -> Bool { (self - other).magnitude < 1e-4 }

  @Test func `a color has the digits that are written`() throws {
    let program = try GLProgram(
      source: """
        uniform vec3 c; // = vec3(1.0, 0.6, 0.25); color
        vec4 transition(vec2 p) { return vec4(c, 1.0); }
        """)
    let uniform = try #require(program.uniforms.first)
    #expect(uniform.defaultValue == [1, 0.6, 0.25])
    for text in ["1,0.6,0.25", "1.0, 0.60, .25"] {
      #expect(uniform.value(text) == uniform.defaultValue)
    }
  }
}
