import Foundation
import TestSupport
import Testing

/// Shows whose steps have parameters of their own.
@Suite struct StepParameterTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(sandbox.bytes("a.png"), to: "c.png")
    try sandbox.write(sandbox.bytes("b.png"), to: "d.png")
  }

  /// Makes a show of some pictures with a transition for each step.
  private func show(
    _ transitions: [String], _ pictures: [String] = ["a.png", "b.png", "c.png", "d.png"],
    to folder: String = "out", options: [String] = ["-c", "4"]
  ) throws -> Subprocess.Outcome {
    try sandbox.run(
      transitions.flatMap { ["--transition", $0] } + pictures
        + ["-o", folder, "-b", "f", "-t", "png"] + options)
  }

  private func frames(_ folder: String) throws -> [Data] {
    try sandbox.names(in: folder).map { try sandbox.bytes("\(folder)/\($0)") }
  }

  @Test func `each step is what it would be alone`() throws {
    let forms = [
      "swipe:angle=45deg:width=20%", "maskwipe:maskimage=a.png:softness=0.5:invert=yes",
      "pagecurl:backsideimage=b.png:radius=5:easing=ease-in",
    ]
    let pictures = ["a.png", "b.png", "c.png", "d.png"]
    let whole = try show(forms)
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    let all = try frames("out")
    #expect(all.count == 10)
    for (index, form) in forms.enumerated() {
      let part = try show([form], Array(pictures[index...index + 1]), to: "part\(index)")
      #expect(part.status == 0 && part.errors == "", "\(part.errors)")
      #expect(try frames("part\(index)") == Array(all[3 * index...3 * index + 3]))
    }
  }

  @Test func `a parameter with the name of a step's option is given by set`() throws {
    try sandbox.write(
      Data(
        """
        uniform float count; // = 6.0; Number of slats.
        vec4 transition(vec2 uv) {
          return mix(getFromColor(uv), getToColor(uv), step(fract(uv.x * count), progress));
        }
        """.utf8), to: "slats.glsl")
    let pictures = ["a.png", "b.png"]
    let run = try show(["slats.glsl:set=count=3:count=5"], pictures, options: [])
    #expect(run.status == 0, "\(run.errors)")
    let other = try show(
      ["slats.glsl"], pictures, to: "other", options: ["-c", "5", "--set", "count=3"])
    #expect(other.status == 0 && other.errors == "", "\(other.errors)")
    #expect(try frames("out") == frames("other") && frames("out").count == 5)
    let plan = try sandbox.shell(
      "$TOOL a.png b.png --transition slats.glsl --set count=3 -o f_%d.png --dry-run")
    #expect(plan.output.contains("slats.glsl:set=count=3"), "\(plan.output)")
    let mistaken = try show(["slats.glsl:count=5"], pictures, to: "five", options: [])
    mistaken.expectOneLine(
      0, ["slats.glsl:count=5 is an option of the step", "slats.glsl:set=count=5"])
    for (transition, words) in [
      ("slats.glsl:set=count=3:set=count=4", "slats.glsl:set=count is given twice"),
      ("slats.glsl:set=3", "slats.glsl:set: '3' is not NAME=VALUE"),
      ("slats.glsl:set=cuont=3", "slats.glsl:set=count"),
    ] {
      try show([transition], pictures, options: []).expectOneLine(64, [words])
    }
  }

  @Test func `each step has its own length`() throws {
    let run = try show(["swipe:count=3", "swipe:count=6", "dissolve"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try frames("out").count == 2 + 5 + 3 + 1)
  }

  @Test(arguments: [
    ("swipe:angle=46deg:count=5", 3), ("swipe:angle=45deg:count=6", 4),
    ("swipe:angle=45deg:count=5:easing=ease", 3),
  ])
  func `frames of other values are made again`(_ other: String, _ made: Int) throws {
    let (first, rest) = ("swipe:angle=45deg:count=5", ["swipe", "swipe:angle=90deg"])
    let options = ["--skip-existing", "--frames", "0-4"]
    #expect(try show([first] + rest, options: options).status == 0)
    #expect(try show([first] + rest, options: options).errors == "")
    let before = try frames("out")
    let changed = try show([other] + rest, options: options)
    changed.expectOneLine(0, ["another show made \(made) of the frames"])
    let after = try frames("out")
    #expect(before.count == 5 && zip(before, after).filter { $0 != $1 }.count == made)
  }

  @Test func `pictures after a colon are not written over`() throws {
    let result = try sandbox.run(
      ["--transition", "maskwipe:maskimage=c.png", "a.png", "b.png", "--time", "0.5"]
        + ["--output", "c.png"])
    result.expectOneLine(73, ["c.png"])
    #expect(try sandbox.bytes("c.png") == sandbox.bytes("a.png"))
  }

  @Test func `a file has its exact name before a mask, after the filters`() throws {
    try sandbox.makeFolder("own")
    let shader = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"
    for name in ["heart", "swipe"] { try sandbox.write(Data(shader.utf8), to: "own/\(name).glsl") }
    let environment = ["DOTRANSITION_PATH": sandbox.folder.file("own")]
    func help(_ name: String) throws -> Substring? {
      try sandbox.run(["--filterhelp", name], environment: environment).output
        .split(separator: "\n").first
    }
    #expect(try help("heart") == "heart")
    #expect(try help("Heart") == "heart, a preset of MaskWipeTransition, maskwipe:")
    #expect(try help("swipe") == "swipe")
    let list = try sandbox.run(["-l", "-v"], environment: environment).output
    let words = list.split(whereSeparator: \.isWhitespace)
    #expect(words.filter { $0 == "heart" }.count == 1 && words.contains("star"))
  }

  @Test func `names and values are checked before a file is opened`() throws {
    let missing = ["none.png", "nor.png", "--output", "f%d.png"]
    for (name, words) in [
      ("swpie", "did you mean 'swipe'"), ("random:swipe,nothing", "unknown transition: nothing"),
      ("swipe:wdth=3", "did you mean 'swipe:width'"), ("swipe:width=wide", "swipe:width: 'wide'"),
      ("swipe:easing=up", "swipe:easing: 'up'"),
    ] {
      try sandbox.expectFailure(64, words, of: ["--transition", name] + missing)
    }
    try sandbox.expectFailure(66, "none.png", of: ["--transition", "swipe:width=9"] + missing)
  }
}
