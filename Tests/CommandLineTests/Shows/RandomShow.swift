import TestSupport
import TransitionKit

/// A show of random items with random options, as a list and the options beside it.
struct RandomShow {
  private struct Line {
    var name: String
    var options: [String: String]
  }

  private var lines: [Line] = []
  /// The options of the run.
  private var options: [String: String] = [:]

  init(using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 2...5, using: &random) { lines.append(Self.line(using: &random)) }
    for _ in 0..<4 { changeOption(using: &random) }
  }

  /// The text of the list.
  var list: String {
    lines.map { line in
      let options = line.options.sorted { $0.key < $1.key }
        .map { $0.value.isEmpty ? $0.key : "\($0.key) '\($0.value)'" }
      return (["'\(line.name)'"] + options).joined(separator: " ") + "\n"
    }.joined()
  }

  /// The command line, but for its output.
  func arguments(list: String) -> [String] {
    let usual = ["--size": "24x16", "--count": "3"]
    return ["@\(list)"]
      + usual.merging(options) { $1 }.sorted { $0.key < $1.key }
      .flatMap { $0.value.isEmpty ? [$0.key] : [$0.key, $0.value] }
  }

  /// Changes one thing.
  mutating func change(using random: inout SplitMix64) {
    let index = Int.random(in: lines.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: lines[index] = Self.line(using: &random)
    case 1: lines.insert(Self.line(using: &random), at: index)
    case 2 where lines.count > 2: lines.remove(at: index)
    case 3: lines.swapAt(index, Int.random(in: lines.indices, using: &random))
    case 4, 5: lines[index].options = Self.options(of: lines[index].name, using: &random)
    case 6: changeOption("--fps", using: &random)
    default: changeOption(using: &random)
    }
  }

  private mutating func changeOption(_ name: String? = nil, using random: inout SplitMix64) {
    let some = Self.ofRun.filter { name == nil || $0.0 == name }
    guard let (name, values) = some.randomElement(using: &random) else { return }
    // Half of the time it has its default again.
    options[name] = Bool.random(using: &random) ? values.randomElement(using: &random) : nil
  }

  private static func line(using random: inout SplitMix64) -> Line {
    let kinds = [
      ShowFolder.stills, ShowFolder.stills, ShowFolder.films, ShowFolder.films,
      ShowFolder.sequences, ShowFolder.colors,
    ]
    let name = kinds.randomElement(using: &random)?.randomElement(using: &random) ?? "black"
    return Line(name: name, options: options(of: name, using: &random))
  }

  /// Options of an item and of the step after it.
  private static func options(
    of name: String, using random: inout SplitMix64
  ) -> [String: String] {
    let own =
      ShowFolder.films.contains(name)
      ? ofFilm : ShowFolder.sequences.contains(name) ? ofSequence : ofStill
    var options: [String: String] = [:]
    for (name, values) in (own + ofEach + ofStep).sorted(by: { $0.0 < $1.0 })
    where Int.random(in: 0..<4, using: &random) == 0 {
      options[name] = values.randomElement(using: &random)
    }
    return options
  }

  private static let ofStill = [
    ("--hold", ["1", "2", "4", "0.1s"]), ("--zoom", ["8%", "30%"]),
    ("--pan-zoom", ["none", "in", "out", "auto", "auto", "0,0,100%,100%>50%,50%,30%,30%"]),
  ]
  private static let ofFilm = [
    ("--from", ["0s", "0.1s", "0.12s"]), ("--to", ["0.3s", "0.5s", "9s"]),
  ]
  private static let ofSequence = [("--range", ["1-6", "2-8", "3-8"])]
  private static let ofEach = [
    ("--fit", ["cover", "contain", "contain-blur", "stretch", "none"]),
    ("--focus", ["center", "10%,90%", "attention"]),
  ]
  private static let ofStep = [
    (
      "--transition", ["swipe", "mod", "iris", "push", "swipe:angle=1", "fadecolor", "./mine.glsl"]
    ),
    ("--count", ["2", "3", "0.1s"]), ("--easing", ["linear", "ease", "steps(3)"]),
  ]
  private static let ofRun = [
    ("--fps", ["10", "24", "25", "30", "60", "30000/1001"]), ("--count", ["3", "4", "0.1s"]),
    ("--hold", ["2", "3", "0.1s"]), ("--size", ["24x16", "32x18", "50%", "x12"]),
    ("--transition", ["random", "swipe", "dissolve", "heart"]), ("--seed", ["2", "3"]),
    ("--fit", ["contain", "contain-blur"]), ("--focus", ["90%,10%"]), ("--zoom", ["20%"]),
    ("--pan-zoom", ["auto", "in"]), ("--loop", [""]), ("--reverse", [""]), ("--dither", [""]),
    ("--background", ["red", "transparent"]), ("--working-space", ["srgb"]),
    ("--endpoints", ["start", "none"]), ("--start-number", ["7"]), ("--quality", ["40"]),
    ("--exportfiletype", ["png", "jpg", "webp"]),
  ]
}
