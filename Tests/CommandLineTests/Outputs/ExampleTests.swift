import Foundation
import TestSupport
import Testing

/// The commands that the documents show and the scripts beside them, run with the built tool.
@Suite struct ExampleTests {
  private let folder: TemporaryFolder

  init() throws {
    try BuiltTool.check()
    folder = try TemporaryFolder()
  }

  /// A script, what it needs besides the tool, and what it makes.
  struct Script: Sendable, CustomStringConvertible {
    let name: String
    var needs: String?
    let files: [String]

    var description: String { name }
  }

  static let scripts = [
    Script(
      name: "slideshow", needs: "ffmpeg", files: ["slideshow.mp4", "evening.svg", "winter.svg"]),
    Script(name: "film", needs: "ffmpeg", files: ["film.mp4"]),
    Script(
      name: "alpha", needs: "ffmpeg", files: ["sign.mov", "sign.webm", "nothing.svg", "sign.svg"]),
    Script(name: "music", needs: "ffmpeg", files: ["music.mp4", "tones.wav"]),
    Script(
      name: "clips", needs: "ffmpeg",
      files: [
        "clips.mp4", "day.mp4", "day.wav", "night.mp4", "night.wav", "title.svg", "tones.wav",
        "trip.list", "trip.mp4",
      ]),
    Script(name: "animation", files: ["animation.webp", "animation.gif"]),
    Script(name: "mask", files: ["mask.svg", "own.webp", "spiral.webp", "heart.webp"]),
    Script(name: "overview", files: ["overview.jpg"]),
    Script(name: "contact-sheet", files: ["sheet.jpg"]),
    Script(name: "chain", files: frames(19, "chain")),
    Script(name: "resume", files: frames(12, "frame")),
    Script(name: "introspect", needs: "jq", files: ["parameters.tsv", "plan.json"]),
    Script(name: "light", files: frames(12, "copymachine", "flash")),
    Script(name: "pages", files: frames(12, "pagecurl", "pagecurlwithshadow")),
    Script(name: "pieces", files: frames(12, "barsswipe", "disintegratewithmask", "mod")),
    Script(name: "waves", files: frames(12, "ripple", "swipe")),
  ]

  /// The names of sequences.
  static func frames(_ count: Int, _ names: String...) -> [String] {
    names.flatMap { name in
      (0..<count).map { "\(name)\($0 < 10 ? "00" : "0")\($0).png" }
    }
  }

