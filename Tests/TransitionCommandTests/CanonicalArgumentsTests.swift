import ArgumentParser
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct CanonicalArgumentsTests {
  static func canonical(_ line: String) throws(Failure) -> [String] {
    try CanonicalArguments.of(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    // Attached to a letter.
    ("-c20", "--count 20"), ("-s/home/x.jpg", "--sourceimage /home/x.jpg"),
    ("-s/home/x-h.jpg", "--sourceimage /home/x-h.jpg"), ("-tpng", "--exportfiletype png"),
    ("-c=2", "--count 2"), ("-c 20", "--count 20"), ("-o=", "--outputdir "),
    // In a group.
    ("-vc3", "--verbose --count 3"), ("-vqc 3", "--verbose --quiet --count 3"),
    ("-vs-h", "--verbose --sourceimage=-h"), ("-lq", "--listtransitionfilters --quiet"),
    // Beginnings, in any case.
    ("--source a", "--sourceimage a"), ("--trans=swipe", "--transitionfilter swipe"),
    ("--SourceImage a", "--sourceimage a"), ("--TARG=b", "--targetimage b"),
    ("--no-verb", "--no-verbose"), ("--No-Overwrite", "--no-overwrite"),
    // A whole name comes before those that it begins.
    ("--output x", "--output x"), ("--OUTPUT=x", "--output x"), ("--frames 3", "--frames 3"),
    // Values that look like options.
    ("--angle -1.57", "--angle=-1.57"), ("--angle=-1.57", "--angle=-1.57"),
    ("-s -x -d -c", "--sourceimage=-x --targetimage=-c"), ("-b --count", "--basename=--count"),
    ("-b -- -c 3", "--basename=-- --count 3"), ("-s--help", "--sourceimage=--help"),
    ("--save-options=Q=80", "--save-options Q=80"),
    // No options.
    ("-- -c3 --source -h", "-- -c3 --source -h"), ("a.jpg -c3 b.jpg", "a.jpg --count 3 b.jpg"),
    ("-", "-"), ("--output -", "--output=-"),
    // Values that may be left out.
    ("--filterprop", "--filterproperties"), ("--filterprop -v", "--filterproperties --verbose"),
    ("--filterprop=mod", "--filterproperties=mod"), ("--filterprop mod", "--filterproperties mod"),
    // Help, wherever it is asked for.
    ("-c3 -h", "--help"), ("-vh", "--help"), ("-s -h", "--help"), ("--count --help", "--help"),
    ("--bogus --he", "--help"), ("--no -x -h", "--help"), ("-hx", "--help"),
    // Left for ArgumentParser to refuse or to take.
    ("--angel 1", "--angel 1"), ("--reverse=yes", "--reverse=yes"), ("-s", "--sourceimage"),
    ("--generate-completion-script bash", "--generate-completion-script bash"),
    ("--generate manual", "--generate manual"), ("--gene manual", "--gene manual"),
    ("--=x", "--=x"),
  ])
  func writesEveryOptionByItsName(_ line: String, _ canonical: String) throws {
    #expect(try Self.canonical(line).joined(separator: " ") == canonical)
  }

  @Test(arguments: [
    ("--filter mod", "ambiguous option: --filter: --filterproperties or --filterhelp"),
    ("--NO", "ambiguous option: --no: --no-overwrite or --no-verbose"),
    ("-x", "unknown option: -x"), ("-vx", "unknown option: -x in -vx"),
    ("-verbose", "unknown option: -e in -verbose"), ("-L", "unknown option: -L"),
    ("-1.57", "unknown option: -1 in -1.57"), ("-v=3", "unknown option: -= in -v=3"),
  ])
  func refusesWhatIsNobodysName(_ line: String, _ message: String) {
    #expect(throws: Failure.usage(message)) { try Self.canonical(line) }
  }

  @Test func cutsBetweenScalars() throws {
    let marks = ["\u{301}", "\u{200d}", "\u{1f3fd}"]
    for mark in marks {
      #expect(try CanonicalArguments.of(["-b" + mark]) == ["--basename", mark])
      #expect(try CanonicalArguments.of(["-b=" + mark]) == ["--basename", mark])
      #expect(try CanonicalArguments.of(["--base=" + mark]) == ["--basename", mark])
      #expect(try CanonicalArguments.of(["-b", "-" + mark]) == ["--basename=-" + mark])
      for argument in ["-b" + mark, "--base=" + mark] {
        #expect(
          try DoTransition.parse(CanonicalArguments.of([argument])).common.basename == mark)
      }
      #expect(throws: Failure.usage("unknown option: -\(mark)")) {
        try CanonicalArguments.of(["-" + mark])
      }
    }
  }

  @Test func everyNameIsItsOwnBeginningAndTheShortestIsEnough() throws {
    let all = DeclaredOption.all
    let names = all.filter(\.shouldDisplay).flatMap(\.longNames)
    #expect(names.count > 50)
    for option in all where !option.longNames.contains("help") {
      let value = option.value == .required ? ["-x"] : []
      for name in option.longNames {
        let expected = option.value == .required ? ["--\(name)=-x"] : ["--\(name)"]
        #expect(try CanonicalArguments.of(["--" + name] + value) == expected)
        #expect(try CanonicalArguments.of(["--" + name.uppercased()] + value) == expected)
        for length in 1..<name.count where option.shouldDisplay {
          let beginning = String(name.prefix(length))
          if names.contains(beginning) { continue }
          let owners = names.filter { $0.hasPrefix(beginning) }
          let result = Result { try CanonicalArguments.of(["--" + beginning] + value) }
          if owners.count == 1 {
            #expect(try result.get() == expected)
          } else {
            let candidates = owners.dropLast().map { "--" + $0 }.joined(separator: ", ")
            #expect(
              throws: Failure.usage(
                "ambiguous option: --\(beginning): \(candidates) or --\(owners[owners.count - 1])")
            ) { try result.get() }
          }
        }
      }
    }
  }

  @Test func whatIsCanonicalStaysAsItIs() throws {
    var generator = SplitMix64(seed: 11)
    let pieces =
      [
        "-v", "-qc3", "-s", "-d/x", "--TRANS", "--angle", "--width=-3", "-1", "--", "a", "-",
        "--fit",
      ]
      + ["--filterprop", "--reverse", "-b\u{301}", "=", "--=", "-o=-x", "--no-v", "--zzz", ""]
    for _ in 0..<2000 {
      let arguments = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      guard let canonical = try? CanonicalArguments.of(arguments) else { continue }
      #expect(try CanonicalArguments.of(canonical) == canonical, "\(arguments)")
    }
  }

  @Test func noTwoOptionsShareANameOrALetter() {
    let names = DeclaredOption.all.flatMap { $0.names.map { ($0.isLetter ? "-" : "--") + $0.name } }
    #expect(Set(names).count == names.count)
    for name in names { #expect(name == name.lowercased()) }
    for option in DeclaredOption.all { #expect(!option.longNames.isEmpty) }
  }
}
