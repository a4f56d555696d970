import GLTransitions
import Testing
import TransitionKit

@testable import TransitionCommand

/// What a shell is offered behind the words that are there.
@Suite struct CompletionsTests {
  private static func candidates(_ line: String) -> [String] {
    Completions.candidates(
      for: line.split(separator: " ", omittingEmptySubsequences: false)
        .map(String.init))
  }

  @Test func `options begin as the word does`() {
    #expect(Self.candidates("--tr") == ["--transition", "--transitionfilter"])
    #expect(Self.candidates("--dur") == ["--duration"])
    #expect(Self.candidates("--shadowr") == ["--shadowradius"])
    #expect(Self.candidates("--zzz") == [])
    let listed = Settings().all.map(\.definition).filter(\.isListed)
    let names = listed.map(\.label) + listed.compactMap(\.preferred).map { "--\($0)" }
    #expect(Set(Self.candidates("-")) == Set(names))
    #expect(!names.contains("--generate"))
  }

  @Test func `only the chosen filter's parameters are offered`() {
    for filter in Transitions.all {
      let offered = Set(Self.candidates("--transitionfilter \(filter.alias) --"))
      for parameter in Transitions.all.flatMap(\.parameters) {
        let isOwn = filter.parameters.contains { $0.name == parameter.name }
        #expect(offered.contains("--" + parameter.option) == isOwn, "\(filter) \(parameter.name)")
      }
    }
  }

  @Test func `filters are offered by both names`() {
    #expect(Self.candidates("--transitionfilter CISw") == ["CISwipeTransition"])
    #expect(Self.candidates("--transitionfilter page") == ["pagecurl", "pagecurlwithshadow"])
    let names = Self.candidates("--transitionfilter ")
    #expect(
      names.count
        == 2 * Transitions.all.count + ShippedTransitions.names.count + Filters.presets.count + 1)
    #expect(Self.candidates("--transition hea") == ["heart"])
    #expect(Self.candidates("--filterhelp circle") == ["circleopen", "circleclose"])
  }

  @Test(arguments: [
    (
      "swipe:",
      ["angle=", "width=", "color=", "extent=", "opacity=", "count=", "duration=", "easing="]
    ),
    ("swipe:w", ["width="]), ("swipe:width=3:w", []), ("swipe:width=3:c", ["color=", "count="]),
    ("swipe:width=", []), ("heart:inv", ["invert="]), ("nothing:e", []),
    ("heart:invert=", ["invert=yes", "invert=no"]),
    ("maskwipe:maskimage=s", ["maskimage=star", "maskimage=spiral"]),
    (
      "random:c",
      [
        "copymachine", "cover", "crosswarp", "crosszoom", "cube", "cut", "clock", "checker",
        "clouds", "circleopen", "circleclose", "coverleft", "coverright", "coverup", "coverdown",
        "count=",
      ]
    ),
    ("random:swipe,copy", ["swipe,copymachine"]),
    ("random:swipe,heart:", ["count=", "duration=", "easing="]),
    ("swipe:easing=bounce-i", ["easing=bounce-in", "easing=bounce-in-out"]),
  ])
  func `parameters are offered after a transition's name`(_ word: String, _ expected: [String]) {
    let end = word.lastIndex(of: ":") ?? word.startIndex
    let found = Self.candidates("--transition " + word)
    #expect(found == expected.map { "\(word[...end])\($0)" })
    #expect(Self.candidates("--transition=" + word) == found.map { "--transition=" + $0 })
    // In pieces, as bash has it, which wants the rest of the last one.
    let pieces = "--transition " + word.replacing(":", with: " : ").replacing("=", with: " = ")
    let offered = Self.candidates(pieces)
    #expect(expected.isEmpty ? offered == [":file"] : offered.count == expected.count)
    for (offer, whole) in zip(offered, expected) where !expected.isEmpty {
      #expect(whole == offer || whole.hasSuffix("=" + offer))
    }
  }

  @Test func `the parameters of a preset and of a choice are known`() {
    #expect(Self.candidates("--transition heart --softn") == ["--softness"])
    #expect(Self.candidates("--transition heart:invert=yes --wi") == [])
    #expect(Self.candidates("--transition random:swipe,heart --wi") == ["--width"])
    #expect(Self.candidates("--transition random:swipe,heart --softn") == ["--softness"])
  }

  @Test(arguments: [
    "--transitionfilter=swipe", "--transitionfilter = swipe", "--trans swipe", "--filter CISwipe",
    "--tr=swipe", "-v --angel 3 --transitionfilter swipe -q",
  ])
  func `the chosen filter is known, however it is written`(_ line: String) {
    #expect(Self.candidates("\(line) --wi") == ["--width"])
    #expect(Self.candidates("\(line) --baro") == [])
  }

  @Test func `values may follow an equals sign`() {
    #expect(
      Self.candidates("--transitionfilter=page")
        == ["--transitionfilter=pagecurl", "--transitionfilter=pagecurlwithshadow"])
    // As bash has it.
    #expect(Self.candidates("--transitionfilter = page") == ["pagecurl", "pagecurlwithshadow"])
    #expect(Self.candidates("--fit =").contains("cover"))
    #expect(Self.candidates("--sourceimage=") == [":file"])
    #expect(Self.candidates("--transitionfilter ./x") == [":file"])
  }

  @Test(arguments: [
    ("--easing bounce-i", "bounce-in"), ("-t public.j", "public.jpeg"), ("--endpoints s", "start"),
    ("--filterhelp CIDis", "CIDissolveTransition"), ("--pixel-format rgb2", "rgb24"),
    ("--skip", "--skip-existing"),
  ])
  func `values are offered`(_ line: String, _ candidate: String) {
    #expect(Self.candidates(line).contains(candidate))
  }

  @Test(arguments: [
    ("-s ", ":file"), ("-s a", ":file"), ("--sourceimage a", ":file"), ("--maskimage x", ":file"),
    ("--backsideimage ", ":file"),
    ("-o ", ":file"), ("--contact-sheet s", ":file"), ("", ":file"), ("-v ", ":file"),
  ])
  func `files and folders are left to the shell`(_ line: String, _ candidate: String) {
    #expect(Self.candidates(line) == [candidate])
  }

  @Test func `masks are offered before files`() {
    #expect(Self.candidates("--maskimage s") == ["star", "spiral"])
    #expect(Self.candidates("--maskimage ").count == 13)
    #expect(Self.candidates("--maskimage ./s") == [":file"])
  }

  @Test func `nothing is offered for a number`() {
    #expect(Self.candidates("-c ") == [])
    #expect(Self.candidates("--angle -") == [])
  }

  @Test func `only the script's question is answered`() {
    #expect(Completions.text(for: ["--tr"]) == nil)
    #expect(Completions.text(for: []) == nil)
    #expect(
      Completions.text(for: ["---completion", "--tr"]) == "--transition\n--transitionfilter")
  }
}
