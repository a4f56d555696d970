import TransitionKit

/// Writes random shaders that are valid and that end.
struct RandomProgram {
  private var generator: SplitMix64
  private var scopes: [[(name: String, type: String, isLoop: Bool)]] = [[]]
  private var names = 0
  private var functions: [(name: String, type: String, parameters: [String])] = []
  private var loops = 0

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  private mutating func random(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[random(list.count)] }

  private static let types = ["float", "vec2", "vec3", "vec4", "int", "bool", "mat2", "ivec2"]

  private static let exponents = ["0.0", "1.0", "2.0", "4.0", "3.0", "-2.0", "0.5"]

  mutating func text() -> String {
    var text = "uniform float u; // = 0.3\n"
    scopes[0] = [("u", "float", true), ("progress", "float", true), ("ratio", "float", true)]
    scopes[0] += [("gl_FragCoord.x", "float", true), ("gl_FragCoord", "vec4", true)]
    for _ in 0..<random(3) {
      let type = pick(["float", "vec2", "vec3"])
      let value = expression(type, 2)
      text += "\(type) \(declare(type)) = \(value);\n"
    }
    for _ in 0..<random(4) { text += function() }
    // Variables that differ from pixel to pixel, and all of which the result shows.
    scopes.append([
      ("uv", "vec2", false), ("a", "float", false), ("c", "vec3", false), ("k", "int", false),
      ("b", "bool", false), ("q", "vec4", false), ("m", "mat2", false), ("w", "ivec2", false),
    ])
    text += """
      vec4 transition(vec2 uv) {
      float a = uv.x * 3.0 - uv.y; vec3 c = vec3(uv, 0.5); int k = int(uv.y * 7.0 + a);
      bool b = uv.x > 0.4; vec4 q = getFromColor(uv) + uv.x; mat2 m = mat2(uv, 1.0, a);
      ivec2 w = ivec2(uv * 9.0);

      """
    text += statements(2, returning: "vec4") + statements(2, returning: "vec4")
    text += "q += vec4(c * 0.31 + a * 0.37, uv.x) + vec4(m[0], m[1]) * 0.23 + uv.y;\n"
    text += "q += float(k) * 0.13 + float(w.x - 3 * w.y) * 0.11 + (b ? 0.17 : 0.0);\n"
    text += "if (uv.x > 0.9) "
    return text + "q.xy += c.yz; return fract(q);\n}\n"
  }

  private mutating func declare(_ type: String, isLoop: Bool = false) -> String {
    names += 1
    scopes[scopes.count - 1].append(("v\(names)", type, isLoop))
    return "v\(names)"
  }

  private mutating func function() -> String {
    let type = pick(["float", "vec2", "vec3", "void"])
    let parameters = (0..<random(3) + 1).map { _ in
      (pick(["", "inout ", "out "]), pick(["float", "vec2", "int"]))
    }
    names += 1
    let name = "f\(names)"
    scopes.append([])
    let list = parameters.map { "\($0.0)\($0.1) \(declare($0.1))" }.joined(separator: ", ")
    var text = "\(type) \(name)(\(list)) {\n" + statements(1, returning: type)
    if type != "void" { text += "return \(expression(type, 2));\n" }
    scopes.removeLast()
    functions.append((name, type, parameters.map { $0.0 + $0.1 }))
    return text + "}\n"
  }

  private mutating func statements(_ depth: Int, returning type: String) -> String {
    scopes.append([])
    defer { scopes.removeLast() }
    return (0..<random(4) + 1).map { _ in statement(depth, type) }.joined()
  }

