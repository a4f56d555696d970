import Foundation
import TestSupport
import Testing
import TransitionKit

/// The shaders in `Examples/shaders`, and what the command line does with `.glsl` files.
@Suite struct ShaderExampleTests {
  private let sandbox: Sandbox
  private static let folder = Repository.root + "/Examples/shaders"
  static let names = ["box", "ink", "louvers", "mirrors"]

  init() throws { sandbox = try Sandbox() }

  private static func path(_ name: String) -> String { "\(folder)/\(name).glsl" }

  private func write(_ shader: String, to name: String) throws {
    try sandbox.write(Data(shader.utf8), to: name)
  }

  /// A frame of a transition from `a.png` to `b.png`.
  private func frame(
    _ filter: String, at time: Double, _ options: [String] = [], in sandbox: Sandbox? = nil,
    environment: [String: String] = [:]
  ) throws -> Bitmap {
    let sandbox = sandbox ?? self.sandbox
    let made = try sandbox.render(
      filter, ["-q", "--time", "\(time)"] + options, output: ["--output", "frame.png"],
      environment: environment)
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    return try sandbox.picture("frame.png")
  }

  @Test func `a shader is never written over`() throws {
    let shader = "vec4 transition(vec2 uv) { return getToColor(uv); }"
    for (file, filter) in [("f1.png", "./f1.png"), ("album/f1.glsl", "f1"), ("s.png", "./s.png")] {
      try FileManager.default.createDirectory(
        atPath: sandbox.folder.file("album"), withIntermediateDirectories: true)
      try write(shader, to: file)
      try FileManager.default.linkItem(
        atPath: sandbox.folder.file(file), toPath: sandbox.folder.file("out1.png"))
      for output in [["--output", "out%d.png"], ["--contact-sheet", "./out1.png"]] {
        try sandbox.render(
          filter, output: output, environment: ["DOTRANSITION_PATH": sandbox.folder.file("album")]
        )
        .expectOneLine(73, ["would overwrite an input", "out1.png"])
      }
      #expect(try sandbox.bytes(file) == Data(shader.utf8))
      try sandbox.remove("out1.png")
    }
  }

  private func expectUsageError(
    _ words: String..., of options: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try sandbox.render(
      "uniforms.glsl", ["--time", "0.5"] + options, output: ["--output", "f.png"]
    )
    .expectOneLine(64, words, sourceLocation: sourceLocation)
  }

  // MARK: The shaders