  private func check(_ script: Script) throws {
    let path = Repository.root + "/Examples/\(script.name).sh"
    let text = Self.smaller(try String(contentsOfFile: path, encoding: .utf8))
    let run = try Subprocess(
      "/bin/sh", ["-c", text, path, "made"], in: folder.path,
      environment: ["DOTRANSITION": BuiltTool.path]
    ).outcome()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("made/"), "says nothing of what it made")
    #expect(try folder.contents(of: "made") == script.files.sorted())
    for file in script.files {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("made/" + file)))
      #expect(!data.isEmpty, "\(file)")
    }
  }

  @Test(arguments: scripts.filter { $0.needs == nil })
  func `scripts make what they say`(_ script: Script) throws { try check(script) }

  @Test(.needs("ffmpeg"), arguments: scripts.filter { $0.needs == "ffmpeg" })
  func `scripts with ffmpeg make what they say`(_ script: Script) throws { try check(script) }

  @Test(.needs("jq"), arguments: scripts.filter { $0.needs == "jq" })
  func `scripts with jq make what they say`(_ script: Script) throws { try check(script) }

  @Test(.needs("python3"))
  func `the form has every parameter, and a frame at each end`() throws {
    let run = try Subprocess(
      "/usr/bin/env",
      ["python3", Repository.root + "/Examples/form.py", "made", "MaskWipeTransition", "burn"],
      in: folder.path, environment: ["DOTRANSITION": BuiltTool.path]
    ).outcome()
    #expect(run.status == 0, "\(run.errors)")
    let files = try folder.contents(of: "made")
    let names = Set(files.map { $0.split(separator: "-").dropLast().joined(separator: "-") })
    let parameters = ["Angle", "Center", "Invert", "MaskImage", "Repeat", "Softness"]
    #expect(names.isSuperset(of: parameters.map { "MaskWipeTransition-input" + $0 }))
    #expect(names.contains("burn-seed") && files.count > 25, "\(files)")
    let form = try String(contentsOfFile: folder.file("made/form.html"), encoding: .utf8)
    #expect(form.contains("name=\"--set invert=\"") && form.contains("<h2>burn</h2>"))
  }

  @Test func `every script is shown and run`() throws {
    let examples = Repository.root + "/Examples"
    let page = try String(contentsOfFile: examples + "/README.md", encoding: .utf8)
    let helpers = [
      "gallery", "install-engines", "install-libvips", "install-tools", "packages", "quickstart",
      "set-up",
    ]
    let tested = Self.scripts.map(\.name) + helpers
    for file in try FileManager.default.contentsOfDirectory(atPath: examples)
    where file.hasSuffix(".sh") {
      #expect(tested.contains(String(file.dropLast(3))), "\(file) is not run")
      #expect(page.contains("`\(file)`"), "\(file) is not in Examples/README.md")
    }
    // Tests/distributed runs these.
    for file in try FileManager.default.contentsOfDirectory(atPath: examples + "/distributed") {
      #expect(page.contains("`\(file)`"), "distributed/\(file) is not in Examples/README.md")
    }
  }

  /// A page of the documentation, and some of the files that its commands make.
  struct Page: Sendable, CustomStringConvertible {
    let name: String
    let files: [String]

    var description: String { name }
  }

  static let pages = [
    Page(
      name: "README",
      files: [
        "lake.mp4", "film.mp4", "turn.mp4", "holiday.mp4", "joined.mp4", "trip.mp4", "holiday.list",
        "logo.mov",
        "moving.mp4", "story.mp4", "turn.webp", "mask.mp4", "ink.mp4", "looks.html",
        "shots/shot.1024.png", "cut/cut.0011.png", "flash.png", "sheet.jpg", "frames/turn_0023.png",
        "swipe.mkv",
        "out/turn019.tiff",
      ]),
    Page(
      name: "Documentation/lists",
      files: ["trip.mp4", "holiday.mp4", "frames/f000.png", "show.mp4"]),
    Page(name: "Documentation/motion", files: ["moving.mp4", "one.mp4", "moves.mp4"]),
    Page(name: "Documentation/sequences", files: ["out/cut.1056.png", "cut.mp4"]),
    Page(
      name: "Documentation/films", files: ["joined.mp4", "parts.mp4", "trip.mp4", "speeds.mp4"]),
    Page(name: "Documentation/sound", files: ["film.mp4", "song.mp4", "levels.mp4"]),
    Page(name: "Documentation/farms", files: ["farm/f089.png"]),
    Page(name: "Documentation/gl", files: ["blind.jpg", "blind.png"]),
    Page(name: "Documentation/performance", files: ["small/f002.png"]),
    Page(name: "Documentation/untrusted", files: ["film.mp4"]),
    Page(name: "Documentation/pages", files: ["looks.html", "three.html", "show.html"]),
    Page(
      name: "Documentation/agents",
      files: ["push.json", "plan.json", "joints.png", "frame.png", "show.mp4", "events.jsonl"]),
    Page(
      name: "Documentation/programs",
      files: ["film.mp4", "events.jsonl", "poster.jpg", "turn.webp"]),
  ]

  @Test(.needs("ffmpeg", "jq"), arguments: pages)
  func `the commands in the documents run`(_ page: Page) throws {
    let text = try String(contentsOfFile: "\(Repository.root)/\(page.name).md", encoding: .utf8)
    let blocks = text.split(separator: "```sh\n").dropFirst()
      .map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
    #expect(!blocks.isEmpty)
    let prepared = try Self.prepared.get()
    for name in try prepared.contents() {
      try FileManager.default.copyItem(
        atPath: prepared.file(name), toPath: folder.file(name))
    }
    for block in blocks { try Self.run(Self.smaller(block), in: folder) }
    for name in page.files {
      #expect(FileManager.default.fileExists(atPath: folder.file(name)), "\(name)")
    }
  }

  /// Runs commands with the tool's folder on the path.
  private static func run(_ commands: String, in folder: TemporaryFolder) throws {
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try Subprocess(
      "/bin/sh", ["-ec", commands], in: folder.path,
      environment: ["PATH": "\(tools):\(path)", "EXAMPLES": Repository.root + "/Examples"]
    ).outcome()
    #expect(run.status == 0, "\(commands)\(run.errors)")
  }

  /// A folder of the files that the pages take for given, made once and copied for each.
  private static let prepared = Result {
    let folder = try TemporaryFolder()
    try run(preparation, in: folder)
    return folder
  }

  /// Commands with frames of fewer pixels: encoders would take minutes for those of films.
  private static func smaller(_ block: some StringProtocol) -> String {
    let sizes = [
      ("1080p", "160x90"), ("720p", "160x90"), ("4k", "160x90"), ("vertical", "90x160"),
      ("square", "90x90"), ("1920x1080", "160x90"), ("1280x720", "160x90"), ("640x360", "160x90"),
      ("480x270", "160x90"), ("320x180", "160x90"),
    ]
    // Those that have the size of a list or of drawings.
    let large = ["@Examples/lake.list", "Examples/day.svg Examples/night.svg"]
    let sized = large.reduce(String(block)) {
      $0.replacing($1 + " -o", with: $1 + " --size 160x90 -o")
    }
    return sizes.reduce(sized) { $0.replacing("--size \($1.0)", with: "--size \($1.1)") }
  }

  /// Makes the files that the pages take for given.
  static let preparation = """
    picture() {
      dotransition "$1" "$1" --transitionfilter dissolve --size 160x90 --time 0 -q --output "$2"
    }
    mkdir holiday
    ln -s "$EXAMPLES" Examples
    picture "$EXAMPLES/day.svg" first.jpg
    picture "$EXAMPLES/night.svg" last.jpg
    picture "$EXAMPLES/night.svg" mask.png
    picture "$EXAMPLES/night.svg" "boat trip.jpg"
    cp first.jpg holiday/1.jpg
    cp last.jpg holiday/2.jpg
    cp first.jpg holiday/3.jpg
    svg='<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90">'
    echo "$svg</svg>" >nothing.svg
    echo "$svg<circle cx='80' cy='45' r='30'/></svg>" >logo.svg
    cp logo.svg title.svg
    picture nothing.svg nothing.png
    picture logo.svg logo.png
    ffmpeg -v error -f lavfi -i sine=duration=9 music.mp3
    printf '%s\n' 'vec4 transition(vec2 uv) {' \
      '  return uv.y > 1.0 - progress ? getToColor(uv) : getFromColor(uv);' '}' >blind.glsl
    for clip in "walk 25" "boat 30"; do
      set -- $clip
      dotransition first.jpg last.jpg --hold 2s -c 9 --fps "$2" --music music.mp3 -q -o "$1.mp4"
    done
    for folder in a b; do
      dotransition first.jpg --pan-zoom in --hold 12 -q -o "$folder/plate.%04d.png"
    done
    """

  @Test(.needs("ffmpeg", "vips"))
  func `the first film of the front page is what its list makes`() throws {
    let made = try Subprocess(
      "/bin/sh",
      [
        "-ec",
        """
        folder=$PWD
        cd "$EXAMPLES"
        sed 's/--music.*//' lake.list |
          "$TOOL" @- --size 320x180 --fps 12 --quality 45 -q -o "$folder/made.webp"
        cd "$folder"
        vips copy made.webp[n=-1] made.v
        vips copy "$EXAMPLES/gallery/lake.webp[n=-1]" shown.v
        vips subtract made.v shown.v difference.v
        vips abs difference.v distance.v
        vips avg distance.v
        """,
      ], in: folder.path,
      environment: ["TOOL": BuiltTool.path, "EXAMPLES": Repository.root + "/Examples"]
    ).outcome()
    // Other fonts draw other letters.
    let distance = try #require(
      Double(made.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(made.errors)")
    #expect(made.status == 0 && distance < 2, "sh Examples/gallery.sh makes it")
  }

  @Test func `a transition declared outside the library runs`() throws {
    let program = BuiltTool.folder + "/CustomTransition"
    try BuiltTool.check(program)
    let run = try Subprocess(program, [folder.path], in: folder.path).outcome()
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.contents() == (0..<6).map { "iris\($0).ppm" })
  }
}
