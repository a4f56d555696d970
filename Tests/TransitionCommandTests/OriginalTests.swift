import Foundation
import TestSupport
import Testing

@testable import TransitionCommand

/// The command lines of the original's user guide, written in every way that its parser took.
@Suite struct OriginalTests {
  static let guide = """
    --transitionfilter CIBarsSwipeTransition --basename image --outputdir OUT --baroffset \
    60 --angle 2.0 --width 20 --sourceimage a.png --targetimage b.png --exportfiletype \
    public.jpeg --count 20
    --transitionfilter CIRippleTransition -b image -o OUT --center 1136,852 --scale=40.0 \
    --width 50 --extent 0,0,2272,1704 -s a.png -d b.png -c 20
    --transitionfilter CISwipeTransition -b image -o OUT --angle 2.0 --width 150 --color \
    0.3,0.2,0.8,1.0 --extent 0,0,2272,1704 --opacity 0.7 -s a.png -d b.png -t \
    public.jpeg -c 20
    --transitionfilter CICopyMachineTransition -b image -o OUT --angle=-2.0 --width 100 \
    --color 0.8,0.2,0.6,1.0 --extent 0,0,2272,1704 --opacity 0.85 -s a.png -d b.png -c \
    30
    --transitionfilter CIDisintegrateWithMaskTransition -b image -o OUT --maskimage a.png \
    --shadowradius 80 --shadowdensity 0.8 --shadowoffset 10,25 -s a.png -d b.png -c 20
    --transitionfilter CIFlashTransition -b image -o OUT --extent 0,0,2272,1704 --color \
    0.0,0.2,0.8,1.0 --striationcontrast 2.0 --fadethreshold 0.8 --striationstrength 1.0 \
    --center 1136,852 -s a.png -d b.png -c 40 -t public.jpeg
    --transitionfilter CIDissolveTransition -b image -o OUT --exportfiletype public.png -s \
    a.png -d b.png -c 20
    --transitionfilter CIModTransition -b image -o OUT -s a.png -d b.png -c 20 --angle \
    3.14159 --radius 340 --compression 300 --center 1136,852
    --transitionfilter CIPageCurlTransition -b image -o OUT -s a.png -d b.png -c 20 \
    --angle 3.2 --radius 250 --extent 0,0,2272,1704 --backsideimage a.png
    --transitionfilter CIPageCurlWithShadowTransition -b image -o OUT -s a.png -d b.png -c \
    20 --angle 3.2 --radius 350 --extent 0,0,2272,1704 --shadowamount 0.7 --shadowsize \
    250 --backsideimage a.png
    """.split(separator: "\n").map(String.init)

  private static let letters = [
    "sourceimage": "s", "targetimage": "d", "outputdir": "o", "basename": "b", "count": "c",
    "exportfiletype": "t",
  ]

  /// A way to write an option and its value; the first of a line may be in a group with a flag.
  enum Way: CaseIterable {
    case attached, beginnings, grouped, mixedCase

    func written(_ name: String, _ value: String, isFirst: Bool) -> [String] {
      let letter = OriginalTests.letters[name]
      switch self {
      case .attached: return letter.map { ["-\($0)\(value)"] } ?? ["--\(name)=\(value)"]
      case .beginnings:
        return ["--" + (OriginalTests.beginnings[name] ?? name), value]
      case .grouped:
        guard let letter else { return ["--\(name)", value] }
        return isFirst ? ["-qv\(letter)\(value)"] : ["-q\(letter)", value]
      case .mixedCase:
        let mixed = name.enumerated().map { $0 % 2 == 0 ? $1.uppercased() : String($1) }.joined()
        return ["--\(mixed)=\(value)"]
      }
    }
  }

  /// Unmistakable beginnings of the names that the guide has.
  private static let beginnings = [
    "sourceimage": "sou", "targetimage": "ta", "outputdir": "outputd", "basename": "base",
    "count": "cou", "exportfiletype": "exp", "transitionfilter": "tr", "baroffset": "bar",
    "angle": "an", "width": "wid", "center": "ce", "scale": "sc", "extent": "ext",
    "color": "color", "opacity": "op", "maskimage": "mask", "shadowradius": "shadowr",
    "shadowdensity": "shadowd", "shadowoffset": "shadowo", "striationcontrast": "striationc",
    "fadethreshold": "fa", "striationstrength": "striations", "radius": "rad",
    "compression": "com", "backsideimage": "backs", "shadowamount": "shadowa",
    "shadowsize": "shadows",
  ]

  /// The options of a line of the guide, by their long names.
  private static func options(_ line: String) -> [(name: String, value: String)] {
    let words = line.split(whereSeparator: { " =".contains($0) }).map(String.init)
    return stride(from: 0, to: words.count, by: 2).map { index in
      let word = words[index]
      let name =
        word.hasPrefix("--")
        ? String(word.dropFirst(2))
        : letters.first { "-" + $0.value == word }?.key ?? word
      return (name, words[index + 1])
    }
  }

  @Test(arguments: guide) func `the guide makes frames`(_ line: String) throws {
    let sandbox = try Sandbox()
    let result = try sandbox.run(
      line.replacing("OUT", with: "out").split(separator: " ").map(String.init))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try sandbox.names().count >= 20)
  }

  @Test(arguments: guide, Way.allCases) func `the guide means the same however it is written`(
    _ line: String, _ way: Way
  ) throws {
    func meaning(_ arguments: [String]) throws -> [String: String] {
      // A group of letters has these two, too.
      let given = try Settings(arguments).all
        .filter { $0.isGiven && !["quiet", "verbose"].contains($0.definition.name) }
      return Dictionary(uniqueKeysWithValues: given.map { ($0.definition.name, $0.text ?? "") })
    }
    let options = Self.options(line)
    let first = options.firstIndex { Self.letters[$0.name] != nil }
    let arguments = options.enumerated().flatMap { index, option in
      way.written(option.name, option.value, isFirst: index == first)
    }
    let plain = try meaning(line.split(separator: " ").map(String.init))
    #expect(plain.count == options.count)
    #expect(try meaning(arguments) == plain)
  }

  @Test func `an attached name does not ask for help`() throws {
    let sandbox = try Sandbox()
    try sandbox.a.write(to: sandbox.folder.file("-h-x.png"))
    let source = "-s\(sandbox.folder.file("-h-x.png"))"
    for arguments in [[source], ["-s-h-x.png"], ["-s", "-h-x.png"], ["--source=-h-x.png"]] {
      let result = try sandbox.run(
        arguments + ["-db.png", "--trans=swipe", "-oout", "-bf", "-tpng", "-c2", "-q"])
      #expect(result.status == 0 && result.output == "", "\(result.errors)")
      #expect(try sandbox.folder.contents(of: "out") == ["f000.png", "f001.png"])
      try FileManager.default.removeItem(atPath: sandbox.folder.file("out"))
    }
  }

  @Test func `what is ambiguous or unknown is a usage error`() throws {
    let sandbox = try Sandbox()
    let job = ["--transitionfilter", "swipe", "-sa.png", "-db.png", "-oout", "-bf"]
    try sandbox.expectFailure(64, "--shadowradius", "--shadowsize", of: job + ["--shadow", "3"])
    try sandbox.expectFailure(64, "unknown option: -x in -vx", of: job + ["-vx"])
    try sandbox.expectFailure(64, "'--angle'", of: job + ["--angel", "3"])
  }
}
