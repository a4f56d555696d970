import Foundation
import Testing

@Suite struct HelpOutputTests {
  let tool: SmallJob

  init() throws { tool = try SmallJob() }

  @Test func helpGoesToStandardOutput() throws {
    defer { tool.clean() }
    for arguments in [["--help"], ["-h"], ["-s", "x", "-h"]] {
      let run = try tool.shell("$TOOL \(arguments.joined(separator: " "))")
      #expect(run.status == 0)
      #expect(run.standardError.isEmpty)
      #expect(run.text.contains("Examples:"))
    }
  }

  @Test func helpOfOneFilterIsAboutThatFilter() throws {
    defer { tool.clean() }
    let run = try tool("--filterhelp", "CIswipe")
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("CISwipeTransition, swipe\n"))
    let unknown = try tool("--filterhelp", "swpe")
    #expect(unknown.status == 64)
    #expect(unknown.standardError.contains("did you mean 'swipe'?"))
  }

  @Test func withoutArgumentsUsageIsThreeLines() throws {
    defer { tool.clean() }
    let run = try tool()
    #expect(run.status == 64)
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    ("--transitionfilter CISw", "CISwipeTransition"), ("--easing bounce-i", "bounce-in"),
    ("-t public.j", "public.jpeg"), ("--endpoints s", "start"), ("--skip", "--skip-existing"),
    ("--filterhelp CIDis", "CIDissolveTransition"), ("--pixel-format rgb2", "rgb24"),
  ])
  func bashCompletes(_ typed: String, _ completion: String) throws {
    defer { tool.clean() }
    let run = try tool.shell(
      """
      PATH=$(dirname "$TOOL"):$PATH
      source <("$TOOL" --generate-completion-script bash)
      COMP_LINE='dotransition \(typed)' COMP_POINT=${#COMP_LINE}
      COMP_POINT=${#COMP_LINE} COMP_WORDS=($COMP_LINE)
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_TYPE=9 COMP_KEY=9
      _dotransition dotransition "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(
      run.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .contains(completion), "\(run.text)\(run.standardError)")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func everyShellHasAScript(_ shell: String) throws {
    defer { tool.clean() }
    let run = try tool("--generate-completion-script", shell)
    #expect(run.status == 0)
    #expect(run.text.contains("completions of dotransition for \(shell)".dropFirst()), "\(shell)")
  }
}
