import Foundation
import TestSupport
import Testing
import TransitionKit

/// What the tool understands, warns of and refuses.
@Suite("An option") struct OptionTests {
  private let shop: Workshop
  private let inputs = ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png"]
  private let outputs = ["-o", "out", "-b", "f", "-c", "2", "-t", "png"]

  init() throws { shop = try Workshop() }

  @Test(
    "C1: may have a negative value after a space or an equals sign",
    arguments: [
      ["--angle", "-1.57"], ["--angle=-1.57"], ["--angle", "-.5e0"], ["--angle", "+1"],
      ["--extent", "-10,-20,100,100"], ["--extent=-10,-20,100,100"],
    ])
  func negative(option: [String]) throws {
    let result = try shop.run(inputs + option + outputs)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  @Test("C1: that is negative is not lost")
  func negativeCounts() throws {
    for (name, value) in [("up", "1.5707964"), ("down", "-1.5707964")] {
      let arguments = [
        "--width", "4", "--angle", value, "--time", "0.5", "--output", "\(name).png",
      ]
      #expect(try shop.run(inputs + arguments).status == 0)
    }
    // D2: the target's blue comes from below at π/2, from above at -π/2.
    let (up, down) = (try shop.picture("up.png"), try shop.picture("down.png"))
    #expect(up.samples(column: 5, row: 20)[2] == 255 && up.samples(column: 5, row: 0)[2] == 0)
    #expect(down.samples(column: 5, row: 0)[2] == 255 && down.samples(column: 5, row: 20)[2] == 0)
  }

  @Test(
    "C2: with a value that cannot be read is a usage error",
    arguments: [
      ["--angle", "nan"], ["--angle", "inf"], ["--angle", ""], ["--angle="], ["--angle", "1,5"],
      ["--angle", "1.5x"], ["--width", "-"], ["--extent", "1,2,3"], ["--color", "1,2"],
      ["--color", "mauve"], ["-c", "0"], ["-c", "-3"], ["-c", "2.5"], ["-c", ""], ["-c", "x"],
      ["-t", "movie"], ["-t", ""], ["--time", "2"], ["--time", "nan"], ["--size", "10"],
      ["--size", "0x5"], ["--size", "1000000x1000000"], ["--fit", "covr"],
      ["--working-space", "lab"], ["--quality", "0"],
      ["--quality", "101"], ["--jobs", "0"], ["--background", "1,2"], ["--max-pixels", "-1"],
      ["--save-options", "nonsense=1"],
    ])
  func malformed(option: [String]) throws {
    let name = option[0].split(separator: "=")[0]
    let long = ["-c": "--count", "-t": "-t"][String(name)] ?? String(name)
    // Given twice, the last one counts.
    try shop.expectFailure(64, long, of: inputs + outputs + option)
  }

  @Test("C2: has a decimal point whatever the locale")
  func locale() throws {
    let environment = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]
    let result = try shop.run(
      inputs + outputs + ["--angle", "0.5"], environment: environment)
    #expect(result.status == 0)
    try shop.expectFailure(64, "--angle", "0,5", of: inputs + outputs + ["--angle", "0,5"])
  }

  @Test(
    "C3: or filter that is unknown is an error that suggests the nearest",
    arguments: [
      (["--angel", "1"], "--angle"), (["--sorceimage", "a.png"], "--sourceimage"),
      (["--transitionfilter", "CISwipTransition"], "CISwipeTransition"),
      (["--transitionfilter", "disolve"], "dissolve"), (["--fit", "covr"], "cover"),
      (["-t", "public.jpg"], "public.jpeg"),
    ])
  func suggestions(option: [String], suggestion: String) throws {
    try shop.expectFailure(64, suggestion, of: inputs + outputs + option)
  }

  @Test("C3: that the filter does not have is a warning that names those that do")
  func notApplicable() throws {
    let result = try shop.run(inputs + outputs + ["--baroffset", "5"])
    #expect(result.status == 0)
    #expect(result.errors.contains("warning") && result.errors.contains("CIBarsSwipeTransition"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try shop.run(inputs + outputs + ["-q", "--baroffset", "5"]).errors == "")
  }

  @Test("outside its domain is clamped, with one line of warning")
  func clamped() throws {
    let result = try shop.run(inputs + outputs + ["--width", "-5"])
    #expect(result.status == 0)
    #expect(result.errors.contains("--width -5") && result.errors.contains("0.1"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("stands anywhere, before or after the others")
  func anyOrder() throws {
    let result = try shop.run(
      ["-c=2", "--basename=f", "-d", "b.png", "--angle", "1", "-o", "x", "-t", "png"]
        + ["--sourceimage=a.png", "--transitionfilter=CISWIPETRANSITION", "--softwarerender"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try shop.folder.contents(of: "x") == ["f000.png", "f001.png"])
  }

  @Test("C5: that comes after -- is none")
  func terminator() throws {
    try shop.expectFailure(64, of: inputs + outputs + ["--", "--angle", "1"])
    #expect(try shop.run(inputs + outputs + ["--"]).status == 0)
  }

  @Test("C5: -h prints help wherever it stands", arguments: ["-h", "--help"])
  func help(option: String) throws {
    for arguments in [[option], inputs + [option], [option] + inputs, ["-l", option]] {
      let result = try shop.run(arguments)
      #expect(result.status == 0 && result.errors == "")
      #expect(result.output.contains("--transitionfilter"))
      for parameter in Transitions.all.flatMap(\.parameters) {
        #expect(result.output.contains("--\(parameter.option) "), "\(parameter.option)")
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        // Behind the sentence, before its full stop, stand default and range.
        let sentence = words(String(parameter.sentence.dropLast()))
        #expect(words(result.output).contains(sentence), "\(parameter.sentence)")
      }
    }
    #expect(try shop.folder.contents() == ["a.png", "b.png"])
  }

  @Test("--version prints the tool's and libvips' version")
  func version() throws {
    let result = try shop.run(["--version"])
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output.hasPrefix("dotransition ") && result.output.contains("libvips"))
  }

  @Test("is needed: without any, three lines say how")
  func nothing() throws {
    let result = try shop.run([])
    #expect(result.status == 64 && result.output == "")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.contains { $0.contains("Example: dotransition --transitionfilter") })
  }

  @Test(
    "that is missing is named",
    arguments: [
      ("--transitionfilter", ["-s", "a.png", "-d", "b.png", "-o", "o", "-b", "f"]),
      ("-s", ["--transitionfilter", "swipe", "-d", "b.png", "-o", "o", "-b", "f"]),
      ("-d", ["--transitionfilter", "swipe", "-s", "a.png", "-o", "o", "-b", "f"]),
      ("-o", ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "-b", "f"]),
      ("-b", ["--transitionfilter", "swipe", "-s", "a.png", "-d", "b.png", "-o", "o"]),
    ])
  func missing(option: String, arguments: [String]) throws {
    try shop.expectFailure(64, option, of: arguments)
  }

  @Test("-v reports the plan, each frame and the time")
  func verbose() throws {
    let result = try shop.run(inputs + outputs + ["-v"])
    #expect(result.status == 0 && result.output == "")
    for text in ["CISwipeTransition", "33x21", "out/f000.png", "out/f001.png", " s"] {
      #expect(result.errors.contains(text), "\(text)")
    }
    #expect(try shop.run(inputs + outputs + ["-v", "--no-verbose"]).errors == "")
  }
}
