import Testing
import TransitionKit

@testable import GLTransitions

@Suite struct LanguageTests {
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    var expressions: String
    var values: [Double]
    var statements = ""
    var globals = ""
    var description: String { name }
  }

  static let cases = [
    Case(name: "position", expressions: "uv, progress", values: [0.5, 0.5, 0.5]),
    Case(
      name: "a body of a macro stays as it is", expressions: "SQ(0.5 + 0.1), 0.0, 0.0",
      values: [0.5 + 0.05 + 0.1, 0, 0], globals: "#define SQ(x) x*x"),
    Case(
      name: "precedence", expressions: "1.0 - 0.5 - 0.25, 1.0 / 2.0 / 2.0, 0.5 + 0.5 * 0.5",
      values: [0.25, 0.25, 0.75]),
    Case(
      name: "whole numbers",
      expressions: "float(7 / 2) / 10.0, float(-7 / 2) / -10.0, float(0x1F + 017) / 100.0",
      values: [0.3, 0.3, 0.46]),
    Case(
      name: "conversions",
      expressions: "float(int(0.9)) + 0.1, float(true) * 0.5, bool(0.5) ? 0.3 : 0.0",
      values: [0.1, 0.5, 0.3]),
    Case(
      name: "an int becomes a float", expressions: "a / 4, 1 * 0.5, v.y", values: [0.5, 0.5, 1],
      statements: "float a = 2; vec2 v = vec2(1, 1) * 1;"),
    Case(
      name: "swizzles", expressions: "v.w, v.bg.x, v.stpq.zw.y", values: [0.4, 0.3, 0.4],
      statements: "vec4 v = vec4(0.1, 0.2, 0.3, 0.4);"),
    Case(
      name: "swizzles are written", expressions: "v", values: [0.3, 0.2, 0.15],
      statements: "vec3 v = vec3(0.1, 0.2, 0.3); v.zx = v.xz; v.b += 0.05;"),
    Case(
      name: "matrices", expressions: "m * v, (v * m).y", values: [0.7, 1, 1.0],
      statements: "mat2 m = mat2(0.1, 0.2, 0.3, 0.4); vec2 v = vec2(1.0, 2.0);",
      globals: ""),
    Case(
      name: "matrices by column", expressions: "m[0][1], m[2].x, mat2(m)[1][1]",
      values: [0.2, 0.7, 0.5],
      statements: "mat3 m = mat3(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);"),
    Case(name: "a matrix of a scalar", expressions: "mat3(0.5)[1]", values: [0, 0.5, 0]),
    Case(
      name: "constructors cut off", expressions: "vec2(v), vec3(v).z", values: [0.1, 0.2, 0.3],
      statements: "vec4 v = vec4(0.1, 0.2, 0.3, 0.4);"),
    Case(
      name: "arrays", expressions: "a[2], b[1].x, float(a.length()) / 10.0",
      values: [0.3, 0.4, 0.3],
      statements:
        "float a[3]; for (int i = 0; i < 3; i++) a[i] = float(i + 1) * 0.1; vec2[2] b = vec2[](vec2(0.2), vec2(0.4));"
    ),
    Case(
      name: "an index that is not constant",
      expressions: "a[int(uv.x * 4.0)], v[int(uv.y * 2.0)], 0.0",
      values: [0.3, 0.2, 0],
      statements:
        "float a[4]; a[0] = 0.1; a[1] = 0.2; a[2] = 0.3; a[3] = 0.4; vec2 v = vec2(0.1, 0.2);"),
    Case(
      name: "structures", expressions: "t.a, s == t ? 1.0 : 0.0, s.b.y", values: [0.9, 0, 0.2],
      statements: "S s = S(0.1, vec2(0.2)); S t = s; t.a = 0.9;",
      globals: "struct S { float a; vec2 b; };"),
    Case(
      name: "in, out and inout", expressions: "a, b, c", values: [0.1, 0.3, 0.2],
      statements: "float a = 0.1, b, c = 0.1; f(a, b, c);",
      globals: "void f(in float x, out float y, inout float z) { y = 0.3; x = 0.9; z += x - 0.8; }"),
    Case(
      name: "overloads", expressions: "f(1.0), f(1), f(vec2(0.3))", values: [0.1, 0.2, 0.3],
      globals:
        "float f(float x) { return 0.1; } float f(int x) { return 0.2; } float f(vec2 x) { return x.y; }"
    ),
    Case(
      name: "early returns", expressions: "f(0.1), f(0.5), f(0.9)", values: [0.2, 0.6, 1],
      globals:
        "float f(float x) { if (x < 0.3) return 0.2; for (int i = 0; i < 9; i++) { if (x < 0.7) return 0.6; } return 1.0; }"
    ),
    Case(
      name: "globals are shared", expressions: "a, b, a", values: [0.4, 0.2, 0.4],
      statements: "float b = g; set(); set(); a += g - 0.4;",
      globals:
        "uniform float u; // = 0.1\nfloat g = u * 2.0; float a = g; void set() { g += 0.1; a += 0.1; }"
    ),
    Case(
      name: "names may shadow", expressions: "distance, progress, f(0.5)",
      values: [0.1, 0.2, 0.25],
      statements: "float distance = 0.1; float progress = 0.2;",
      globals:
        "float f(float progress) { return progress * 0.5; } vec4 texture(vec2 p) { return getToColor(p); }"
    ),
    Case(
      name: "scopes end", expressions: "a, b, 0.0", values: [0.1, 0.6, 0],
      statements:
        "float a = 0.1, b = 0.0; { float a = 0.5; b += a; } for (float a = 0.0; a < 0.05; a += 0.1) b += 0.1;"
    ),
    Case(
      name: "loops", expressions: "a, b, c", values: [0.3, 0.3, 0.1],
      statements: """
        float a = 0.0, b = 0.0, c = 0.0;
        for (int i = 0; i < 10; i++) { if (i == 5) break; if (i < 2) continue; a += 0.1; }
        int n = 3; while (n-- > 0) b += 0.1;
        do c += 0.1; while (c < 0.05);
        """),
    Case(
      name: "both sides of && only if needed", expressions: "n, 0.0, 0.0", values: [0.1, 0, 0],
      statements: "bool b = false && f(); b = true || f(); b = true && f();",
      globals: "float n = 0.0; bool f() { n += 0.1; return true; }"),
    Case(
      name: "commas and increments", expressions: "float(a) / 10.0, float(b) / 10.0, c",
      values: [0.3, 0.4, 0.2],
      statements:
        "int a = 1, b; b = (a++, a++ + ++a); a--; b -= 2; float c = 0.1; ++c; --c; c *= 2.0;"),
    Case(
      name: "operators of truth",
      expressions:
        "true ^^ true ? 1.0 : 0.1, !false ? 0.2 : 1.0, false || true && false ? 1.0 : 0.3",
      values: [0.1, 0.2, 0.3]),
    Case(
      name: "loops whose conditions declare", expressions: "s, r, 0.3", values: [0.3, 0.2, 0.3],
      statements: """
        int i = 0;
        float s = 0.0, r = 0.0;
        while (bool b = i < 3) { s += b ? 0.1 : 1.0; i++; }
        for (int j = 0; bool b = j < 3; j++) { if (j == 1) continue; r += b ? 0.1 : 1.0; }
        """),
    Case(
      name: "vector relations",
      expressions:
        "any(lessThan(uv, vec2(0.1))) ? 1.0 : 0.1, all(not(equal(ivec2(1), ivec2(2)))) ? 0.2 : 1.0, float(bvec2(uv)) * 0.3",
      values: [0.1, 0.2, 0.3]),
    Case(
      name: "infinity and NaN", expressions: "1.0 / z, sqrt(-1.0 - z), -1.0 / z",
      values: [1, 0, 0],
      statements: "float z = uv.x - uv.x;"),
    Case(
      name: "powers that compilers multiply",
      expressions: "pow(x, 2.0) / 2.25, pow(x, FOUR) / 5.0625, pow(x, 1.0 - k) * 0.5",
      values: [1, 1, 0.5], statements: "float x = uv.x - 2.0; const float k = 1.0;",
      globals: "#define FOUR 4.0"),
    Case(
      name: "powers of vectors", expressions: "pow(vec3(x), vec3(2, 0, 4)) * vec3(0.1, 0.5, 0.1)",
      values: [0.225, 0.5, 0.50625], statements: "float x = uv.x - 2.0;"),
    Case(
      name: "powers that are constant only through a variable",
      expressions: "f(x, 2.0) * 0.1, pow(x, 1.0) + 2.0, pow(x + 1.5, 0.0) * 0.5",
      values: [0.225, 0.5, 0.5], statements: "float x = uv.x - 2.0;",
      globals: "float f(float x, float e) { float y = e; return pow(x, y); }"),
    Case(
      name: "other powers of negative numbers are none",
      expressions: "is(pow(x, 3.0)), is(pow(x, two)), is(pow(x, -2.0))",
      values: [0, 0, 0], statements: "float x = uv.x - 2.0;",
      globals: "uniform float two; // = 2.0\nfloat is(float x) { return x == x ? 1.0 : 0.0; }"),
    Case(
      name: "the least of what is no number", expressions: "min(n, 0.3), min(0.3, n), max(n, 0.3)",
      values: [0.3, 0.3, 0.3], statements: "float n = sqrt(uv.x - 2.0);"),
    Case(
      name: "the greatest of what is no number",
      expressions: "max(0.3, n), clamp(n, 0.25, 0.75), clamp(0.5, n, 0.75)",
      values: [0.3, 0.25, 0.5], statements: "float n = sqrt(uv.x - 2.0);"),
    Case(
      name: "no number between limits",
      expressions: "clamp(0.5, 0.25, n), clamp(n, n, 0.75), 0.5 - smoothstep(0.2, 0.8, n)",
      values: [0.5, 0.75, 0.5], statements: "float n = sqrt(uv.x - 2.0);"),
    Case(
      name: "no number known before", expressions: "min(n, 0.3), max(0.3, n), clamp(n, 0.25, 0.75)",
      values: [0.3, 0.3, 0.25], statements: "float n = sqrt(-1.0);"),
    Case(
      name: "nothing of what is not finite is not a number",
      expressions:
        "is(0.0 * (1.0 / z)), is(mix(0.5, 1.0 / z, 0.0)), is(mix(sqrt(z - 1.0), 0.5, 1.0))",
      values: [0, 0, 0], statements: "float z = uv.x - uv.x;",
      globals: "float is(float x) { return x == x ? 1.0 : 0.0; }"),
    Case(
      name: "nothing of a number has its sign",
      expressions:
        "4.0 + atan(0.0 * (uv.x - 2.0), -1.0), atan(0.0 * progress, -1.0) - 3.0, -0.1 / (0.0 * x)",
      values: [4 - .pi, .pi - 3, 1], statements: "float x = uv.x - 2.0;"),
    Case(
      name: "all of one and nothing of the other",
      expressions: "mix(uv.x, x, 0.0), mix(x, uv.x, 1.0), uv.x + 0.0 * sin(x)",
      values: [0.5, 0.5, 0.5], statements: "float x = uv.x * 9.0;"),
    Case(
      name: "colors",
      expressions: "getFromColor(uv).r, getToColor(uv).g, getToColor(vec2(1.0 / (uv.x - 0.5))).b",
      values: [0, 1, 1]),
    Case(
      name: "precision", expressions: "a, 0.0, 0.0", values: [0.5, 0, 0],
      statements: "mediump float a = 0.5; precision highp float;", globals: "precision mediump int;"
    ),
    Case(
      name: "prototypes", expressions: "f(0.5), 0.0, 0.0", values: [0.25, 0, 0],
      globals: "float f(float); float f(float x) { return x * x; }"),
  ]

  @Test(arguments: cases)
  func `does as the language says`(_ expected: Case) throws {
    let values = try Shaders.values(expected.expressions, expected.statements, expected.globals)
    for (value, expected) in zip(values, expected.values) {
      #expect(value.isNear(expected), "\(values)")
    }
  }

  static let functions: [(String, Double)] = [
    ("radians(90.0) / 2.0", .pi / 4), ("degrees(0.01)", 1.8 / .pi), ("sin(0.5)", 0.479426),
    ("cos(1.0)", 0.540302), ("tan(0.5)", 0.546302), ("asin(0.5)", 0.523599),
    ("acos(0.8)", 0.643501), ("atan(0.5)", 0.463648), ("atan(1.0, 2.0)", 0.463648),
    ("pow(0.5, 2.0)", 0.25), ("exp(-1.0)", 0.367879), ("log(2.0)", 0.693147),
    ("exp2(-1.0)", 0.5), ("log2(1.5)", 0.584963), ("sqrt(0.25)", 0.5),
    ("inversesqrt(4.0)", 0.5), ("abs(-0.5)", 0.5), ("sign(3.0) * 0.5", 0.5),
    ("floor(1.5) * 0.5", 0.5),
    ("ceil(0.2) * 0.5", 0.5), ("fract(1.75)", 0.75), ("mod(-0.25, 1.0)", 0.75),
    ("min(0.2, 0.3)", 0.2),
    ("max(0.2, 0.3)", 0.3), ("clamp(0.5, 0.6, 0.7)", 0.6), ("mix(0.2, 0.4, 0.5)", 0.3),
    ("step(0.5, 0.5)", 1), ("smoothstep(0.0, 1.0, 0.25)", 0.15625), ("length(vec2(0.3, 0.4))", 0.5),
    ("distance(vec2(0.5), vec2(0.2, 0.1))", 0.5), ("dot(vec2(0.5), vec2(0.5))", 0.5),
    ("cross(vec3(1, 0, 0), vec3(0, 0.5, 0)).z", 0.5), ("normalize(vec2(3.0, 4.0)).x", 0.6),
    ("faceforward(vec2(0.5), vec2(1.0), vec2(-1.0)).x", 0.5),
    ("reflect(vec2(0.5, -0.25), vec2(0.0, 1.0)).y", 0.25),
    ("refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 0.5).x", 0.3),
    ("matrixCompMult(mat2(0.5), mat2(0.5))[1][1]", 0.25),
    ("transpose(mat2(0.1, 0.2, 0.3, 0.4))[0].y", 0.3),
    ("outerProduct(vec2(0.5), vec2(0.5, 0.25))[1][0]", 0.125),
  ]

  @Test(arguments: functions.indices)
  func `has the functions of the language`(_ index: Int) throws {
    let (text, value) = Self.functions[index]
    #expect(try Shaders.values("\(text), 0.0, 0.0")[0].isNear(value), "\(text)")
    // The same where it must be worked out for each pixel.
    let varying = "(\(text)) + (uv.x - 0.5)"
    #expect(try Shaders.values("\(varying), 0.0, 0.0")[0].isNear(value), "\(text)")
  }
}
