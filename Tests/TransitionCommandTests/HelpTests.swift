import Foundation
import Testing
import TransitionKit

@testable import TransitionCommand

@Suite struct HelpTests {
  static let help = Help.text

  @Test func examplesLead() throws {
    let examples = try #require(Self.help.firstRange(of: "Examples:"))
    let options = try #require(Self.help.firstRange(of: "--sourceimage"))
    #expect(examples.lowerBound < options.lowerBound)
  }

  @Test func noLineIsLongerThanATerminal() {
    for line in Self.help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for filter in Transitions.all {
      for line in Help.text(of: filter).split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test func everyFilterAndParameterIsThere() {
    for filter in Transitions.all {
      let text = Help.text(of: filter)
      #expect(Self.help.contains("\(filter.name), \(filter.alias)\n"))
      for parameter in filter.parameters {
        #expect(text.contains(parameter.synopsis))
      }
    }
  }

  @Test func everyOptionHasASentence() {
    let groups = OptionDefinition.listed
    #expect(groups.map(\.group) == OptionDefinition.Group.allCases.dropLast())
    for option in groups.flatMap(\.options) {
      #expect(option.sentence.hasSuffix("."), "\(option.names)")
      #expect(option.names.contains { $0.hasPrefix("--") })
    }
  }

  @Test func hiddenAndInvertedOptionsAreNotListed() {
    let names = OptionDefinition.listed.flatMap(\.options).flatMap(\.names)
    #expect(!names.contains("--generate"))
    #expect(!names.contains("--no-verbose"))
    #expect(names.contains("--[no-]verbose"))
    #expect(names.contains("--no-overwrite"))
    #expect(Set(names).count == names.count)
  }

  @Test func examplesAreCommandLinesThatCanBeRun() throws {
    for example in Example.first + Example.more {
      let line = example.command.split(separator: " | ")[0].split(separator: " ").map(String.init)
      #expect(line[0] == "dotransition")
      _ = try Job(Settings(Array(line.dropFirst())))
      #expect(example.sentence.hasSuffix("."))
    }
  }
}