  @Test func `all shaders are tested and listed`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.filter { $0.hasSuffix(".glsl") }.sorted() == Self.names.map { $0 + ".glsl" })
    let page = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
    for name in Self.names { #expect(page.contains("[\(name)](\(name).glsl)"), "\(name)") }
  }

  @Test(arguments: names, [PixelFormat.rgb8, .rgb16, .rgba8])
  func `leads from the source to the target without a jump at its ends`(
    _ name: String, _ format: PixelFormat
  ) throws {
    let sandbox = try Sandbox(width: 64, height: 40, format: format)
    func frame(at time: Double) throws -> Bitmap {
      try self.frame(Self.path(name), at: time, in: sandbox)
    }
    #expect(try frame(at: 0).difference(from: sandbox.a) == nil)
    #expect(try frame(at: 1).difference(from: sandbox.b) == nil)
    // It does not jump at its ends either, but for what is seen behind the box that moves back.
    #expect(try frame(at: 0.001).meanDifference(from: sandbox.a) < 0.01)
    #expect(try frame(at: 0.999).meanDifference(from: sandbox.b) < 0.01)
    let middle = try frame(at: 0.5)
    #expect(middle.format.depth == format.depth)
    #expect(middle.meanDifference(from: sandbox.a) > 0.01)
    #expect(middle.meanDifference(from: sandbox.b) > 0.01)
  }

  @Test(arguments: names, [(90, 16), (16, 90), (1, 1)])
  func `draws frames of all shapes`(_ name: String, _ size: (Int, Int)) throws {
    let picture = try frame(Self.path(name), at: 0.4, ["--size", "\(size.0)x\(size.1)"])
    #expect(picture.width == size.0 && picture.height == size.1)
  }

  @Test(arguments: names) func `lists its uniforms with defaults that it takes`(_ name: String)
    throws
  {
    let source = try String(contentsOfFile: Self.path(name), encoding: .utf8)
    let types = ["float": "number", "int": "integer", "vec3": "numbers"]
    let declared = source.matches(of: #/uniform (\w+) (\w+); // = /#)
      .map { "\(types[String($0.output.1)] ?? "") \($0.output.2)" }
    #expect(declared.count >= 3)
    let printed = try sandbox.run(["--filterproperties", Self.path(name)])
    #expect(printed.status == 0 && printed.errors == "")
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    #expect(list["cifiltername"] as? String == name)
    let properties = try #require(list["cifilterproperties"] as? [[String: Any]])
    #expect(properties.map { "\($0["type"] ?? "") \($0["cifilterkey"] ?? "")" } == declared)
    let help = try sandbox.run(["--filterhelp", Self.path(name)]).output
    #expect(help.contains("by the dotransition project, license MIT"))
    for property in properties {
      let option = try #require(property["option"] as? String)
      #expect(help.contains(option), "\(option)")
      // The default that is printed is one that is taken.
      let value = property["cifiltervalue"].map { "\($0)" } ?? ""
      let setting = String(option.dropFirst("--set ".count)) + value
      #expect(
        try frame(Self.path(name), at: 0.4, ["--set", setting])
          .difference(from: frame(Self.path(name), at: 0.4)) == nil, "\(setting)")
    }
  }

  // MARK: Names

  @Test func `finds shaders in the folders of DOTRANSITION_PATH`() throws {
    let path = ["DOTRANSITION_PATH": "nowhere:" + Self.folder]
    let listed = try sandbox.run(["-l"], environment: path).output.split(separator: " ")
    let last = listed.suffix(Self.names.count).map { $0.trimmingCharacters(in: .newlines) }
    #expect(last == Self.names)
    #expect(try !sandbox.run(["-l"]).output.contains("louvers"))
    let expected = try frame(Self.path("ink"), at: 0.5)
    for name in ["ink", "ink.glsl"] {
      #expect(try frame(name, at: 0.5, environment: path).difference(from: expected) == nil)
    }
    try sandbox.render(
      "lovers", ["--time", "0.5"], output: ["--output", "f.png"], environment: path
    )
    .expectOneLine(64, ["unknown transition: lovers", "did you mean 'louvers'?"])
    // Without a path, there is no such name.
    try sandbox.render("ink", ["--time", "0.5"], output: ["--output", "f.png"])
      .expectOneLine(64, ["unknown transition: ink"])
  }

  @Test func `a built-in transition comes before a shader of its name`() throws {
    try write("vec4 transition(vec2 uv) { return vec4(1.0); }", to: "swipe.glsl")
    let here = ["DOTRANSITION_PATH": "."]
    #expect(
      try frame("swipe", at: 0.5, environment: here).difference(from: frame("swipe", at: 0.5))
        == nil)
    let white = try frame("./swipe.glsl", at: 0.5)
    #expect(Set(white.samples) == [255])
  }

  // MARK: Uniforms

  private static let uniforms = """
    uniform float amount; // = 0.5
    uniform vec2 center; // = vec2(0.5, 0.25)
    uniform ivec2 grid; // = ivec2(1, 2)
    uniform bool flip; // = false
    uniform vec3 tint; // = vec3(1.0, 0.5, 0.25)
    uniform vec4 shade; // = vec4(0.1)
    uniform int count; // = 2
    vec4 transition(vec2 uv) {
      if (uv.y > 0.75) return vec4(amount, center, 1.0);
      if (uv.y > 0.5) return vec4(vec2(grid), flip ? 255.0 : 0.0, 255.0) / 255.0;
      return uv.y > 0.25 ? vec4(tint, 1.0) : vec4(shade.rgb, 1.0) * float(count) / 2.0;
    }
    """

  /// What is set, and the frame's four rows of color from the top: 0...255, three numbers each.
  struct Setting: Sendable {
    let value: String
    let row: Int
    let color: [UInt16]
  }

  @Test(arguments: [
    Setting(value: "amount=1", row: 0, color: [255, 128, 64]),
    Setting(value: "amount=2e-1", row: 0, color: [51, 128, 64]),
    Setting(value: "center=0.2,0.6", row: 0, color: [128, 51, 153]),
    Setting(value: "center=vec2(0.2, 0.6)", row: 0, color: [128, 51, 153]),
    Setting(value: "center=0.6", row: 0, color: [128, 153, 153]),
    Setting(value: "grid=7,9", row: 1, color: [7, 9, 0]),
    Setting(value: "grid=5", row: 1, color: [5, 5, 0]),
    Setting(value: "flip=true", row: 1, color: [1, 2, 255]),
    Setting(value: "flip=1", row: 1, color: [1, 2, 255]),
    Setting(value: "flip=false", row: 1, color: [1, 2, 0]),
    Setting(value: "tint=#FF8040", row: 2, color: [255, 128, 64]),
    Setting(value: "tint=0.2", row: 2, color: [51, 51, 51]),
    Setting(value: "shade=#33669980", row: 3, color: [51, 102, 153]),
    Setting(value: "shade=0.2,0.4,0.6,1", row: 3, color: [51, 102, 153]),
    Setting(value: "count=4", row: 3, color: [51, 51, 51]),
  ])
  func `sets uniforms`(_ setting: Setting) throws {
    try write(Self.uniforms, to: "uniforms.glsl")
    let size = ["--size", "4x4"]
    let picture = try frame("uniforms.glsl", at: 0.5, size + ["--set", setting.value])
    let defaults = try frame("uniforms.glsl", at: 0.5, size)
    for row in 0..<4 {
      let expected =
        row == setting.row ? setting.color : Array(defaults.samples(column: 0, row: row).prefix(3))
      let found = picture.samples(column: 0, row: row).prefix(3)
      for (found, expected) in zip(found, expected) {
        #expect(abs(Int(found) - Int(expected)) <= 1, "row \(row) of \(setting.value)")
      }
    }
  }

  @Test func `refuses other names and values`() throws {
    try write(Self.uniforms, to: "uniforms.glsl")
    try expectUsageError("no such parameter", "'amount'", of: ["--set", "amout=1"])
    try expectUsageError("center", "'1,2,3'", "2 numbers", of: ["--set", "center=1,2,3"])
    try expectUsageError("tint", "3 numbers", "#FF8000", of: ["--set", "tint=1,2"])
    try expectUsageError("amount", "'x'", "number", of: ["--set", "amount=x"])
    try expectUsageError("flip", "true or false", of: ["--set", "flip=maybe"])
    try expectUsageError("count", "whole number", of: ["--set", "count=1.5"])
    try expectUsageError("NAME=VALUE", of: ["--set", "amount"])
    #expect(try sandbox.folder.contents().sorted() == ["a.png", "b.png", "uniforms.glsl"])
  }

  @Test func `says that a default does not fit`() throws {
    try write(
      """
      uniform vec3 tint; // = vec2(1.0, 0.5)
      vec4 transition(vec2 uv) { return vec4(tint, 1.0); }
      """, to: "tint.glsl")
    let run = try sandbox.render("tint.glsl", ["--time", "0.5"], output: ["--output", "f.png"])
    #expect(run.status == 0)
    #expect(
      run.errors
        == "dotransition: tint.glsl:1:14: the default of tint is 0: 'vec2(1.0, 0.5)' is no vec3\n")
    #expect(try frame("tint.glsl", at: 0.5).samples.allSatisfy { $0 == 0 })
  }

  @Test func `takes the picture of a sampler`() throws {
    try write(
      """
      uniform sampler2D map;
      vec4 transition(vec2 uv) { return texture2D(map, uv); }
      """, to: "map.glsl")
    try sandbox.expectFailure(
      64, "map needs a picture: --set map=PATH",
      of: Sandbox.pictures("map.glsl") + ["--time", "0.5", "--output", "f.png"])
    try sandbox.expectFailure(
      66, "none.png",
      of: Sandbox.pictures("map.glsl")
        + ["--time", "0.5", "--output", "f.png", "--set", "map=none.png"])
    let picture = try frame("map.glsl", at: 0.5, ["--set", "map=b.png"])
    #expect(picture.difference(from: sandbox.b) == nil)
    let help = try sandbox.run(["--filterhelp", "map.glsl"]).output
    #expect(help.contains("given.") && !help.contains("()"))
    #expect(help.contains("--transition map.glsl --set map=map.png -o film.mp4"), "\(help)")
  }

  // MARK: Errors

  @Test func `shows the line of an error`() throws {
    try write(
      """
      vec4 transition(vec2 uv) {
        float reflection = 0.5;
        return getFromColor(uv) * reflektion;
      }
      """, to: "bad.glsl")
    let expected = """
      dotransition: bad.glsl:3:29: undeclared name: reflektion; did you mean reflection?
        return getFromColor(uv) * reflektion;
                                  ^

      """
    let commands = [
      Sandbox.pictures("bad.glsl") + ["-o", "out", "-b", "f"], ["--filterproperties", "bad.glsl"],
      ["--filterhelp", "bad.glsl"],
    ]
    for command in commands {
      let result = try sandbox.run(command)
      #expect(result.status == 65 && result.output == "")
      #expect(result.errors == expected)
    }
    #expect(try sandbox.folder.contents().sorted() == ["a.png", "b.png", "bad.glsl"])
  }

  /// Functions that call each other, each with a long sum: nearly as deep as is allowed.
  private static let deep =
    (1...60).reversed().map { number in
      let inner = number == 60 ? "x" : "f\(number + 1)(x)"
      return "float f\(number)(float x) { if (x > 0.5) return \(inner) + x + x + x; return x; }\n"
    }.joined() + "vec4 transition(vec2 uv) { return vec4(f1(uv.x)); }"

  @Test(arguments: ["128", "1024", "unlimited"])
  func `deep shaders run on any stack`(_ limit: String) throws {
    try write(Self.deep, to: "deep.glsl")
    let script = "ulimit -s \(limit) && exec $TOOL \"$@\""
    let result = try sandbox.shell(
      script, Sandbox.pictures("deep.glsl") + ["-c", "4", "--jobs", "2", "-o", "out", "-b", "f"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `names the file in errors that only execution shows`() throws {
    try write(
      "vec4 transition(vec2 uv) { while (uv.x < 2.0) uv.x -= uv.y; return vec4(uv, 0.0, 1.0); }",
      to: "s.glsl")
    let expected = "dotransition: s.glsl:1:28: "
    let errors = try sandbox.render("s.glsl", ["--time", "0.5"], output: ["--output", "f.png"])
      .errors
    #expect(errors.hasPrefix(expected), "\(errors)")
    let sum = String(repeating: " + f(x)", count: 30)
    let functions = (0..<40).map { "float f\($0)(float x) { return x\(sum); }\n" }
    // A program that explodes, found before the first frame.
    var source = "float f0(float x) { return x; }\n"
    for number in 1..<functions.count {
      source += functions[number].replacing("f(x)", with: "f\(number - 1)(x)")
    }
    try write(source + "vec4 transition(vec2 uv) { return vec4(f39(uv.x)); }", to: "large.glsl")
    let large = try sandbox.render("large.glsl", ["--time", "0.5"], output: ["--output", "f.png"])
    #expect(large.status == 65)
    #expect(large.errors.hasPrefix("dotransition: large.glsl:"), "\(large.errors)")
  }

  @Test func `says that a file is missing`() throws {
    for name in ["none.glsl", "./none.glsl", "./none"] {
      try sandbox.expectFailure(
        66, name, "No such file", of: Sandbox.pictures(name) + ["-o", "out", "-b", "f"])
    }
  }

  // MARK: With the rest

  @Test func `a changed shader is another render`() throws {
    let shader = try String(contentsOfFile: Self.path("louvers"), encoding: .utf8)
    try write(shader, to: "s.glsl")
    func render(_ options: String...) throws -> Subprocess.Outcome {
      try sandbox.render("s.glsl", ["-c", "3", "--skip-existing"] + options)
    }
    #expect(try render().status == 0)
    #expect(try render().status == 0)
    #expect(try render("--set", "slats=5").status == 73)
    try write(shader.replacing("12.0", with: "11.0"), to: "s.glsl")
    try render().expectOneLine(73, ["another render"])
    try write(shader, to: "s.glsl")
    #expect(try render().status == 0)
  }

  @Test func `a chain mixes shaders and built-in transitions`() throws {
    let steps = ["--transitionfilter", Self.path("box"), "--transitionfilter", "swipe"]
    let result = try sandbox.run(
      ["a.png", "b.png", "a.png"] + steps
        + ["-c", "3", "-o", "out", "-b", "f", "-t", "png", "--set", "width=9", "--set", "lens=2"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try sandbox.names().count == 5)
    // Each step takes its own settings and its own working space.
    let expected = [
      sandbox.a, try frame(Self.path("box"), at: 0.5, ["--set", "lens=2"]), sandbox.b,
    ]
    for (number, picture) in expected.enumerated() {
      #expect(try sandbox.picture("out/f00\(number).png").difference(from: picture) == nil)
    }
    let back = try sandbox.run(
      ["--transitionfilter", "swipe", "-s", "b.png", "-d", "a.png", "--width", "9", "--time"]
        + ["0.5", "--output", "back.png"])
    #expect(back.status == 0)
    #expect(try sandbox.bytes("out/f003.png") == sandbox.bytes("back.png"))
  }

  @Test func `mixes light if asked`() throws {
    try write(
      "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }",
      to: "fade.glsl")
    let linear = ["--working-space", "linear"]
    let light = try frame("fade.glsl", at: 0.5, linear)
    #expect(try light.meanDifference(from: frame("CIDissolveTransition", at: 0.5)) < 0.002)
    let values = try frame("fade.glsl", at: 0.5)
    #expect(
      try values.difference(from: frame("fade.glsl", at: 0.5, ["--working-space", "srgb"])) == nil)
    #expect(values.meanDifference(from: light) > 0.02)
    for name in Self.names {
      #expect(try frame(Self.path(name), at: 0, linear).difference(from: sandbox.a) == nil)
      #expect(try frame(Self.path(name), at: 1, linear).difference(from: sandbox.b) == nil)
    }
  }

  // MARK: The page

  @Test func `the commands and the error of the page about shaders are right`() throws {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/write-your-own.md", encoding: .utf8)
    func block(_ language: String) throws -> [String] {
      page.matches(of: try Regex("(?s)```\(language)\\n(.*?)```", as: (Substring, Substring).self))
        .map { String($0.output.1) }
    }
    let shaders = try block("glsl")
    let shader = try #require(shaders.first)
    let shipped = Repository.root + "/Sources/GLTransitions/Shaders/fadecolor.glsl"
    #expect(try shaders.last == String(contentsOfFile: shipped, encoding: .utf8))
    try write(shader, to: "dots.glsl")
    #expect(try frame("dots.glsl", at: 0).difference(from: sandbox.a) == nil)
    #expect(try frame("dots.glsl", at: 1).difference(from: sandbox.b) == nil)
    let middle = try frame("dots.glsl", at: 0.5)
    #expect(middle.meanDifference(from: sandbox.a) > 0.01)
    #expect(middle.meanDifference(from: sandbox.b) > 0.01)

    try FileManager.default.createDirectory(
      atPath: sandbox.folder.file("Examples"), withIntermediateDirectories: false)
    for name in ["day.svg", "night.svg", "shaders"] {
      try FileManager.default.copyItem(
        atPath: Repository.root + "/Examples/" + name,
        toPath: sandbox.folder.file("Examples/" + name))
    }
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let commands = try block("sh")
    #expect(commands.count >= 3)
    for command in commands {
      let run = try Subprocess(
        "/bin/sh", ["-ec", command], in: sandbox.folder.path,
        environment: ["PATH": "\(tools):\(path)"]
      ).outcome()
      #expect(run.status == 0, "\(command)\(run.errors)")
    }
    // The error that it shows is the one that is printed.
    try write(shader.replacing("smoothstep(", with: "smothstep("), to: "dots.glsl")
    let error = try sandbox.run(["--filterhelp", "dots.glsl"])
    #expect(error.status == 65)
    #expect(try block("text").contains(error.errors), "\(error.errors)")
  }
}
