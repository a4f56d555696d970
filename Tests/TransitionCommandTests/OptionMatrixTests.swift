import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// Every option that the tool itself lists, with texts that are no values.
@Suite struct OptionMatrixTests {
  /// An option, as the argument of a test.
  struct Listed: Sendable, CustomStringConvertible {
    let definition: OptionDefinition
    var description: String { definition.name }

    /// Whether any text is a value: a path or a part of one.
    var isFreeText: Bool {
      definition.completion == .file || definition.name == "basename"
    }

    /// Whether any text is a value: words that are drawn, or names of typefaces.
    var isOfWords: Bool { definition.holdsText || definition.name == "font" }
  }

  /// Those of the filters have tests of their own, for each filter, and so have those of lists
  /// alone.
  static let options = OptionDefinition.listed.flatMap(\.options)
    .filter { !$0.form.isFlag && $0.scope != .line }.map { Listed(definition: $0) }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// A right command line for what an option belongs to.
  private func arguments(for option: Listed) -> [String] {
    let inputs = Sandbox.pictures() + ["-q"]
    if option.definition.group == .streams { return inputs + ["--output", "-"] }
    let sheet = option.description == "columns" ? ["--contact-sheet", "sheet.png"] : []
    return inputs + ["-o", "out", "-b", "f", "-c", "2"] + sheet
  }

  @Test func `there are options to try`() {
    #expect(Self.options.count > 30)
    #expect(Self.options.filter { !$0.isFreeText }.count > 20)
  }

  @Test(arguments: options.filter(\.isOfWords))
  func `takes any text as words`(_ option: Listed) throws {
    for text in ["", "-1", "nan", String(repeating: "9", count: 3000)] {
      let result = try sandbox.run(arguments(for: option) + ["--\(option)=\(text)"])
      #expect([0, 64].contains(result.status), "'\(text)': \(result.errors)")
    }
  }

  @Test(arguments: options.filter { !$0.isFreeText && !$0.isOfWords })
  func `refuses what is not a value of the option`(_ option: Listed) throws {
    // Nothing is what these two are without a value.
    let mayBeEmpty = ["save-options", "filterproperties"].contains(option.description)
    let texts = ["nan", "-1", "12y", "99999999999999999999"]
    for text in texts + (mayBeEmpty ? [] : [""]) {
      try sandbox.expectFailure(64, of: arguments(for: option) + ["--\(option)=\(text)"])
    }
  }

  @Test(arguments: options.filter(\.isFreeText))
  func `takes any text as a name and never traps`(_ option: Listed) throws {
    // What replaces -o and -b stands alone.
    let own = option.description == "output" ? 7 : arguments(for: option).count
    for text in ["", "-1", String(repeating: "9", count: 300)] {
      let result = try sandbox.run(arguments(for: option).prefix(own) + ["--\(option)", text])
      #expect([0, 64, 66, 73, 74].contains(result.status), "'\(text)': \(result.errors)")
      #expect(result.output == "")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == (result.status == 0 ? 0 : 1), "'\(text)': \(result.errors)")
      #expect(text != "" || result.status == 64)
    }
  }

  @Test(TestLocales.areThere, arguments: TestLocales.names)
  func `reads numbers alike in every locale`(_ name: String) throws {
    let environment = TestLocales.environment(name)
    let base = ["--transitionfilter", "SWIPE", "-s", "a.png", "-d", "b.png", "-q"]
    let right = try sandbox.run(
      base + ["--angle", "0.5", "--width", "3.5", "--time", "0.5", "--output", "x.PNG"],
      environment: environment)
    #expect(right.status == 0, "\(right.errors)")
    for option in [["--angle", "0,5"], ["--time", "0,5"], ["--color", "0,5,1,0,5,1"]] {
      let wrong = try sandbox.run(
        base + ["--output", "y%d.png"] + option, environment: environment)
      #expect(wrong.status == 64 && wrong.errors.contains(option[0]), "\(wrong.errors)")
    }
  }
}