  private mutating func statement(_ depth: Int, _ returned: String) -> String {
    switch random(depth > 0 ? 14 : 8) {
    case 0:
      let type = pick(Self.types)
      let value = expression(type, 3)
      return "\(type) \(declare(type)) = \(value);\n"
    case 1...5: return assignment()
    case 6:
      guard let function = functions.isEmpty ? nil : pick(functions) else { return ";\n" }
      return call(function).map { $0 + ";\n" } ?? ";\n"
    case 7:
      guard loops > 0 else { return assignment() }
      return "if (\(expression("bool", 2))) \(pick(["break", "continue"]));\n"
    case 8:
      guard returned != "void" else { return "if (\(expression("bool", 2))) return;\n" }
      return "if (\(expression("bool", 2))) return \(expression(returned, 2));\n"
    case 9...11:
      let condition = expression("bool", 2)
      var text = "if (\(condition)) {\n" + statements(depth - 1, returning: returned) + "}"
      if random(2) == 0 {
        text += " else {\n" + statements(depth - 1, returning: returned) + "}"
      }
      return text + "\n"
    default:
      let limit =
        random(2) == 0 ? "\(random(6) + 1)" : "int(mod(abs(\(expression("float", 1))) * 3.0, 5.0))"
      names += 1
      let bound = "n\(names)"
      scopes.append([])
      let name = declare("int", isLoop: true)
      loops += 1
      let body = statements(depth - 1, returning: returned)
      loops -= 1
      scopes.removeLast()
      if random(3) == 0 {
        return
          "{ int \(name) = 0; int \(bound) = \(limit);\ndo {\n\(name)++;\n\(body)} while (\(name) < \(bound)); }\n"
      }
      return
        "int \(bound) = \(limit);\nfor (int \(name) = 0; \(name) < \(bound); \(name)++) {\n\(body)}\n"
    }
  }

  private func variables(_ type: String, writable: Bool) -> [String] {
    scopes.flatMap(\.self).filter { $0.type == type && !(writable && $0.isLoop) }.map(\.name)
  }

  private mutating func assignment() -> String {
    let type = pick(Self.types)
    let targets = variables(type, writable: true)
    guard !targets.isEmpty else { return ";\n" }
    let target = pick(targets)
    switch (type, random(4)) {
    case ("vec3", 0): return "\(target).zx = \(expression("vec2", 2));\n"
    case ("vec2", 0):
      return "\(target)[int(u * 4.0 * float(\(expression("int", 1)) > 1))] += 0.5;\n"
    case ("vec4", 0): return "\(target).y -= \(expression("float", 2));\n"
    case ("float", 0), ("int", 0): return "\(target)\(pick(["++", "--"]));\n"
    case ("bool", _), (_, 1): return "\(target) = \(expression(type, 3));\n"
    default: return "\(target) \(pick(["+=", "-=", "*="])) \(expression(type, 2));\n"
    }
  }

