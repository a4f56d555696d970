import Testing
import TransitionKit

@testable import GLTransitions

@Suite struct DiagnosticTests {
  struct Case: CustomStringConvertible, Sendable {
    var source: String
    var line: Int
    var column: Int
    var message: String
    var suggestion: String?
    var description: String { message }

    init(
      _ source: String, _ line: Int, _ column: Int, _ message: String, _ suggestion: String? = nil
    ) {
      self.source = source
      self.line = line
      self.column = column
      self.message = message
      self.suggestion = suggestion
    }
  }

  private static func body(_ text: String) -> String {
    "vec4 transition(vec2 uv) {\n\(text)\nreturn vec4(1.0);\n}"
  }

  static let cases = [
    Case(
      "uniform float reflection;\n" + body("  float a = refl;"), 3, 13, "undeclared name: refl",
      "did you mean reflection?"),
    Case(
      body("float a = smothstep(0.0, 1.0, uv.x);"), 2, 11,
      "undeclared function: smothstep", "did you mean smoothstep?"),
    Case(body("vek2 a;"), 2, 1, "unknown type: vek2", "did you mean vec2?"),
    Case(
      body("vec4 a = getFromDisk(uv, 0.1);"), 2, 10, "undeclared function: getFromDisk",
      "a shader asks for levels by the comment '// Levels: yes'"),
    Case(
      "// Levels: no\n" + body("vec4 a = getToRow(0.0, uv.x);"), 3, 10,
      "undeclared function: getToRow",
      "a shader asks for levels by the comment '// Levels: yes'"),
    Case(
      body("vec4 a = getFromColor(uv, 2.0);"), 2, 10, "getFromColor takes one vec2",
      "a shader asks for levels by the comment '// Levels: yes'"),
    Case(
      "// Levels: yes\n" + body("vec4 a = getFromDisc(uv, 0.1);"), 3, 10,
      "undeclared function: getFromDisc", "did you mean getFromDisk?"),
    Case(
      "// Levels: yes\n" + body("vec4 a = getFromColor(uv, uv);"), 3, 10,
      "getFromColor takes a vec2, and perhaps a level"),
    Case(body("float a = 1.0"), 2, 14, "expected ; before return"),
    Case(body("float a = uv;"), 2, 11, "a is a float, but its value is a vec2"),
    Case(body("int i = 1.5;"), 2, 9, "i is an int, but its value is a float"),
    Case(body("float a; float a;"), 2, 16, "a is declared twice"),
    Case(body("uv.z = 1.0;"), 2, 4, "a vec2 has no component z"),
    Case(body("uv.xx = uv;"), 2, 1, "a component cannot be assigned twice"),
    Case(body("progress = 1.0;"), 2, 1, "progress is given and cannot be changed"),
    Case("uniform float u;\n" + body("u += 1.0;"), 3, 1, "u is a uniform and cannot be changed"),
    Case(body("const float a = 1.0; a++;"), 2, 22, "a constant cannot be changed"),
    Case(body("vec3 a = vec3(1.0, 2.0);"), 2, 10, "vec3 has 3 components, not 2"),
    Case(body("vec2 a = vec2(uv, 2.0);"), 2, 19, "vec2 has 2 components: this is too much"),
    Case(body("if (uv.x) {}"), 2, 5, "a condition must be a bool, not a float"),
    Case(body("uv = uv + vec3(1.0);"), 2, 9, "+ cannot take a vec2 and a vec3"),
    Case(body("float a[3]; a[3] = 1.0;"), 2, 15, "index 3 is out of range: a float[3] has 3"),
    Case(body("float a[0.5];"), 2, 9, "the size of an array must be a constant int"),
    Case(body("float a = length(uv, uv);"), 2, 11, "length cannot take (vec2, vec2)"),
    Case(body("discard;"), 2, 1, "discard: a transition gives every pixel a color"),
    Case(body("break;"), 2, 1, "break outside of a loop"),
    Case(body("int a = 5 % 2;"), 2, 11, "operator % is not part of GLSL ES 1.00"),
    Case(body("float a = 1.2.3;"), 2, 11, "not a number: 1.2.3"),
    Case(body("float a = §;"), 2, 11, "unexpected character: §"),
    Case(
      "float f() { return f(); }\n" + body(""), 1, 20,
      "f calls itself: recursion is not allowed"),
    Case(
      "float f(float x);\n" + body("float a = f(1.0);"), 3, 11,
      "f is declared but never defined"),
    Case(
      "float f() { return vec2(1.0); }\n" + body(""), 1, 20,
      "this function returns a float, not a vec2"),
    Case("float a;", 1, 1, "there is no function vec4 transition(vec2)"),
    Case(
      "vec3 transition(vec2 uv) { return vec3(1.0); }", 1, 6,
      "transition must be vec4 transition(vec2)"),
    Case("/* x", 1, 1, "this comment never ends"),
    Case("#if 1\n", 1, 2, "this #if has no #endif"),
    Case("#error stop here\n", 1, 2, "#error stop here"),
    Case(
      "varying vec2 v;\n" + body("uv = v;"), 1, 1, "a transition has no varying variables",
      "its parameter is the point in the frame"),
    Case(
      "precision highp float;\nvarying vec2 v;\nvoid main() { gl_FragColor = vec4(v, 0, 1); }", 3,
      6,
      "this is a whole fragment shader; a transition is a function vec4 transition(vec2 uv) that "
        + "returns the color at uv, from getFromColor(uv), getToColor(uv) and progress"),
    Case(
      "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p % 2u); }", 1, 6,
      "this is a shader for Shadertoy; a transition is a function vec4 transition(vec2 uv) that "
        + "returns the color at uv, from getFromColor(uv), getToColor(uv) and progress"),
    Case(
      "float f(float x) { x *= 2.0; }\n" + body(""), 1, 7,
      "f must return a float, but has no return"),
    Case(
      body("uv.x = f(1.0);") + "\nfloat f(float x) { return x; }", 2, 8,
      "undeclared function: f", "it is defined in line 5: move it up"),
    Case(
      body("uv.x = speed;") + "\nuniform float speed; // = 1.0", 2, 8, "undeclared name: speed",
      "it is defined in line 5: move it up"),
    Case(
      "float f(float x) { return x; }\nfloat f(vec2 x, int i) { return x.x; }\n"
        + body("uv.x = f(vec3(1.0));"), 4, 8, "f cannot take (vec3)",
      "it takes (float) or (vec2, int)"),
    Case(
      body("uv = mix(uv, uv);"), 2, 6, "mix cannot take (vec2, vec2)",
      "it takes (genType, genType, genType) or (genType, genType, float)"),
    Case(body("uv = lerp(uv, uv, 0.5);"), 2, 6, "undeclared function: lerp", "use mix"),
    Case(
      body("uv.x = saturate(uv.x);"), 2, 8, "undeclared function: saturate",
      "use clamp(x, 0.0, 1.0)"),
    Case(body("float4 c;"), 2, 1, "unknown type: float4", "use vec4"),
    Case(
      body("uv.x = round(uv.x);"), 2, 8, "undeclared function: round", "use floor(x + 0.5)"),
    Case(
      body("uv.x = tanh(uv.x);"), 2, 8, "undeclared function: tanh",
      "use 1.0 - 2.0 / (exp(2.0 * x) + 1.0)"),
    Case(
      body("gl_FragColor = vec4(1.0);"), 2, 1, "undeclared name: gl_FragColor",
      "a transition returns its color"),
    Case(
      body("int i = 12u;"), 2, 9, "not a number: 12u",
      "there are no unsigned numbers: write 12"),
    Case(
      "#include \"x.glsl\"\n" + body(""), 1, 2, "#include: a shader is one file, without others"),
    Case("#include <x>\n" + body(""), 1, 2, "#include: a shader is one file, without others"),
    Case(
      body("float a[2] = {0.5, 1.0};"), 2, 14, "a list in braces is no value",
      "write float[2](…), vec2(…) or the like"),
    Case(
      body("int i = 1; float a = (float)i;"), 2, 22,
      "a conversion is written float(…), without other parentheses"),
    Case(
      body("if (uv.x > 0.5 and uv.y > 0.5) {}"), 2, 16, "expected ) before and",
      "the operator is &&"),
    Case(
      body("int i = 7 % 2;"), 2, 11, "operator % is not part of GLSL ES 1.00",
      "use mod(a, b), or a - a / b * b of ints"),
    Case(
      body("vec4 v = vec4(1.0); uv = v.xg;"), 2, 28, "xg mixes names of components",
      "use xyzw, rgba or stpq alone"),
    Case(body("struct A { int x; }; A a; a.y = 1;"), 2, 29, "A has no field y"),
    Case(body("float a = switch_(1);\n"), 2, 11, "undeclared function: switch_"),
    Case(body("switch (1) {}"), 2, 1, "switch is not part of GLSL ES 1.00: use if and else"),
    Case(
      body("float length = 1.0; float a = length(uv);"), 2, 31,
      "length is a variable, not a function"),
  ]

