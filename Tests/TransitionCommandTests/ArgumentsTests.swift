import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// The words of a command line: which option each is, and its value.
@Suite struct ArgumentsTests {
  static let options = Settings().all.map(\.definition).filter { $0.scope != .line }
  static let names = OptionNames(options)

  static func arguments(_ words: [String]) throws(Failure) -> Arguments {
    try Arguments(words.map { Word(text: $0) }, names)
  }
  static func arguments(_ line: String) throws(Failure) -> Arguments {
    try arguments(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    // Attached to a letter.
    ("-c20", "--count=20"), ("-s/home/x.jpg", "--sourceimage=/home/x.jpg"),
    ("-s/home/x-h.jpg", "--sourceimage=/home/x-h.jpg"), ("-tpng", "--exportfiletype=png"),
    ("-c=2", "--count=2"), ("-c 20", "--count=20"), ("-o=", "--outputdir="),
    // In a group.
    ("-vc3", "--verbose --count=3"), ("-vqc 3", "--verbose --quiet --count=3"),
    ("-lv", "--listtransitionfilters --verbose"), ("-oo", "--outputdir=o"),
    ("-bloop", "--basename=loop"), ("-s=size", "--sourceimage=size"), ("-help", "-h"),
    ("-vs-h", "--verbose --sourceimage=-h"), ("-lq", "--listtransitionfilters --quiet"),
    // Beginnings, in any case.
    ("--source a", "--sourceimage=a"), ("--trans=swipe", "--transitionfilter=swipe"),
    ("--SourceImage a", "--sourceimage=a"), ("--TARG=b", "--targetimage=b"),
    ("--no-verb", "--no-verbose"), ("--No-Overwrite", "--no-overwrite"),
    // A whole name comes before those that it begins.
    ("--output x", "--output=x"), ("--OUTPUT=x", "--output=x"), ("--frames 3", "--frames=3"),
    ("--generate manual", "--generate=manual"),
    ("--gene bash", "--generate-completion-script=bash"),
    // Values that look like options.
    ("--angle -1.57", "--angle=-1.57"), ("-s -x -d -c", "--sourceimage=-x --targetimage=-c"),
    ("-b --count", "--basename=--count"), ("-b -- -c 3", "--basename=-- --count=3"),
    ("-s--help", "--sourceimage=--help"), ("--save-options=Q=80", "--save-options=Q=80"),
    // No options.
    ("-- -c3 --source -h", "-- -c3 --source -h"), ("a.jpg -c3 b.jpg", "--count=3 -- a.jpg b.jpg"),
    ("-", "-- -"), ("--output -", "--output=-"),
    // Values that may be left out.
    ("--filterprop", "--filterproperties"), ("--filterprop -v", "--filterproperties --verbose"),
    ("--filterprop=mod", "--filterproperties=mod"), ("--filterprop mod", "--filterproperties=mod"),
    // Help, wherever it is asked for.
    ("-c3 -h", "-h"), ("-vh", "-h"), ("-s -h", "-h"), ("--count --help", "--help"),
    ("--bogus --he", "--help"), ("--no -x -h", "-h"), ("-hx", "-h"), ("--help -h", "--help"),
    // Synonyms, before beginnings.
    ("--filter mod", "--transitionfilter=mod"), ("--Transition=mod", "--transitionfilter=mod"),
    ("--from a --to b", "--sourceimage=a --targetimage=b"), ("--input a", "--sourceimage=a"),
    ("--out x.png", "--output=x.png"), ("--frames-count 3", "--count=3"),
    ("--duration 2s", "--count=2s"), ("--fps-rate 25", "--fps=25"), ("--framerate=9", "--fps=9"),
  ])
  func `can be written in many ways`(_ line: String, _ canonical: String) throws {
    let (read, expected) = (try Self.arguments(line), try Self.arguments(canonical))
    #expect(read.texts == expected.texts && read.plain == expected.plain)
  }

