import Foundation
import TestSupport
import Testing

/// Outputs whose names are those of devices, FIFOs and links.
///
/// Devices are tried by links in a folder of the test: what would replace them must not replace
/// those of the system.
@Suite struct SpecialFileTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let frame = try sandbox.run(Sandbox.pictures() + ["--time", "0.5", "--output", "one.png"])
    #expect(frame.status == 0)
  }

  private static let line = "$SWIPE"
  private static let one = "\(line) --time 0.5 -t png --output"

  private func expectNothingNew() throws {
    #expect(try sandbox.folder.contents(of: "").allSatisfy { !$0.hasPrefix(".dotransition") })
  }

  @Test(arguments: ["/dev/fd/1", "/proc/self/fd/1", "link"])
  func `a picture goes to stdout`(_ name: String) throws {
    #expect(try sandbox.shell("ln -s /dev/stdout link").status == 0)
    let expected = try sandbox.bytes("one.png")
    // Whatever stdout is: a file, which keeps what is in it, or a pipe, and whatever stderr is.
    for way in ["", "| cat", "2>/dev/null | cat", "2>&- | cat"] {
      let run = try sandbox.shell("\(Self.one) \(name) \(way)")
      #expect(run.status == 0 && run.data == expected && run.errors == "", "\(way): \(run.errors)")
    }
    let appended = try sandbox.shell("(printf 1; \(Self.one) \(name); printf 2) > all; cat all")
    #expect(appended.data == Data("1".utf8) + expected + Data("2".utf8))
    let unread = try sandbox.shell("\(Self.one) \(name) | true; echo ${PIPESTATUS[0]}")
    #expect(unread.output == "0\n" && unread.errors == "")
    try sandbox.shell("\(Self.one) \(name) > /dev/full").expectOneLine(74, ["No space left"])
    try sandbox.shell("\(Self.one) \(name) >&-").expectOneLine(74, ["Bad file descriptor"])
    #expect(try sandbox.shell("readlink link").output == "/dev/stdout\n")
    try expectNothingNew()
  }

  @Test func `a picture goes to a descriptor that is given`() throws {
    let run = try sandbox.shell("\(Self.one) /dev/fd/7 7> seven")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try sandbox.bytes("seven") == sandbox.bytes("one.png"))
    let substituted = try sandbox.shell(
      "\(Self.one) >(cat > pipe) && until cmp -s one.png pipe; do sleep 0.05; done")
    #expect(substituted.status == 0, "\(substituted.errors)")
    // None of those that are not given, such as the tool's own.
    for number in 3...9 {
      let refused = try sandbox.shell("exec \(number)>&-; \(Self.one) /dev/fd/\(number)")
      // Those that libraries have opened are read only.
      #expect([73, 74].contains(refused.status))
      #expect(refused.errors.hasSuffix("/dev/fd/\(number): Bad file descriptor\n"))
      #expect(refused.output == "")
    }
  }

  @Test func `devices are written to`() throws {
    #expect(try sandbox.shell("ln -s /dev/null null; ln -s /dev/full full").status == 0)
    #expect(try sandbox.shell("\(Self.one) null").status == 0)
    try sandbox.shell("\(Self.one) full").expectOneLine(74, ["full: No space left on device"])
    let film = Programs.have("ffmpeg") ? ["--output null.mp4"] : []
    for output in film + ["--output null.gif", "--contact-sheet null.png"] {
      let name = output.split(separator: " ")[1]
      let run = try sandbox.shell(
        "ln -s /dev/null \(name); \(Self.line) -c 3 \(output); s=$?; readlink \(name); exit $s")
      #expect(run.status == 0 && run.output == "/dev/null\n", "\(run.errors)")
    }
    let links = try sandbox.shell("readlink null full; test -c /dev/null && test -c /dev/full")
    #expect(links.status == 0 && links.output == "/dev/null\n/dev/full\n")
    try expectNothingNew()
  }

  /// Even root may not make devices in some containers.
  static let makesDevices: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let mknod = try? Subprocess("/usr/bin/env", ["mknod", "d", "c", "1", "3"], in: folder.path)
    return (try? mknod?.outcome())?.status == 0
  }()

  @Test(.enabled(if: Self.makesDevices, "needs a user who may make devices"))
  func `devices of any name are written to`() throws {
    #expect(
      try sandbox.shell("mknod null c 1 3; mknod full c 1 7; mknod disk b 7 200").status == 0)
    #expect(try sandbox.shell("\(Self.one) null && test -c null").status == 0)
    try sandbox.shell("\(Self.one) full").expectOneLine(74, ["No space left on device"])
    try sandbox.shell("\(Self.one) disk").expectOneLine(73, ["disk"])
    #expect(try sandbox.shell("test -c null && test -c full && test -b disk").status == 0)
  }

  @Test func `a FIFO gives the finished file to its reader`() throws {
    let picture = try sandbox.shell(
      "mkfifo p; cat p > got & \(Self.one) p; s=$?; wait; test -p p && cmp got one.png && exit $s")
    #expect(picture.status == 0, "\(picture.output) \(picture.errors)")
    let animation = try sandbox.shell(
      """
      mkfifo p.gif; cat p.gif > got.gif & \(Self.line) -c 3 --output p.gif || exit 1
      wait; \(Self.line) -c 3 --output one.gif; test -p p.gif && cmp got.gif one.gif
      """)
    #expect(animation.status == 0, "\(animation.output) \(animation.errors)")
    // A reader who goes away has seen enough.
    let unread = try sandbox.shell("head -c 9 p > got & \(Self.one) p; s=$?; wait; exit $s")
    #expect(unread.status == 0 && unread.errors == "", "\(unread.errors)")
    // A FIFO that nobody reads can be left.
    let waiting = try sandbox.shell(
      "mkdir tmp; set -m; \(Self.one) p & sleep 1; ls -A tmp | wc -l; kill -INT $!; wait $!; s=$?; "
        + "ls -A tmp; exit $s", environment: ["TMPDIR": sandbox.folder.file("tmp")])
    #expect(waiting.status == 130 && waiting.output == "1\n", "\(waiting.output) \(waiting.errors)")
    try expectNothingNew()
  }

  @Test func `frames go to FIFOs, and held ones are rendered again`() throws {
    let run = try sandbox.shell(
      """
      mkdir out; mkfifo out/f001.png out/f002.png; ln -s /dev/null out/f003.png
      job="\(Self.line) -c 3 --hold 4 -b f -t png --jobs 1"
      for i in 1 2; do cat out/f00$i.png > got$i & done
      $job -o out; s=$?; wait; $job -o one
      for i in 1 2; do test -p out/f00$i.png && cmp got$i one/f00$i.png || exit 9; done
      readlink out/f003.png; rm out/f00[123].png one/f00[123].png; diff -r out one; exit $s
      """)
    #expect(run.status == 0 && run.output == "/dev/null\n", "\(run.output) \(run.errors)")
  }

  @Test func `options that keep frames refuse special files`() throws {
    #expect(try sandbox.shell("mkdir out; mkfifo out/f001.png; ln -s /dev/null null").status == 0)
    try sandbox.frames("--skip-existing").expectOneLine(64, ["f001.png"])
    try sandbox.frames("--no-overwrite").expectOneLine(73, ["f001.png"])
    try sandbox.shell("\(Self.one) null --skip-existing").expectOneLine(64, ["null"])
    #expect(try sandbox.names() == ["f001.png"])
  }

  @Test func `a link to a file is replaced, and the file stays`() throws {
    let run = try sandbox.shell(
      """
      echo kept > file; ln -s file link; ln -s nothing broken
      for name in link broken; do \(Self.one) $name && test ! -L $name && cmp $name one.png || exit 9; done
      cat file; test ! -e nothing
      """)
    #expect(run.status == 0 && run.output == "kept\n", "\(run.output) \(run.errors)")
  }

  @Test func `a socket is refused before the first frame`() throws {
    let socket = try sandbox.shell(
      """
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("s.png")' || exit 9
      \(Self.one) s.png; s=$?; test -S s.png || exit 8; exit $s
      """)
    socket.expectOneLine(73, ["neither a file nor a stream: s.png"])
  }
}
