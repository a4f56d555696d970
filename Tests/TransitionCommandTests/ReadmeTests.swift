import ArgumentParser
import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// What the front page says.
@Suite("The README") struct ReadmeTests {
  private let text: String

  init() throws {
    text = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
  }

  @Test("shows commands that can be run")
  func commands() throws {
    let commands = text.split(separator: "\n").filter { $0.hasPrefix("dotransition ") }
    #expect(commands.count >= 4)
    for command in commands {
      let arguments = command.split(separator: " ").dropFirst().map(String.init)
      let result = Result { try DoTransition.parseAsRoot(arguments) }
      if case .failure(let error) = result {
        #expect(DoTransition.exitCode(for: error) == .success, "\(command)")
      } else if arguments.contains("-s") {
        _ = try Job(DoTransition.parse(arguments))
      }
    }
  }

  @Test("speaks of options that there are")
  func options() throws {
    let section = try #require(
      text.split(separator: "## Options").last?.split(separator: "##").first)
    let help = DoTransition.helpMessage()
    for option in section.matches(of: /`(--?[a-z-]+)`/).map({ String($0.1) }) {
      let isThere = help.contains(option + " ") || help.contains(option + ",")
      #expect(isThere, "\(option)")
    }
  }
}
