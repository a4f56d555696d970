import Foundation
import TestSupport
import Testing
import TransitionKit
import TransitionSystem

/// Shows of several pictures that are changed and gone on with.
@Suite struct ShowResumeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for index in 0..<8 {
      let size = index == 6 ? (20, 30) : (24, 16)
      try Bitmap(codedWidth: size.0, height: size.1, blue: Double(index) / 8, format: .rgb8)
        .write(to: sandbox.folder.file("\(index).png"))
    }
  }

  /// A show that the tool makes with a command line.
  struct Show {
    var pictures = [0, 1, 2, 3]
    var transitions = ["swipe", "mod", "iris"]
    var hold = "3"
    var rest = ["-c", "5"]

    func arguments(in folder: String) -> [String] {
      pictures.map { "\($0).png" } + transitions.flatMap { ["--transition", $0] }
        + ["--hold", hold, "--size", "24x16", "-b", "f", "-t", "png", "-o", folder] + rest
    }
  }

  private func run(
    _ show: Show, _ arguments: String..., in folder: String = "out"
  ) throws -> Subprocess.Outcome {
    try sandbox.run(show.arguments(in: folder) + arguments)
  }

  /// The frames of a folder, by their names.
  private func frames(_ folder: String = "out") throws -> [String: Data] {
    var frames: [String: Data] = [:]
    for name in try sandbox.names(in: folder) {
      frames[name] = try sandbox.bytes("\(folder)/\(name)")
    }
    return frames
  }

  /// What tells whether frames have been made again.
  private func identities() throws -> [String: FileStatus.Identity] {
    var identities: [String: FileStatus.Identity] = [:]
    for name in try sandbox.names() {
      identities[name] = FileStatus(Path(sandbox.folder.file("out/\(name)")))?.identity
    }
    return identities
  }

  private func records() throws -> [String] {
    try sandbox.shell("ls -A out | grep dotransition").output.split(separator: "\n").map(
      String.init)
  }

  // Frames: 0-2 a picture, 3-5 the first transition, 6-8 a picture, 9-11, 12-14, 15-17, 18-20.

  @Test(arguments: [
    ([0, 1, 7, 3], "swipe", "9-17"), ([0, 1, 2, 3], "push", "3-5"),
    ([0, 1, 2, 3], "swipe:angle=45deg", "3-5"), ([0, 1, 2, 3], "swipe:easing=ease", "3-5"),
  ])
  func `only the frames that a change touches are made again`(
    _ pictures: [Int], _ first: String, _ numbers: String
  ) throws {
    #expect(try run(Show(), "--skip-existing").status == 0)
    let (before, record) = try (identities(), records())
    let changed = Show(pictures: pictures, transitions: [first, "mod", "iris"])
    let missing = try run(changed, "--missing")
    #expect(missing.status == 1 && missing.output == numbers + "\n", "\(missing)")
    let plan = try run(changed, "--skip-existing", "--dry-run", "--json")
    #expect(plan.status == 0 && plan.output.contains("made again"), "\(plan.errors)")
    #expect(try identities() == before && records() == record)
    let outcome = try run(changed, "--skip-existing")
    let made = try numbers.split(separator: "-").map { try #require(Int($0)) }
    outcome.expectOneLine(0, ["another show made \(made[1] - made[0] + 1) of the frames"])
    #expect(try run(changed, in: "fresh").status == 0)
    #expect(try frames() == frames("fresh"))
    let after = try identities()
    for (name, identity) in before {
      let number = try #require(Int(name.dropFirst().prefix(3)))
      #expect((after[name] == identity) != (made[0]...made[1]).contains(number), "\(name)")
    }
    #expect(try run(changed, "--missing").status == 0)
    #expect(try run(changed, "--skip-existing").errors == "")
    #expect(try records() == record)
  }

  @Test func `a longer hold moves the frames after it`() throws {
    #expect(try run(Show(), "--skip-existing").status == 0)
    let longer = Show(transitions: ["swipe", "mod:count=8", "iris"])
    let before = try identities()
    let outcome = try run(longer, "--skip-existing")
    outcome.expectOneLine(0, ["another show made 12 of the frames"])
    #expect(try run(longer, in: "fresh").status == 0)
    #expect(try frames() == frames("fresh"))
    #expect(try identities().filter { before[$0.key] == $0.value }.count == 9)
    #expect(try records() == [".f%03d.png.dotransition"])
    // And back: what moved is made again, and what is no part of it stays as it is.
    #expect(try run(Show(), "--skip-existing").status == 0)
    #expect(try run(Show(), in: "short").status == 0)
    for (name, bytes) in try frames("short") { #expect(try sandbox.bytes("out/\(name)") == bytes) }
    #expect(try records() == [".f%03d.png.dotransition"])
  }

  @Test func `frames of an earlier show are told from those of none`() throws {
    #expect(try run(Show(), "--skip-existing").status == 0)
    let before = try identities()
    let changed = Show(pictures: [0, 1, 7, 3])
    #expect(try run(changed, "--skip-existing", "--shard", "1/3").errors == "")
    #expect(try identities() == before)
    #expect(try sandbox.shell("cp 1.png out/f012.png").status == 0)
    #expect(
      try run(changed, "--skip-existing", "--shard", "2/3").errors == """
        dotransition: another show made 4 of the frames that are there: they are made again
        dotransition: no record says how 1 of the frames that are there was made: it is made again

        """)
    // The picture was right after all: what is not yet made again stays.
    let back = try run(Show(), "--skip-existing")
    back.expectOneLine(0, ["another show made 5 of the frames"])
    let after = try identities()
    #expect(after["f014.png"] == before["f014.png"] && after["f013.png"] != before["f013.png"])
    #expect(try run(Show(), in: "fresh").status == 0)
    #expect(try frames() == frames("fresh"))
  }

  @Test(arguments: [
    Show(pictures: [4, 5, 6, 7]), Show(pictures: [0, 1], transitions: ["swipe"]),
    Show(pictures: [0, 1, 2], transitions: ["swipe"], rest: ["-c", "5", "--fit", "contain"]),
    Show(rest: ["-c", "5", "--size", "12x8"]), Show(rest: ["-c", "5", "--working-space", "srgb"]),
  ])
  func `a show of which no frame stays is refused`(_ other: Show) throws {
    #expect(try run(Show(), "--skip-existing").status == 0)
    let (before, record) = try (identities(), records())
    for option in ["--skip-existing", "--missing"] {
      try run(other, option).expectOneLine(73, ["another render"])
    }
    try run(other, "--skip-existing", "--dry-run").expectOneLine(73, ["another render"])
    #expect(try identities() == before && records() == record)
  }

  @Test func `records of earlier versions are in the way until all frames are replaced`() throws {
    #expect(try sandbox.shell("mkdir out").status == 0)
    let record = "What dotransition made the frames in this folder from.\n\ncount: 5\n"
    try sandbox.write(Data(record.utf8), to: "out/.f%03d.png.20-40.dotransition")
    for option in ["--skip-existing", "--missing"] {
      try run(Show(), option).expectOneLine(
        73, ["frames of another version", "out/.f%03d.png.20-40.dotransition", "remove them"])
    }
    #expect(try sandbox.names().isEmpty)
    // It says nothing of other frames.
    let before = Show(transitions: ["swipe", "mod:count=3", "iris"])
    #expect(try run(before, "--skip-existing").status == 0)
    #expect(try run(Show()).status == 0)
    #expect(try records() == [])
  }

  @Test func `frames of two shows under one pattern are told apart`() throws {
    // Frames 0 to 20, and 21 to 41.
    let (first, second) = (
      Show(), Show(pictures: [4, 5, 6, 7], rest: ["-c", "5", "--start-number", "21"])
    )
    for show in [first, second] { #expect(try run(show, "--skip-existing").status == 0) }
    for show in [first, second] { #expect(try run(show, "--missing").status == 0) }
    // It takes the first numbers of the second, and says so.
    let longer = Show(hold: "4")
    let outcome = try run(longer, "--skip-existing")
    #expect(outcome.status == 0 && outcome.errors.contains("another show made "))
    #expect(try run(longer, in: "fresh").status == 0)
    for (name, bytes) in try frames("fresh") { #expect(try sandbox.bytes("out/\(name)") == bytes) }
    #expect(try run(second, "--missing").output == "21-24\n")
    #expect(try run(second, "--skip-existing").status == 0)
    #expect(try run(second, in: "other").status == 0)
    for (name, bytes) in try frames("other") { #expect(try sandbox.bytes("out/\(name)") == bytes) }
  }

  @Test func `processes that change a show at once lose no frame, however they end`() throws {
    let outcome = try sandbox.shell(
      """
      show() { out=$1; shift; $TOOL 0.png 1.png $x.png 3.png 4.png -b f -t png -c 9 --hold $h \\
        --transition mod --transition $t -o $out "$@"; }
      x=2 h=3 t=swipe; show out --skip-existing || exit 1
      for round in {1..6}; do
        case $((round % 3)) in
          0) h=$((7 - h));;
          1) x=$((7 - x));;
          2) t=$([ $t = swipe ] && echo push || echo swipe);;
        esac
        rm -rf fresh; show fresh -q || exit 2
        pids=
        for shard in {1..7}; do
          show out --skip-existing --shard $shard/7 --jobs 1 -q & pids="$pids $!"
        done
        set -- $pids
        if [ $((RANDOM % 2)) = 0 ]; then
          sleep 0.0$((RANDOM % 6)); kill -KILL $2 $5 2>/dev/null
          wait $pids
        else
          for pid in $pids; do wait $pid || exit 3; done
          [ -z "$(show out --missing)" ] || exit 4
        fi
        show out --skip-existing -q || exit 5
        for f in fresh/f*; do cmp $f out/${f#fresh/} || exit 6; done
        [ $(ls -A out | grep -c '^[.]f') = 1 ] || exit 7
      done 2>/dev/null
      """)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  // Files without compression have one size, and archives are unpacked with one time.
  @Test func `files of a sequence are known by what they show`() throws {
    let made = try sandbox.shell(
      """
      mkdir q && for i in 1 2 3 4; do cp $i.png q/p_$i.png; done && touch -d 2020-01-01 q/*
      $TOOL 'q/p_%d.png' red --transition cut -o 'o/%02d.ppm' --skip-existing -q &&
      mv q/p_2.png t && mv q/p_3.png q/p_2.png && mv t q/p_3.png &&
      $TOOL 'q/p_%d.png' red --transition cut -o 'o/%02d.ppm' --missing
      $TOOL 'q/p_%d.png' red --transition cut -o 'o/%02d.ppm' --skip-existing -q &&
      $TOOL 'q/p_%d.png' red --transition cut -o 'n/%02d.ppm' -q && diff -r o n
      """)
    #expect(made.output.hasPrefix("1-2\n"), "\(made.output)")
    #expect(!made.output.contains("differ") && made.errors.isEmpty, "\(made.output) \(made.errors)")
  }

  @Test func `drawings are made again with other fonts and in another language`() throws {
    let size = "width='64' height='48'"
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' \(size)><text y='40'>W</text></svg>"
    try sandbox.write(Data(drawing.utf8), to: "w.svg")
    let run = try sandbox.shell(
      """
      job="$TOOL 0.png w.svg 1.png --hold 2 -c 3 --size 64x48 -b f -t png -q"
      $job -o out --skip-existing && $job -o out --missing || exit 1
      mkdir fonts
      echo "<fontconfig><dir>$PWD/fonts</dir><cachedir>$PWD/fonts</cachedir></fontconfig>" >fonts.conf
      LANG=xx $job -o out --missing
      export FONTCONFIG_FILE=$PWD/fonts.conf
      $job -o out --missing
      $job -o out --skip-existing && $job -o out --missing
      """)
    // What librsvg draws without any font differs from run to run: it is not compared.
    #expect(run.status == 0 && run.output == "2-5\n2-5\n", "\(run.output) \(run.errors)")
  }

  @Test(.needs("ffmpeg", "ffprobe")) func `a film's frames are made again by another ffmpeg`()
    throws
  {
    let run = try sandbox.shell(
      """
      ffmpeg -v error -f lavfi -i testsrc=s=64x48:r=25:d=0.2 k.mp4
      job="$TOOL 0.png k.mp4 1.png --hold 2 -c 3 --size 64x48 -b f -t png -q -o out"
      $job --skip-existing && $job --missing || exit 1
      mkdir bin
      cat >bin/ffmpeg <<'END'
      #!/bin/sh
      [ "$1" != -version ] || exec echo ffmpeg version 99
      PATH=${PATH#*:} exec ffmpeg "$@"
      END
      chmod +x bin/ffmpeg
      PATH=$PWD/bin:$PATH $job --missing
      """)
    #expect(run.status == 1 && run.output == "2-6\n", "\(run)")
  }
}
