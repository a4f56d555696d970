import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Every parameter of every filter, as an option with a text of all kinds.
@Suite struct ParameterOptionTests {
  /// A parameter of a filter, with a value that is right.
  struct Use: CustomStringConvertible {
    let filter: Filter
    let parameter: ParameterDescription
    var description: String { "\(filter) --\(parameter.option)" }

    /// Numbers that are right, one for each component.
    var components: [String] {
      switch parameter.kind {
      case .number: ["0.5"]
      case .point: ["0.5", "1"]
      case .rectangle: ["0", "1", "2", "3"]
      case .color: ["0.25", "0.5", "1", "1"]
      case .image, .flag, .components: []
      }
    }
  }

  static let uses = Transitions.all.flatMap { filter in
    filter.parameters.map { Use(filter: filter, parameter: $0) }
  }
  static let numeric = uses.filter { !$0.components.isEmpty }

  /// What is no number.
  static let junk = [
    "", " ", "nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e400", "-1e39", "0.5x", "x0.5",
    "0x1",
    "1e", "1_0", "٣", "+", "-", ".", "--1", "1 2", "1\n", "1;2", "½",
  ]

  /// The transition with the parameter set to a text.
  private func transition(_ use: Use, _ text: String) throws -> FilterSettings {
    let settings = try Settings(
      ["--transitionfilter", use.filter.name, "-s", "A", "-d", "B", "-q"]
        + ["--\(use.parameter.option)=\(text)"])
    return try Show(settings).transitions[0]
  }

  private func expectRefusal(_ use: Use, _ text: String) {
    let failure = #expect(throws: Failure.self, "'\(text)'") { try transition(use, text) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.hasPrefix("--\(use.parameter.option): ") == true)
  }

  @Test(arguments: numeric) func `refuses what is not a number in any component`(_ use: Use) throws
  {
    let right = use.components
    #expect(try transition(use, right.joined(separator: ",")).values.count == 1)
    for index in right.indices {
      for text in Self.junk {
        var wrong = right
        wrong[index] = text
        expectRefusal(use, wrong.joined(separator: ","))
      }
    }
  }

  @Test(arguments: numeric) func `refuses too few and too many components`(_ use: Use) {
    let right = use.components
    // A color may leave out its alpha; a decimal comma makes two of one.
    let least = use.parameter.kind == .color ? 3 : right.count
    for count in (1...right.count + 3) where !(least...right.count).contains(count) {
      expectRefusal(use, (0..<count).map { right[$0 % right.count] }.joined(separator: ","))
    }
    for separator in [";", " ", ", ,", ",,"] where right.count > 1 {
      expectRefusal(use, right.joined(separator: separator))
    }
    expectRefusal(use, right.joined(separator: ",") + ",")
    expectRefusal(use, "," + right.joined(separator: ","))
  }

  @Test(arguments: uses.filter { $0.parameter.kind == .image })
  func `refuses a picture without a name`(_ use: Use) throws {
    expectRefusal(use, "")
    #expect(try transition(use, "nan").images.map(\.picture.source.file) == ["nan"])
  }

  @Test(arguments: uses.filter { !$0.parameter.choices.isEmpty })
  func `takes the names of built-in masks before files`(_ use: Use) throws {
    #expect(use.parameter.choices.count == 13)
    for name in use.parameter.choices.compactMap(\.text) {
      let transition = try transition(use, name)
      #expect(transition.images.isEmpty)
      #expect(try transition.transition(in: .zero).value(of: use.parameter.name)?.text == name)
    }
    for path in ["./star", "folder/star", "photo.png", "photo"] {
      #expect(try transition(use, path).images.count == 1)
    }
  }

  @Test func `takes a flag with and without a value`() throws {
    func isInverted(_ arguments: String...) throws -> String? {
      let words = ["--transitionfilter", "maskwipe", "-s", "A", "-d", "B"] + arguments
      return try Show(Settings(words)).transitions[0].transition(in: .zero)
        .value(of: "invert")?.text
    }
    #expect(try isInverted() == "false")
    #expect(try isInverted("--invert") == "true")
    #expect(try isInverted("--invert", "--set", "invert=false") == "false")
    #expect(try isInverted("--set", "invert=true") == "true")
    #expect(throws: Failure.self) { try isInverted("--set", "invert=maybe") }
    #expect(throws: Failure.self) { try isInverted("--invert=true") }
  }

  @Test(arguments: numeric) func `draws with numbers of any size and sign`(_ use: Use) throws {
    let inputs = Inputs(
      source: Bitmap(codedWidth: 5, height: 3, blue: 0),
      target: Bitmap(codedWidth: 5, height: 3, blue: 1))
    for text in ["0", "-0", "-1", "1e-38", "-1e-45", "1e9", "-1e9", "3.4e38", "-3.4e38"] {
      for index in use.components.indices {
        var components = use.components
        components[index] = text
        let transition = try self.transition(use, components.joined(separator: ","))
          .transition(in: inputs.frame)
          .prepared(for: inputs.layout)
        for time in [0.001, 0.5, 0.999] {
          #expect(transition.frame(at: time, of: inputs).bitmap().width == 5)
        }
      }
    }
  }
}