  @Test(arguments: cases)
  func `names an error and its position`(_ expected: Case) throws {
    let error = try #require(throws: GLError.self) { _ = try GLProgram(source: expected.source) }
    #expect(error.message == expected.message)
    #expect((error.line, error.column) == (expected.line, expected.column))
    if let suggestion = expected.suggestion { #expect(error.suggestion == suggestion) }
    let lines = expected.source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(error.sourceLine == lines[error.line - 1])
  }

  // MARK: Limits

  private static func nested(_ open: String, _ inner: String, _ close: String, _ count: Int)
    -> String
  {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  /// Functions that call each other, the last of them the first.
  private static func chain(_ count: Int, _ body: (String) -> String) -> String {
    (1...count).reversed().map { number in
      let inner = number == count ? "x" : "f\(number + 1)(x)"
      return "float f\(number)(float x) { \(body(inner)) }\n"
    }
    .joined()
  }

  /// Shaders that are too large or too deep as they are written.
  static let limits = [
    (body("float a = " + nested("(", "1.0", ")", 80) + ";"), "nested more than 64 deep"),
    (body(nested("{", "", "}", 80)), "nested more than 64 deep"),
    (body(nested("if (uv.x > 0.5) ", ";", "", 80)), "nested more than 64 deep"),
    (
      body("float a = " + nested("-", "1.0", "", 10_000).replacing("--", with: "- -") + ";"),
      "nested more than 64 deep"
    ),
    (body("float a[4097];"), "an array of 4097 elements: at most 4096 are supported"),
    (
      "struct S { mat4 m[1000]; };\n" + body("S s[1000];"),
      "an array of 16000000 numbers: at most 65536 are supported"
    ),
    (
      body((0..<300).map { "vec4 a\($0)[4096];" }.joined()),
      "the variables are too large together"
    ),
    (
      body("float a = 1.0" + nested(" + 1.0", "", "", 5_000) + ";"),
      "an expression of more than 512 operators in a row"
    ),
    (
      "#define A B B B B B B B B B B\n#define B C C C C C C C C C C\n#define C D D D D D D D D D D\n"
        + "#define D E E E E E E E E E E\n#define E F F F F F F F F F F\n"
        + "#define F G G G G G G G G G G\nA A A", "more than a million words"
    ),
    (
      chain(70) { "return \($0);" } + body("float a = f1(1.0);"),
      "functions call each other more than 64 deep"
    ),
    (nested("#if 1\n", "", "#endif\n", 80), "#if is nested more than 64 deep"),
    ("#if " + nested("(", "1", ")", 64), "#if: nested more than 64 deep"),
    ("#if " + nested("!", "1", "", 64), "#if: nested more than 64 deep"),
    (String(repeating: " ", count: 1_000_001), "the file is larger than a megabyte"),
    (
      body("float \(String(repeating: "a", count: 1_025));"),
      "a name of more than 1,024 characters"
    ),
    (
      "#define f(\((0...64).map { "a\($0)" }.joined(separator: ","))) 1.0\n" + body(""),
      "macro f has more than 64 parameters"
    ),
    (
      // Each of a long chain of macros would remember all those before it.
      (1...30_000).map { "#define a\($0) a\($0 - 1) 1.0\n" }.joined() + body("a30000"),
      "macros are nested more than 64 deep"
    ),
    (
      "struct S { \((0...1_024).map { "int f\($0);" }.joined()) };\n" + body(""),
      "a structure of more than 1,024 fields"
    ),
    (
      // 20,000 times a field of 65,536 numbers.
      "struct S { mat4 a[4096]; } s;\n" + body(String(repeating: "s.a;", count: 20_000)),
      "the fields and elements that are used are too large together"
    ),
    ((0...1_024).map { "void f\($0)() {}\n" }.joined() + body(""), "more than 1,024 functions"),
    (
      (0...64).map { "struct S\($0) { int a; }; void f(S\($0) s) {}\n" }.joined() + body(""),
      "more than 64 functions of the name f"
    ),
    ((0...256).map { "uniform float u\($0);\n" }.joined() + body(""), "more than 256 uniforms"),
  ]

  /// Shaders that need too much memory or stack once their functions are put together.
  static let inlinedLimits = [
    (
      chain(62) { "return \($0)\(String(repeating: " + x", count: 500));" }
        + body("uv.x = f1(uv.x);"), "more than 1000 statements and expressions inside each other"
    ),
    (
      body((1...600).map { "if (uv.x > 1.0 / \($0).0) return vec4(uv.y);\n" }.joined()),
      "more than 512 branches inside each other"
    ),
    (
      "struct S { vec4 a[4096]; };\nS f() { S s; return s; }\n"
        + body(String(repeating: "f();\n", count: 1_000)),
      "the program is too large when its functions are put together"
    ),
    (
      exploding + body("uv.x = f40(uv.x);"),
      "the program is too large when its functions are put together"
    ),
    (
      // Iterations that are tried in vain, loop after loop.
      body(
        String(
          repeating: "for (int i = 0; i < 300; i++) for (int j = 0; j < 250; j++);",
          count: 3_000)),
      "the program is too large when its functions are put together"
    ),
    (
      // A long body that is never reached, and searched each time.
      body(
        "for (int a = 0; a < 250; a++) for (int b = 0; b < 200; b++) while (uv.x < 9.0) {"
          + "uv.x++; if (false) {\(String(repeating: "uv.x++;", count: 50_000))} }"),
      "the program is too large when its functions are put together"
    ),
    (
      // Elements that are not known before, each one of 4,096.
      body(
        "float a[4096]; for (int i = 0; i < 4096; i++) a[i] = uv.x * float(i);"
          + (0..<2_000).map { "uv.y += a[int(uv.x * \($0).0)];" }.joined()),
      "the program is too large when its functions are put together"
    ),
    (
      // Three structures that change in each iteration.
      "struct S { mat4 a[4096]; };\n"
        + body(
          "S a, b, c; while (uv.x < 0.5) { uv.x += 0.1; a = b; b = c; c.a[0][0].x = uv.x; }"),
      "the program is too large when its functions are put together"
    ),
  ]

  @Test func `refuses a shader that needs too many numbers at once`() throws {
    let numbers = (0..<9_000).map { "float a\($0) = uv.x * uv.y + \($0).0;\n" }.joined()
    let sum = (0..<9_000).map { "uv.x = uv.x * 0.9 + a\($0);\n" }.joined()
    let source = "vec4 transition(vec2 uv) {\n\(numbers)\(sum)return vec4(uv.x);\n}"
    let (_, errors) = try Shaders.render(source, Shaders.inputs(width: 4, height: 4))
    let error = try #require(errors.first as? GLError)
    #expect(error.message == "more than 8,192 numbers of a pixel are needed at the same time")
    #expect(error.line == 1)
  }

  @Test(
    arguments: limits.map { ($0.0, $0.1, false) } + inlinedLimits.map { ($0.0, $0.1, true) })
  func `refuses a shader that is too large or too deep`(
    _ source: String, _ message: String, _ isInlined: Bool
  ) throws {
    let program = isInlined ? try GLProgram(source: source) : nil
    let error = try #require(throws: GLError.self) {
      _ = try Shaders.transition(program ?? GLProgram(source: source))
    }
    #expect(error.line > 0 || source.utf8.count > GLProgram.byteLimit)
    #expect(error.message == message)
    // A shader that is too large as it is written is refused when it is read.
    if !isInlined { #expect(throws: GLError.self) { _ = try GLProgram(source: source) } }
  }

  @Test func `a long chain of known conditions is not nested`() throws {
    let chain = String(repeating: "if (false) ; else ", count: 20_000) + ";"
    _ = try Shaders.transition(GLProgram(source: Self.body(chain)))
  }

  @Test func `reports a program that is too large for one shape of frame`() throws {
    let source =
      Self.exploding + "vec4 transition(vec2 uv) {\nif (ratio > 2.0) uv.x = f40(uv.x);\n"
      + "return vec4(uv, 0.0, 1.0);\n}"
    let transition = try Shaders.transition(GLProgram(source: source))
    let errors = Shaders.Errors()
    _ = transition.frame(at: 0.5, of: Shaders.inputs(width: 9, height: 3)) {
      errors.list.append($0)
    }
    #expect((errors.list.first as? GLError)?.message.contains("too large") == true)
  }

  @Test(arguments: [200, 3_000]) func `a long chain of else if is not nested`(_ count: Int) throws {
    let chain = (1...count).map { "if (uv.x < \($0).0 / \(count).0) x = \($0).0;" }
    let source =
      "vec4 transition(vec2 uv) {\nfloat x = 0.0;\n" + chain.joined(separator: "\nelse ")
      + "\nelse x = -1.0;\nreturn vec4(vec3(x / \(count).0), 1.0);\n}"
    let (samples, errors) = try Shaders.render(source, Shaders.inputs(width: 16, height: 1))
    #expect(errors.isEmpty)
    for column in 0..<16 {
      let x = (Double(column) + 0.5) / 16
      #expect((Double(samples[3 * column]) / 65_535 - x).magnitude <= 1 / Double(count))
    }
  }

  @Test func `returns from the middle of a long chain`() throws {
    let chain = (1...100).map { "if (uv.x < \($0).0 / 100.0) return vec4(\($0).0 / 100.0);" }
    let source =
      "vec4 transition(vec2 uv) {\n" + chain.joined(separator: " else ")
      + "\nuv.x = 2.0;\nreturn vec4(0.0);\n}"
    let samples = try Shaders.render(source, Shaders.inputs(width: 5, height: 1)).samples
    let shares = stride(from: 0, to: 15, by: 3).map { Double(samples[$0]) / 65_535 }
    for (share, expected) in zip(shares, [0.1, 0.3, 0.5, 0.7, 0.9]) {
      #expect((share - expected).magnitude <= 0.011)
    }
  }

  /// Functions each of which calls the one before it twice.
  private static let exploding = (1...40).map { level in
    let value = level == 1 ? "sin(x)" : "f\(level - 1)(x) + f\(level - 1)(x * 2.0)"
    return "float f\(level)(float x) { return \(value); }\n"
  }.joined()

  static let endless = [
    "while (true) { uv.x += 0.1; }", "for (;;) { uv.y *= 1.1; }",
    "for (int i = 0; i < 100000; i++) { uv.x += 0.1 * uv.y; }",
    "float i = 0.0; do { i += 1.0; uv.x += sin(i); } while (i > uv.x - 1e9);",
    """
    for (int i = 0; i < 60000; i++) for (int j = 0; j < 60000; j++) uv.x += 0.1 * sin(uv.y);
    """,
  ]

  @Test(arguments: endless)
  func `ends loops that never end`(_ loop: String) throws {
    let source = "vec4 transition(vec2 uv) {\n\(loop)\nreturn vec4(uv, 0.0, 1.0);\n}"
    let (_, errors) = try Shaders.render(source, Shaders.inputs())
    #expect((errors.first as? GLError)?.line == 2)
  }

  /// Expressions, and how often a loop may and may not compute them.
  static let costs = [
    ("getFromColor(uv.yx + x).r", 3_000, 800), ("pow(x + 1.0, 1.1)", 4_000, 800),
    ("sin(x)", 9_000, 2_500), ("atan(x, uv.x)", 5_000, 1_000), ("x * uv.y", 60_000, 20_000),
    ("sin(x * 1e15)", 3_000, 300),
  ]

  @Test(arguments: costs)
  func `counts the cost of operations in a loop`(_ expression: String, _ tooMany: Int, _ few: Int)
    throws
  {
    func render(_ rounds: Int, _ width: Int) throws -> [any Error] {
      let source = """
        vec4 transition(vec2 uv) {
          float x = uv.x;
          for (int i = 0; i < \(rounds); i++) x = \(expression) + uv.y;
          return vec4(x);
        }
        """
      return try Shaders.render(source, Shaders.inputs(width: width, height: 1)).errors
    }
    for width in [1, 8, 256, 263] {
      let error = try #require(render(tooMany, width).first as? GLError, "\(width) columns")
      #expect(error.line == 3)
      #expect(error.message == "more than 100,000 operations a pixel, most of them in this loop")
      #expect(try render(few, width).isEmpty, "\(width) columns")
    }
  }

  @Test func `counts the cost of operations outside of loops`() throws {
    let calls = (0..<3_000).map { "s += getFromColor(sqrt(uv.yx * \($0).0)).r;\n" }.joined()
    let source = "vec4 transition(vec2 uv) {\nfloat s = 0.0;\n\(calls)return vec4(s);\n}"
    let inputs = Shaders.inputs(width: 256, height: 1)
    let transition = try Shaders.transition(GLProgram(source: source)).prepared(for: inputs.layout)
    #expect(transition.mayFail)
    let (_, errors) = try Shaders.render(source, inputs)
    #expect((errors.first as? GLError)?.message == "more than 100,000 operations a pixel")
    #expect((errors.first as? GLError)?.line == 1)
  }

  @Test func `the first failure stops the frame`() throws {
    // Only the rows of the upper half fail.
    let source = """
      vec4 transition(vec2 uv) {
        float x = uv.x;
        if (uv.y > 0.5) while (true) x = sin(x) + uv.y;
        return vec4(x);
      }
      """
    let inputs = Shaders.inputs(width: 8, height: 4)
    let transition = try Shaders.transition(GLProgram(source: source)).prepared(for: inputs.layout)
    let errors = Shaders.Errors()
    let frame = transition.frame(at: 0.5, of: inputs) { errors.list.append($0) }
    func isDrawn(_ row: Int) -> Bool {
      var bytes = [UInt8](repeating: 77, count: 8 * frame.format.bytesPerPixel)
      var span = bytes.mutableSpan
      var raw = unsafe span.mutableBytes
      frame.render(columns: 0..<8, row: row, into: &raw)
      return Set(bytes) != [77]
    }
    #expect(isDrawn(2))
    for row in 0..<4 { #expect(!isDrawn(row)) }
    #expect(errors.list.count == 1)
  }

  static let unreached = [
    "float d = progress > 0.5 ? 0.1 : 0.0; if (d > 0.0) { while (x < 1.0) x += d; }",
    "float d = progress - 0.5; if (d <= 0.0) return vec4(0.5); for (; x < 1.0; x += d) {}",
    "for (int i = 0; i < 3; i++) { if (progress > 0.5) { while (progress < 1.0) x += 1.0; } }",
  ]

  @Test(arguments: unreached)
  func `does not run a loop that is not reached`(_ text: String) throws {
    let source = "vec4 transition(vec2 uv) {\nfloat x = 0.0; \(text)\nreturn vec4(x);\n}"
    let (_, errors) = try Shaders.render(source, at: 0.3, Shaders.inputs())
    #expect(errors.isEmpty)
  }
}
