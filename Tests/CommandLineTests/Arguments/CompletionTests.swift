import Foundation
import TestSupport
import Testing

/// The scripts that the shells load, in those shells.
@Suite struct CompletionTests {
  /// A command line that ends at the cursor, and what is offered there.
  static let offers = [
    ("dotransition --tr", ["--transition", "--transitionfilter"]),
    ("dotransition --transitionfilter CISw", ["CISwipeTransition"]),
    ("dotransition --transitionfilter page", ["pagecurl", "pagecurlwithshadow"]),
    ("dotransition --transitionfilter swipe --wi", ["--width"]),
    ("dotransition --transitionfilter dissolve --wi", []),
    ("dotransition --transitionfilter=swipe --wi", ["--width"]),
    ("dotransition --transition hea", ["heart"]),
    ("dotransition --transition swipe:wi", ["swipe:width="]),
    (
      "dotransition --transition=swipe:angle=1:c",
      ["color", "count"].map { "--transition=swipe:angle=1:\($0)=" }
    ),
    ("dotransition --transition heart --softn", ["--softness"]),
    ("dotransition --easing bounce-i", ["bounce-in", "bounce-in-out"]),
    ("dotransition a.png:hol", ["a.png:hold="]),
    (
      "dotransition a.png:hold=2s:capt",
      ["caption-at", "caption-style", "caption"].map { "a.png:hold=2s:\($0)=" }
    ),
    ("dotransition a.png:fit=contain-", ["a.png:fit=contain-blur"]),
    ("dotransition -s a", ["a b.png", "a.png"]),
    ("dotransition -o a", ["a b.png", "a.png"]),
  ]

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(Data(), to: "a b.png")
    try sandbox.makeFolder("album")
  }

  /// What a script for a shell prints, in which `$LINE` is the command line, a candidate a line.
  private func offered(_ line: String, _ script: String) throws -> [String] {
    let run = try sandbox.shell(
      "PATH=$(dirname $TOOL):$PATH; \(script)", environment: ["LINE": line])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    return run.output.split(whereSeparator: \.isNewline).map(String.init).sorted()
  }

  /// Files are offered beside folders, whose names a shell may end with a slash.
  private func expect(_ candidates: [String], _ offered: [String], for line: String) {
    let names = offered.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let folders = line.hasSuffix(" a") ? ["album"] : []
    #expect(names == candidates + folders, "\(line)")
  }

  @Test func `shaders in DOTRANSITION_PATH are offered`() throws {
    try sandbox.write(Data(), to: "album/wobble.glsl")
    let run = try sandbox.run(
      ["---completion", "--transitionfilter", "wo"],
      environment: ["DOTRANSITION_PATH": sandbox.folder.file("album")])
    #expect(run.output == "wobble\n" && run.errors == "")
  }

  /// The candidates in bash, without a command line to complete.
  private func inBash(_ line: String) throws -> [String] {
    try offered(
      line,
      """
      source <($TOOL --generate-completion-script bash)
      complete -p dotransition | grep -q -- '-F _dotransition' || exit 1
      compopt() { :; }
      COMP_WORDS=($LINE) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _dotransition
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
  }

  @Test(arguments: offers) func bashOffers(_ line: String, _ candidates: [String]) throws {
    expect(candidates, try inBash(line), for: line)
  }

  /// Words that bash cuts at colons and equals signs, and what is offered for the last of them.
  @Test(arguments: [
    ("--transition swipe : w", ["width="]),
    ("--transition swipe : easing = bounce-i", ["bounce-in", "bounce-in-out"]),
    ("--transition = swipe : wi", ["width="]),
    ("--transition random : swipe,copy", ["swipe,copymachine"]),
    ("--transition maskwipe : maskimage = a.p", ["a.png"]),
    ("--transition swipe : angle = 3 : wi", ["width="]),
    ("--transition swipe : angle = 3 --wi", ["--width"]),
    ("a.png : hol", ["hold="]),
    ("black : hold = 2s : tit", ["title="]),
    ("a.png : fit = contain-", ["contain-blur"]),
  ])
  func `bash offers parameters after a colon`(_ line: String, _ candidates: [String]) throws {
    #expect(try inBash("dotransition " + line) == candidates, "\(line)")
  }

  @Test(.needs("zsh"), arguments: offers)
  func zshOffers(_ line: String, _ candidates: [String]) throws {
    // A terminal of its own, in which a tab lists what there is.
    let offered = try offered(
      line,
      """
      cat > complete.zsh <<'END'
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f'
      zpty -w shell "PS1= PS2= RPS1=; stty -echo; autoload -Uz compinit; compinit -D -u
      source <(\\$TOOL --generate-completion-script zsh)
      zstyle ':completion:*' insert-tab false
      compadd() {
        if [[ \\$@[(I)-O] = 0 && \\$@[(I)-A] = 0 && \\$@[(I)-D] = 0 ]]; then
          local -a found; builtin compadd -A found \\"\\$@\\"; print -l -- OFFER\\${^found} >>offers
        fi
        builtin compadd \\"\\$@\\"
      }
      zle-line-init() { print ready >>offers }
      zle -N zle-line-init"
      # Only then is the terminal the editor's: before, the C-u would delete the line with the tab.
      repeat 3000; do grep -q ready offers 2>/dev/null && break; sleep 0.02; done
      zpty -w -n shell "$LINE"$'\\t'
      zpty -w -n shell $'\\C-u''print done >>offers'$'\\n'
      repeat 3000; do grep -q done offers && break; sleep 0.02; done
      zpty -d shell
      END
      zsh -f complete.zsh && sed -n 's/^OFFER//p' offers | sort -u
      """)
    expect(candidates, offered, for: line)
  }

  @Test(.needs("fish"), arguments: offers)
  func fishOffers(_ line: String, _ candidates: [String]) throws {
    let offered = try offered(
      line,
      """
      HOME=$PWD/home fish --no-config -c '
        $TOOL --generate-completion-script fish | source
        complete -C "$LINE"' | cut -f 1
      """)
    expect(candidates, offered, for: line)
  }
}
