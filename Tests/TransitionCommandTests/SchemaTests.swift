import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// The schemas in the documents, against what the tool prints.
@Suite struct SchemaTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for number in 1...12 {
      try sandbox.a.write(to: sandbox.folder.file(String(format: "p.%04d.png", number)))
    }
    try sandbox.write(Data(Self.list.utf8), to: "trip.list")
    try sandbox.write(Data(Self.shader.utf8), to: "own.glsl")
  }

  private static let list = """
    --size 64x48 --hold 1s --count 4
    a.png --hold 2s --pan-zoom in --focus 60%,70%
    b.png --fit contain --transition 'swipe:angle=45deg' --easing ease-in
    'p.%04d.png' --range 2-11
    red
    """

  private static let shader = """
    // Everything that a uniform can be.
    uniform float amount; // = 0.5; 0 to 2; How much.
    uniform vec2 point; // = vec2(0.5, 0.25); 0 to 1; Where.
    uniform float turn; // = 0.0; angle
    uniform vec4 tint; // = #FF800080; color
    uniform vec3 weights; // = vec3(1.0)
    uniform int steps; // = 3
    uniform ivec2 cells; // = ivec2(3, 4)
    uniform bool flip; // = true
    uniform bvec2 flips; // = bvec2(true, false)
    uniform sampler2D map;
    vec4 transition(vec2 uv) {
      float sum = amount + point.x + turn + tint.r + weights.x + float(steps) + float(cells.y);
      if (flip && flips.x) sum += texture2D(map, uv).r;
      return mix(getFromColor(uv), getToColor(uv), clamp(progress * sum, 0.0, 1.0));
    }
    """

  private func properties(_ arguments: String..., path: String = "") throws -> JSONValue {
    let result = try sandbox.run(
      ["--filterproperties"] + arguments, environment: ["DOTRANSITION_PATH": path])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    return try JSONValue(result.output)
  }

  @Test func `every transition's properties are as their schema says`() throws {
    let schema = try JSONSchema("filterproperties")
    let all = try properties(path: sandbox.folder.path)
    #expect(try schema.errors(in: all) == [])
    let names = all.elements.compactMap { $0["cifiltername"]?.string }
    #expect(names == Filters.listed.map(\.name) + ["own"])
    let presets = Preset.all.prefix(3).map(\.name)
    for name in Filters.builtInNames + presets + ["own.glsl"] {
      #expect(try schema.errors(in: properties(name)) == [], "\(name)")
    }
  }

  @Test func `a uniform is told as a filter's own parameters are`() throws {
    let all = try properties("own.glsl")["cifilterproperties"]?.elements ?? []
    func told(_ key: String) -> [String] {
      all.map { property in
        switch property[key] {
        case .string(let text): text
        case .number(let number): "\(Float(number))"
        case .bool(let flag): "\(flag)"
        default: "-"
        }
      }
    }
    #expect(
      told("type") == [
        "number", "numbers", "number", "color", "numbers", "integer", "integers", "boolean",
        "booleans", "image",
      ])
    #expect(told("count") == ["-", "2.0", "-", "4.0", "3.0", "-", "2.0", "-", "2.0", "-"])
    #expect(told("required") == Array(repeating: "false", count: 9) + ["true"])
    #expect(told("unit") == ["", "", "radians"] + Array(repeating: "", count: 7))
    #expect(told("least") == ["0.0", "0.0", "-", "0.0"] + Array(repeating: "-", count: 6))
    #expect(told("greatest") == ["2.0", "1.0", "-", "1.0"] + Array(repeating: "-", count: 6))
    #expect(told("max").prefix(4) == ["2.0", "1.0", "3.1415927", "-"])
    #expect(told("default").suffix(5) == ["3", "3,4", "true", "1,0", "-"])
  }

  /// Command lines of every output and of every kind of picture.
  private static let shows = [
    "a.png b.png -o x.webp", "a.png b.png -o x.gif --plays 3", "a.png b.png -o x.mp4",
    "a.png b.png -o x.mov --codec prores", "a.png b.png -o x.webm --fps 30000/1001",
    "a.png b.png -o x.mp4 --codec h265 --depth 10 --save-options preset=slow --quality 80",
    "a.png b.png -o f_####.png", "a.png b.png -o f_%03d.jpg --frames 3-9 --quality 80",
    "a.png b.png -o f_%03d.tif --shard 2/3 --start-number 5 --save-options compression=lzw",
    "a.png b.png -o out -b f -t png -c 12 --contact-sheet s.png --columns 3 --labels time",
    "a.png b.png --contact-sheet s.png", "a.png b.png -o -",
    "a.png b.png -o - --pixel-format rgba", "a.png b.png -o - --chroma 420 --matrix bt709",
    "a.png b.png --time 0.3 -o x.png", "a.png b.png a.png --hold 1s --time 1.5s -o x.jpg",
    "a.png b.png a.png --transition cut --transition swipe --hold 1s -o x.webp",
    "a.png b.png a.png --transition random --seed 7 --loop --hold 1s -o x.webp",
    "a.png b.png --transition heart -o x.webp",
    "a.png b.png --transition maskwipe --maskimage a.png -o x.webp",
    "a.png b.png --transition flash --reverse --endpoints start --easing bounce-out -o x.webp",
    "a.png b.png --transition own.glsl --set map=a.png --set tint=#336699 -o x.webp",
    "a.png b.png --transition pagecurl --backsideimage b.png --angle 45deg -o x.webp",
    "a.png b.png a.png --transition ripple --transition cube:angle=90deg -o x.webp",
    "a.png --pan-zoom in --hold 5s -o x.webp", "a.png b.png --pan-zoom auto --zoom 5% -o x.webp",
    "a.png b.png --pan-zoom 0,0,100%,100%>55%,20%,30%,30% --hold 2s -o x.webp",
    "p.%04d.png b.png -c 4 --range 3-9 -o o.####.png", "p.####.png -o x.webp",
    "black a.png transparent -o x.webp --hold 1s --background #336699 --size 64x48",
    "a.png b.png --fit contain-blur --focus attention --size vertical -o x.webp",
    "a.png b.png --length 10s --working-space srgb --dither -o x.webp", "@trip.list -o x.webp",
    "@trip.list -o f_%03d.png --skip-existing", "a.png b.png -c 2 --endpoints none -o x_##.png",
  ]

  @Test(arguments: shows) func `a plan is as its schema says`(show: String) throws {
    let words = show.split(separator: " ").map(String.init)
    let result = try sandbox.run(words + ["--dry-run", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let plan = try JSONValue(result.output)
    #expect(try JSONSchema("plan").errors(in: plan) == [])
    #expect(plan["frames"]?.elements.isEmpty == false)
  }

  @Test(arguments: shows.filter { show in !["mp4", "mov", "webm"].contains { show.contains($0) } })
  func `events are as their schema says`(show: String) throws {
    let words = show.split(separator: " ").map(String.init)
    let result = try sandbox.run(words + ["--progress", "json"])
    #expect(result.status == 0)
    let events = try result.errors.split(separator: "\n").map { try JSONValue($0) }
    let schema = try JSONSchema("progress")
    for event in events { #expect(try schema.errors(in: event) == [], "\(event)") }
    let names = events.compactMap { $0["event"]?.string }.filter { $0 != "remark" }
    #expect(names.first == "plan" && names.last == "result")
    #expect(names.dropFirst().dropLast().allSatisfy { $0 == "progress" } && names.count > 3)
    let progress = events.filter { $0["event"]?.string == "progress" }
    #expect(progress.last?["done"] == progress.last?["frames"])
    // The plan's members are those of the plan that is asked for.
    var plan = events.first { $0["event"]?.string == "plan" }?.members ?? [:]
    plan["event"] = nil
    for name in ["remarks", "frames"] { plan[name] = .array([]) }
    #expect(try JSONSchema("plan").errors(in: .object(plan)) == [])
  }
}
