import Foundation
import TestSupport
import Testing

/// Readers, programs and terminals that stand still, and threads that come late.
@Suite struct StallTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(width: 64, height: 48) }

  /// Makes a film with a program of ours in the place of ffmpeg, in which `$film` is the file to
  /// make.
  private func film(_ ffmpeg: String, _ arguments: String...) throws -> Subprocess.Outcome {
    // It says nothing of its encoders.
    let script = """
      #!/bin/bash
      case "$*" in *encoder=*) exit;; esac
      film=${!#}; film=${film#file:}
      \(ffmpeg)

      """
    try sandbox.makeFolder("bin")
    try sandbox.write(Data(script.utf8), to: "bin/ffmpeg")
    return try sandbox.shell(
      """
      chmod +x bin/ffmpeg; PATH=$PWD/bin:$PATH timeout 60 "$TOOL" "$@"; status=$?
      # The tests wait for all programs that have begun.
      if [ -e left ]; then kill $(cat left) || exit 9; fi
      exit $status
      """,
      Sandbox.pictures("dissolve") + ["-q", "--output", "film.mkv"] + arguments)
  }

  @Test(
    .needs("cc"),
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "needs Linux"))
  func `threads that come late hold up nothing for good`() throws {
    let run = try sandbox.shell("sh \"$1\"/Tests/delays.sh 5", [Repository.root])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a program that leaves another behind has ended`() throws {
    let run = try film("cat >/dev/null; sleep 300 & echo $! >left; echo film >\"$film\"")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try sandbox.bytes("film.mkv") == Data("film\n".utf8))
  }

  @Test(arguments: ["", "head -c 3000 >/dev/null;", "exec <&-; sleep 0.2;"], ["2", "90"])
  func `a program that does not read all frames makes no film`(_ read: String, _ count: String)
    throws
  {
    try film("\(read) echo film >\"$film\"", "-c", count)
      .expectOneLine(74, ["did not read all frames"])
    #expect(try sandbox.names() == [] && !sandbox.folder.contents().contains("film.mkv"))
  }

  @Test func `a program that says much is quoted briefly`() throws {
    let run = try film(
      "cat >/dev/null; yes nonsense | head -c 50000000 >&2; echo 'the end' >&2; exit 3")
    run.expectOneLine(74, ["status 3", "the end"])
    #expect(run.errors.utf8.count < 200)
  }

  // As ffmpeg does after SIGINT, SIGTERM and SIGHUP.
  @Test func `a program that was told to end may succeed another time`() throws {
    try film("cat >/dev/null; exit 255").expectOneLine(75, ["status 255"])
    try film("kill -HUP $$").expectOneLine(75, ["signal 1"])
  }

  @Test(.needs("ffmpeg"))
  func `a filter may end a film early`() throws {
    let run = try sandbox.run([
      "a.png", "b.png", "-c", "90", "--save-options", "vf=trim=end=0.2", "-o", "film.mkv",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("the filters make 0.2 s of pictures of 3.0 s"), "\(run.errors)")
  }

  @Test func `a signal ends a run whose stderr nobody reads`() throws {
    let run = try sandbox.shell(
      """
      mkfifo unread; exec 3<>unread
      $SWIPE -o out -b f -t ppm -c 30000 -v 2>&3 & pid=$!
      # It has stopped once the number of frames no longer grows.
      until [ -e out/f000.ppm ] && [ "$last" = "$(ls out | wc -l)" ]; do
        last=$(ls out | wc -l); sleep 0.5
      done
      kill -TERM $pid
      for i in $(seq 200); do kill -0 $pid || break; sleep 0.1; done 2>/dev/null
      kill -KILL $pid 2>/dev/null; wait $pid; echo $?; ls -A out | grep dotransition-
      """)
    #expect(run.output == "143\n", "\(run.output)")
  }

  @Test(arguments: ["--quiet", "--contact-sheet=sheet.png"])
  func `a reader that stands still gets all frames in the end`(_ option: String) throws {
    let pictures = (0..<9).flatMap { _ in ["a.png", "b.png"] }
    let run = try sandbox.shell(
      "timeout 60 \"$TOOL\" \"$@\" | (sleep 1; wc -c)",
      pictures + [
        "--transitionfilter", "dissolve", "-c", "5", "--jobs", "8", "--output", "-",
        "--pixel-format", "rgb24", option,
      ])
    let frames = 18 + 17 * 3
    #expect(run.status == 0 && run.output == "\(frames * 64 * 48 * 3)\n", "\(run.output)")
  }
}