  private mutating func call(
    _ function: (name: String, type: String, parameters: [String])
  ) -> String? {
    var arguments: [String] = []
    for parameter in function.parameters {
      let type = parameter.split(separator: " ").last.map(String.init) ?? "float"
      if parameter.hasPrefix("inout ") || parameter.hasPrefix("out ") {
        let targets = variables(type, writable: true)
        guard !targets.isEmpty else { return nil }
        arguments.append(pick(targets))
      } else {
        arguments.append(expression(type, 1))
      }
    }
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func expression(_ type: String, _ depth: Int) -> String {
    let known = variables(type, writable: false)
    if depth == 0 || random(4) == 0 {
      if !known.isEmpty, random(6) > 0 { return pick(known) }
      return leaf(type)
    }
    let matching = functions.filter {
      $0.type == type && $0.parameters.allSatisfy { !$0.contains("out ") }
    }
    if !matching.isEmpty, random(5) == 0, let call = call(pick(matching)) { return call }
    func e(_ type: String, _ self: inout RandomProgram) -> String {
      self.expression(type, depth - 1)
    }
    switch type {
    case "float":
      switch random(10) {
      case 0:
        return
          "\(pick(["sin", "cos", "abs", "floor", "fract", "sign", "ceil", "exp"]))(\(e(type, &self)))"
      case 1:
        return
          "\(pick(["min", "max", "step", "mod", "atan"]))(\(e(type, &self)), \(e(type, &self)))"
      case 2:
        return
          "\(pick(["mix", "clamp", "smoothstep"]))(\(e(type, &self)), \(e(type, &self)), \(e(type, &self)))"
      case 3: return "\(pick(["dot", "distance"]))(\(e("vec2", &self)), \(e("vec2", &self)))"
      case 4: return "\(e("vec3", &self)).\(pick(["x", "g", "p"]))"
      case 5: return "float(\(e(pick(["int", "bool"]), &self)))"
      case 6: return "(\(e("bool", &self)) ? \(e(type, &self)) : \(e(type, &self)))"
      case 7: return "length(\(e("vec3", &self)))"
      case 8:
        // Whether an exponent is constant is told by the text, or not a question.
        let exponent = random(2) == 0 ? "progress + \(e(type, &self))" : pick(Self.exponents)
        return "pow(\(e(type, &self)), \(exponent))"
      default: return "(\(e(type, &self)) \(pick(["+", "-", "*", "/"])) \(e(type, &self)))"
      }
    case "vec2", "vec3", "vec4":
      let size = type.last.map(String.init) ?? "2"
      switch random(7) {
      case 0: return "\(type)(\(e("float", &self)))"
      case 1:
        let letters = (0..<(Int(size) ?? 2)).map { _ in pick(["x", "y", "z"]) }.joined()
        return "(\(e("vec3", &self))).\(letters)"
      case 2: return "mix(\(e(type, &self)), \(e(type, &self)), \(e("float", &self)))"
      case 3 where type == "vec2": return "(\(e("mat2", &self)) * \(e(type, &self)))"
      case 3 where type == "vec4":
        return "\(pick(["getFromColor", "getToColor"]))(\(e("vec2", &self)))"
      case 3: return "vec3(\(e("vec2", &self)), \(e("float", &self)))"
      case 4: return "(\(e("bool", &self)) ? \(e(type, &self)) : \(e(type, &self)))"
      case 5: return "(\(e("float", &self)) \(pick(["*", "+"])) \(e(type, &self)))"
      default: return "(\(e(type, &self)) \(pick(["+", "-", "*", "/"])) \(e(type, &self)))"
      }
    case "int":
      switch random(4) {
      case 0: return "int(\(e("float", &self)))"
      case 1: return "(\(e("int", &self)) / \(random(4) + 1))"
      default: return "(\(e("int", &self)) \(pick(["+", "-", "*"])) \(e("int", &self)))"
      }
    case "ivec2":
      return random(2) == 0
        ? "ivec2(\(e("vec2", &self)))"
        : "(\(e(type, &self)) \(pick(["+", "*"])) \(e("int", &self)))"
    case "bool":
      switch random(6) {
      case 0: return "(\(e("int", &self)) \(pick(["<", ">=", "==", "!="])) \(e("int", &self)))"
      case 1: return "(\(e(type, &self)) \(pick(["&&", "||", "^^"])) \(e(type, &self)))"
      case 2: return "!\(e(type, &self))"
      case 3: return "\(pick(["any", "all"]))(lessThan(\(e("vec2", &self)), \(e("vec2", &self))))"
      default: return "(\(e("float", &self)) \(pick(["<", ">", "<=", ">="])) \(e("float", &self)))"
      }
    default:
      return random(2) == 0
        ? "mat2(\(e("float", &self)), \(e("vec2", &self)), 0.5)"
        : "(\(e("mat2", &self)) * \(e("mat2", &self)))"
    }
  }

  private mutating func leaf(_ type: String) -> String {
    switch type {
    case "float":
      pick(["0.0", "1.0", "0.5", "-2.0", "3.7", "uv_().x", "1e-3"]).replacing(
        "uv_()", with: "vec2(0.25)")
    case "int": pick(["0", "1", "2", "-3", "7"])
    case "bool": pick(["true", "false"])
    case "ivec2": "ivec2(\(random(5)), \(random(5)))"
    case "mat2": "mat2(1.0, 0.5, \(random(3)).0, 2.0)"
    default: "\(type)(\(random(8)).\(random(10)))"
    }
  }
}