  @Test func `are the values of options`() throws {
    let read = try Self.arguments(
      "-c20 --verbose a.jpg --no-verbose -c=3 --angle -1.57 --filterprop")
    #expect(
      read.texts == [
        "count": ["20", "3"], "verbose": ["yes", "no"], "angle": ["-1.57"],
        "filterproperties": [""],
      ])
    #expect(read.plain.map(\.text) == ["a.jpg"])
  }

  @Test(arguments: [
    ("--filterp=x --pl mod", "ambiguous option: --pl: --plays or --plan-frames"),
    ("-x", "unknown option: -x"), ("-vx", "unknown option: -x in -vx"),
    ("-verbose", "unknown option: -verbose (did you mean '--verbose'?)"),
    ("-Loop", "unknown option: -Loop (did you mean '--loop'?)"),
    ("-no-verbose", "unknown option: -no-verbose (did you mean '--no-verbose'?)"),
    ("-framerate=9", "unknown option: -framerate (did you mean '--framerate'?)"),
    ("-hold 3", "unknown option: -hold (did you mean '--hold'?)"),
    ("-L", "unknown option: -L"),
    ("-1.57", "unknown option: -1 in -1.57"), ("-v=3", "unknown option: -= in -v=3"),
    ("--angel 1", "unknown option: --angel (did you mean '--angle'?)"),
    ("--reverse=yes", "--reverse takes no value"), ("--=x", "unknown option: --"),
    ("-s", "--sourceimage: expected a value: PATH"),
    ("--count", "--count: expected a value: N|TIME"),
  ])
  func `refuse a name that no option has`(_ line: String, _ message: String) {
    #expect(throws: Failure.usage(message)) { try Self.arguments(line) }
  }

  @Test func `a duration has a unit`() throws {
    #expect(try Settings(["--duration", "2s", "--fps", "10"]).count == .seconds(micro: 2_000_000))
    #expect(try Settings(["--count", "2"]).count == .frames(2))
    #expect(
      throws: Failure.usage("--duration: '2' has no unit: 2s in seconds, or --count in frames")
    ) { try Settings(["--duration", "2"]) }
  }

  @Test func `are cut between scalars`() throws {
    let marks = ["\u{301}", "\u{200d}", "\u{1f3fd}"]
    for mark in marks {
      for words in [["-b" + mark], ["-b=" + mark], ["--base=" + mark], ["-b", mark]] {
        #expect(try Self.arguments(words).texts == ["basename": [mark]])
        #expect(try Settings(words).basename == mark)
      }
      #expect(try Self.arguments(["-b", "-" + mark]).texts == ["basename": ["-" + mark]])
      #expect(throws: Failure.usage("unknown option: -\(mark)")) {
        try Self.arguments(["-" + mark])
      }
    }
  }

  /// The names of the original, as its guide has them.
  private static let original = Set(
    """
    sourceimage targetimage transitionfilter outputdir basename count exportfiletype
    listtransitionfilters filterproperties verbose no-verbose softwarerender help version angle
    width scale opacity radius baroffset center extent color shadowextent shadowoffset
    shadowdensity shadowradius striationstrength fadethreshold striationcontrast compression
    numberoffolds foldshadowamount bottomheight shadowamount shadowsize backsideimage maskimage
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  @Test(arguments: [
    ("a", "angle"), ("fo", "foldshadowamount"), ("filt", "filterproperties"), ("ti", "time"),
    ("lo", "loop"), ("du", "count"), ("mas", "maskimage"), ("op", "opacity"),
  ])
  func `a beginning that the original had stays what it was`(
    _ beginning: String, _ name: String
  ) throws {
    let value = name == "loop" ? [] : ["1"]
    #expect(try Array(Self.arguments(["--" + beginning] + value).texts.keys) == [name])
  }

  /// Options that have made no beginning of the others ambiguous.
  private static let later: Set = [
    "speed", "music-volume", "duck", "volume", "sound-fade-in", "sound-fade-out", "loudness",
    "pan-zoom-easing", "draft", "caption", "title", "caption-at", "caption-style", "text-color",
    "text-size", "font", "parts", "clean-parts", "sheet", "font-file", "write-subtitles",
    "watermark", "chapters", "watch",
  ]
  /// Words that are answered although options begin with them.
  private static let answered: Set = ["sound", "text"]

  @Test(arguments: [
    "text", "subtitles", "logo", "overlay", "preview", "cut", "fade-in", "fade-out", "sound",
  ])
  func `what people try is answered`(_ word: String) {
    let error = #expect(throws: Failure.self) { try Self.arguments(["--" + word, "1"]) }
    #expect(error?.message.hasPrefix("unknown option: --\(word) (") == true)
    #expect(error?.message.contains("did you mean") == false)
  }

  @Test func `take every name and its shortest beginning`() throws {
    let listed = Self.options.filter(\.isListed)
    let flags = listed.filter { $0.form == .invertibleFlag }.map { "no-" + $0.name }
    let names: [(owner: String, all: [String])] =
      listed.map { ($0.name, [$0.name, $0.preferred].compactMap(\.self)) }
      + flags.map { ($0, [$0]) }
    let synonyms = Self.options.flatMap(\.synonyms)
    #expect(names.count > 50)
    for option in Self.options where !option.asksForHelp {
      let isFlag = option.form.isFlag
      let value = isFlag ? [] : option.form == .optionalValue ? ["x"] : ["-x"]
      let expected = [option.name: isFlag ? ["yes"] : value]
      for name in [option.name, option.name.uppercased()] {
        #expect(try Self.arguments(["--" + name] + value).texts == expected)
      }
      guard option.isListed else { continue }
      let own = [option.name, option.preferred].compactMap(\.self)
      for beginning in own.flatMap({ name in (1..<name.count).map { String(name.prefix($0)) } }) {
        if names.contains(where: { $0.all.contains(beginning) }) || synonyms.contains(beginning)
          || Self.options.contains(where: { $0.name == beginning })
        {
          continue
        }
        let all = names.compactMap { (owner, names) in
          names.first { $0.hasPrefix(beginning) }.map { (owner: owner, name: $0) }
        }
        if Self.answered.contains(beginning) { continue }
        let old = all.filter { Self.original.contains($0.owner) }
        let early = all.filter { !Self.later.contains($0.owner) }
        let owners = old.count == 1 ? old : early.count == 1 ? early : all
        let result = Result { try Self.arguments(["--" + beginning] + value) }
        if owners.count == 1 {
          guard owners[0].owner == option.name else { continue }
          #expect(try result.get().texts == expected, "\(beginning)")
        } else {
          let candidates = owners.dropLast().map { "--" + $0.name }.joined(separator: ", ")
          #expect(
            throws: Failure.usage(
              "ambiguous option: --\(beginning): \(candidates) or --\(owners[owners.count - 1].name)"
            )
          ) { try result.get() }
        }
      }
    }
  }

  @Test func `are the same written out in full`() throws {
    var generator = SplitMix64(seed: 11)
    let pieces =
      [
        "-v", "-qc3", "-s", "-d/x", "--TRANS", "--angle", "--width=-3", "-1", "--", "a", "-",
        "--fit",
      ]
      + ["--filterprop", "--reverse", "-b\u{301}", "=", "--=", "-o=-x", "--no-v", "--zzz", ""]
    var count = 0
    for _ in 0..<2000 {
      let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      guard let read = try? Self.arguments(words) else { continue }
      count += 1
      let full = read.texts.flatMap { name, values in
        values.map { value in
          let isFlag = Self.options.contains { $0.name == name && $0.form.isFlag }
          return isFlag ? (value == "yes" ? "--\(name)" : "--no-\(name)") : "--\(name)=\(value)"
        }
      }
      let again = try Self.arguments(full + ["--"] + read.plain.map(\.text))
      #expect(again.texts == read.texts && again.plain == read.plain, "\(words)")
    }
    #expect(count > 200)
  }

  @Test func `no two options share a name or a letter`() {
    let letters = Self.options.compactMap { $0.letter.map { String($0) } }
    for names in [Self.options.flatMap { [$0.name] + $0.synonyms }, letters] {
      #expect(Set(names).count == names.count)
    }
    for name in Self.options.map(\.name) { #expect(name == name.lowercased() && !name.isEmpty) }
  }
}

extension Arguments {
  /// The values of each option.
  fileprivate var texts: [String: [String]] {
    Dictionary(grouping: values, by: \.option.name).mapValues { $0.map(\.word.text) }
  }
}
