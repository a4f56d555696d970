import Foundation
import TestSupport
import Testing
import TransitionImages
import TransitionKit

/// Systems that refuse something while frames are made.
@Suite struct FaultTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    var seed: UInt64 = 1
    // Noise, which no encoder makes small.
    let noise = Bitmap(width: 96, height: 64) { _, _ in
      (0..<4).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 40) / Double(1 << 24)
      }
    }
    try noise.write(to: sandbox.folder.file("n.png"))
  }

  private static let reserves: ConditionTrait = .unsanitized(
    "sanitizers reserve terabytes of addresses")
  private static let writesNothing: ConditionTrait = .unsanitized(
    "ThreadSanitizer writes files of its own", by: "thread")

  /// Runs a job, after a line of the shell that limits it.
  private func run(_ arguments: [String], after limit: String = ":") throws -> Subprocess.Outcome {
    try shell("\(limit); \"$TOOL\" \"$@\"", arguments)
  }

  /// Runs a line of the shell, in which `$@` is a job.
  private func shell(_ line: String, _ arguments: [String] = []) throws -> Subprocess.Outcome {
    let job = ["--transitionfilter", "dissolve", "-s", "n.png", "-d", "n.png", "-c", "4", "-q"]
    return try sandbox.shell(line, job + arguments)
  }

  @Test(Self.writesNothing, arguments: OutputTypes.all)
  func `a limit on file size leaves nothing, and a later run goes on`(_ type: String) throws {
    let job = ["-o", "out", "-b", "f", "-t", type, "--skip-existing"]
    try run(job, after: "ulimit -f 1").expectOneLine(74, ["f000"])
    #expect(try sandbox.folder.contents(of: "out").isEmpty)
    #expect(try run(job).status == 0)
    #expect(try run(["-o", "one", "-b", "f", "-t", type]).status == 0)
    for name in try sandbox.folder.contents(of: "one") {
      #expect(try sandbox.bytes("out/" + name) == sandbox.bytes("one/" + name))
    }
  }

  @Test(Self.writesNothing) func `a limit on file size ends sheets and streams`() throws {
    let sheet = try run(["--contact-sheet", "out/s.tiff"], after: "ulimit -f 1")
    sheet.expectOneLine(74, ["s.tiff"])
    #expect(try sandbox.folder.contents(of: "out").isEmpty)
    let stream = try shell("ulimit -f 1; \"$TOOL\" \"$@\" > stream", ["--output", "-"])
    stream.expectOneLine(74, ["stdout"])
  }

  @Test(
    .needsMounts,
    arguments: ["png", "tiff", "jpg", "webp", "ppm"].filter(OutputTypes.all.contains))
  func `a full disk keeps finished frames, and a later run goes on`(_ type: String) throws {
    let result = try sandbox.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o size=64k none disk || exit 9
        job="--transitionfilter dissolve -s n.png -d a.png -c 24 -b f -t \(type) -q"
        # Many at once: what one frame is refused is free again when it has been removed, so that
        # a frame may end well whose rows were not written.
        "$TOOL" $job -o disk --skip-existing --jobs 8; echo "status $?"
        "$TOOL" $job -o one
        ls -A disk | grep -v "^f\\|^[.]f%03d" # strangers
        for f in disk/f*; do cmp $f one/${f#disk/}; done
        mount -o remount,size=8m disk && "$TOOL" $job -o disk --skip-existing || exit 8
        rm disk/.f*; diff -r disk one'
      """)
    #expect(result.status == 0 && result.output == "status 74\n", "\(result.output)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains("No space left on device"), "\(result.errors)")
  }

  @Test func `says when too few files may be open, and few are enough`() throws {
    let job = ["-o", "out", "-b", "f", "-t", "png", "--jobs", "4"]
    for limit in [8, 20, 63] {
      let result = try run(job, after: "ulimit -n \(limit)")
      result.expectOneLine(75, ["only \(limit) files"])
    }
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "n.png"])
    // The soft limit is the tool's to raise.
    #expect(try run(job, after: "ulimit -S -n 20").status == 0)
    // More frames than open files: none stays open.
    let many = ["-c", "200", "-o", "many", "-b", "f", "-t"]
    for type in ["png", "tiff"] {
      #expect(try run(many + [type], after: "ulimit -n 64").status == 0)
    }
    #expect(try sandbox.folder.contents(of: "many").count == 400)
  }

  @Test(Self.reserves, arguments: ["png", "jpg", "webp"].filter(OutputTypes.all.contains))
  func `says before the first frame that memory is too small`(_ type: String) throws {
    let job = ["-o", "out", "-b", "f", "-t", type, "--jobs", "2"]
    var (refusals, successes) = (0, 0)
    for megabytes in stride(from: 190, to: 2000, by: 12) where successes < 4 {
      let limit = "ulimit -v \(megabytes * 1000); exec timeout 60 \"$TOOL\" \"$@\""
      let result = try shell(limit, job)
      // With less than some 180 MB, the system cannot load the libraries, or they cannot begin.
      if refusals == 0, ![0, 75].contains(result.status) { continue }
      if result.status == 0 {
        successes += 1
      } else {
        refusals += 1
        result.expectOneLine(75, ["not enough memory"])
        #expect(try successes == 0 && sandbox.folder.contents() == ["a.png", "b.png", "n.png"])
      }
    }
    #expect(refusals > 0 && successes == 4)
  }

  @Test(.needsVips, Self.reserves) func `too little memory never ends a stream in the middle`()
    throws
  {
    #expect(try sandbox.shell("vips black large.png 4000 3000 --bands 3").status == 0)
    let job = [
      "--transitionfilter", "dissolve", "-s", "large.png", "-d", "large.png", "-c", "2", "-q",
      "--jobs", "2", "--output", "-",
    ]
    var statuses: Set<Int> = []
    for megabytes in stride(from: 300, through: 700, by: 20) {
      let result = try sandbox.shell(
        "ulimit -v \(megabytes * 1000); exec timeout 60 \"$TOOL\" \"$@\" >stream", job)
      statuses.insert(result.status)
      if result.status != 0 { result.expectOneLine(75, ["not enough memory"]) }
    }
    #expect(statuses == [0, 75])
  }

  @Test(
    .needsUnprivileged,
    arguments: ["png", "tiff", "webp", "heic", "avif"].filter(OutputTypes.all.contains))
  func `says before the first frame that threads are too few`(_ type: String) throws {
    try sandbox.a.write(to: sandbox.folder.file("c.\(type)"))
    #expect(try sandbox.shell("chmod 777 .").status == 0)
    var statuses: [Int] = []
    for limit in [2, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 24, 40, 200] {
      let script = """
        ulimit -u \(limit)
        exec \(BuiltTool.path) c.\(type) b.png --transitionfilter dissolve -c 8 --jobs 3 -q \
          -t \(type) -o out\(limit) -b f
        """
      let run = try Unprivileged.run("/bin/bash", ["-c", script], in: sandbox.folder)
      statuses.append(run.status)
      if run.status == 0 {
        #expect(run.errors == "")
        #expect(try sandbox.names(in: "out\(limit)").count == 8)
      } else {
        run.expectOneLine(75, ["too few threads", "ulimit -u"])
        #expect(try sandbox.names(in: "out\(limit)").isEmpty)
      }
    }
    // Once there are enough, there are: not by chance.
    #expect(statuses.first == 75 && statuses.last == 0 && statuses == statuses.sorted(by: >))
  }

  @Test(arguments: ["0", "1", "2", "3", "4"])
  func `few threads of libvips are enough`(_ count: String) throws {
    try sandbox.a.write(to: sandbox.folder.file("c.webp"))
    for jobs in ["1", "2", "3"] {
      let run = try sandbox.run(
        ["c.webp", "c.webp", "--transitionfilter", "dissolve", "-c", "6", "-t", "tiff", "-q"]
          + ["--jobs", jobs, "-o", "out" + jobs, "-b", "f"],
        environment: ["VIPS_MAX_THREADS": count])
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
  func `closed streams never end up in a frame`(_ closed: String) throws {
    let job = ["-o", "out", "-b", "f", "-t", "png", "-v", "--jobs", "3", "--baroffset", "3"]
    #expect(try shell("\"$TOOL\" \"$@\" \(closed)", job).status == 0)
    #expect(try run(["-o", "one", "-b", "f", "-t", "png"]).status == 0)
    for name in try sandbox.folder.contents(of: "one") {
      #expect(try sandbox.bytes("out/" + name) == sandbox.bytes("one/" + name))
    }
  }

  @Test(arguments: [
    "-l", "--help", "--version", "--filterproperties", "--filterhelp swipe",
    "\"$@\" -o out -b f --dry-run", "\"$@\" -o out -b f --missing", "\"$@\" --output -",
  ])
  func `data that cannot be written to stdout is a failure`(_ arguments: String) throws {
    try shell("\"$TOOL\" \(arguments) > /dev/full").expectOneLine(74, ["stdout"])
    try shell("\"$TOOL\" \(arguments) >&-").expectOneLine(74, ["stdout"])
    // A reader who has seen enough is none.
    let piped = try shell("\"$TOOL\" \(arguments) | true; echo ${PIPESTATUS[0]}")
    #expect(["0\n", "1\n"].contains(piped.output) && piped.errors == "", "\(piped.errors)")
  }

  @Test(arguments: ["/nonexistent", "a.png"])
  func `a temporary folder that takes no file is named`(_ folder: String) throws {
    // A picture that is too large for the memory, and a file that becomes nothing of its own.
    for output in [["-o", "out", "-b", "f", "-t", "png"], ["--output", "/dev/stdout"]] {
      let isSpecial = output.count == 2
      let run = try sandbox.render(
        "dissolve", ["-q"] + (isSpecial ? ["--time", "0", "-t", "png"] : ["-c", "3"]),
        output: output,
        environment: ["TMPDIR": folder, "VIPS_DISC_THRESHOLD": isSpecial ? "1g" : "1"])
      run.expectOneLine(73, ["a temporary file", "TMPDIR"])
      #expect(run.output == "")
    }
  }

  @Test(.needsMounts)
  func `a full temporary folder is found before the first frame`() throws {
    let result = try sandbox.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o size=64k none disk || exit 9
        TMPDIR=disk VIPS_DISC_THRESHOLD=1 $TOOL --transitionfilter dissolve a.png b.png \
          --size 200x200 -o out -b f -t png -q
      '
      """)
    result.expectOneLine(74, ["a temporary file: disk/: ", "TMPDIR"])
    #expect(try sandbox.names().isEmpty)
  }

  @Test(.needsMounts, .needs("ffmpeg"))
  func `a film and its subtitles are replaced together`() throws {
    let result = try sandbox.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o size=16k none disk || exit 9
        show="a.png b.png -c 3 --write-subtitles disk/s.srt -o s.mp4 -q"
        "$TOOL" $show --caption one && cp s.mp4 one.mp4 && cp disk/s.srt one.srt || exit 8
        head -c 1m /dev/zero >disk/more 2>/dev/null
        "$TOOL" $show --caption two; echo "status $?"
        cmp s.mp4 one.mp4 && cmp disk/s.srt one.srt && ls -A disk'
      """)
    #expect(result.status == 0 && result.output == "status 74\nmore\ns.srt\n", "\(result.output)")
    #expect(result.errors.contains("the subtitle file: disk/s.srt: No space left on device"))
  }

  @Test(
    .needsMounts,
    .needs("ffmpeg"),
    arguments: ["mp4", "mkv", "webm", "mov"])
  func `a film on a full disk is not made`(_ type: String) throws {
    let result = try sandbox.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o size=8k none disk || exit 9
        $TOOL --transitionfilter dissolve a.png b.png --size 640x480 -c 60 --output disk/f.\(type) -q
        status=$?; ls -A disk; exit $status
      '
      """)
    result.expectOneLine(74, ["ffmpeg", "No space left"])
    #expect(result.output == "")
  }

  @Test(arguments: [
    ("cat >/dev/null", 74, "ffmpeg could not make the film (status 0)"),
    // As where memory is short.
    ("kill -9 $$", 75, "ffmpeg could not make the film (signal 9)"),
    ("exit 254", 74, "ffmpeg could not make the film (status 254)"),
    ("echo Cannot allocate memory >&2; exit 1", 75, "ffmpeg could not make the film (status 1)"),
  ])
  func `an ffmpeg that ends without a film leaves the old one`(
    _ script: String, _ status: Int, _ words: String
  ) throws {
    try sandbox.write(Data("old".utf8), to: "film.mp4")
    let result = try sandbox.shell(
      """
      mkdir bin; printf '#!/bin/sh\n\(script)\n' > bin/ffmpeg; chmod +x bin/ffmpeg
      PATH=$PWD/bin:$PATH $TOOL --transitionfilter dissolve a.png b.png -c 3 -q --output film.mp4
      """)
    result.expectOneLine(status, [words])
    #expect(try sandbox.bytes("film.mp4") == Data("old".utf8))
  }

  /// The encoder says the same of parameters that are wrong.
  @Test(arguments: [("malloc of size 9 failed", 75), ("Memory allocation error", 75), ("bad", 64)])
  func `an encoder that lacks memory is not told what it takes`(
    _ reason: String, _ status: Int
  ) throws {
    let script = "echo \(reason) >&2; echo Error while opening encoder >&2; exit 1"
    let result = try sandbox.shell(
      """
      mkdir bin; printf '#!/bin/sh\n\(script)\n' > bin/ffmpeg; chmod +x bin/ffmpeg
      PATH=$PWD/bin:$PATH $TOOL a.png b.png -c 3 -q --save-options preset=fast -o film.mp4
      """)
    result.expectOneLine(status, [reason])
  }

  @Test(
    .needs("ffmpeg", "ffprobe"),
    arguments: [
      ("ffprobe", "*", "k.mp4"), ("ffmpeg", "*rawvideo*", "k.mp4"),
      ("ffmpeg", "*k.mp4*f32le*", "k.mp4"), ("ffmpeg", "*framecrc*", "m.wav"),
      ("ffmpeg", "*m.wav*f32le*", "m.wav"),
    ], ["kill -9 $$", "echo Cannot allocate memory >&2; exit 1"])
  func `a program that is killed while it reads is worth another attempt`(
    _ role: (program: String, words: String, file: String), _ end: String
  ) throws {
    let script = """
      #!/bin/sh
      case "$*" in \(role.words)) \(end);; esac
      PATH=${PATH#*:} exec \(role.program) "$@"
      """
    try sandbox.makeFolder("bin")
    try sandbox.write(Data(script.utf8), to: "bin/\(role.program)")
    let result = try sandbox.shell(
      """
      chmod +x bin/\(role.program)
      ffmpeg -v error -f lavfi -i testsrc=s=64x48:r=25:d=1 -f lavfi -i sine -shortest k.mp4
      ffmpeg -v error -f lavfi -i sine=440:d=1 m.wav
      PATH=$PWD/bin:$PATH $TOOL k.mp4 a.png --music m.wav -c 3 -q -o film.mp4
      """)
    result.expectOneLine(75, [role.program, role.file, "try again"])
    #expect(try !sandbox.folder.contents().contains("film.mp4"))
  }

  @Test(arguments: ["mkdir bin/ffmpeg", "touch bin/ffmpeg"])
  func `an ffmpeg that may not be run counts as missing`(_ command: String) throws {
    let result = try sandbox.shell(
      """
      mkdir bin; \(command)
      PATH=$PWD/bin $TOOL --transitionfilter dissolve a.png b.png -c 3 -q --output film.mp4
      """)
    result.expectOneLine(69, ["ffmpeg"])
  }

  @Test(.needsMounts)
  func `a contact sheet that cannot be made is found before the first frame`() throws {
    let result = try sandbox.shell(
      """
      unshare -rm bash -c '
        mkdir disk && mount -t tmpfs -o ro none disk || exit 9
        $TOOL --transitionfilter dissolve a.png b.png -c 3 --output g%d.png \
          --contact-sheet disk/sheet.png -q
      '
      """)
    result.expectOneLine(73, ["the contact sheet: disk/sheet.png"])
    #expect(try sandbox.folder.contents().allSatisfy { !$0.hasPrefix("g") })
  }

  /// Swift's `CommandLine` has no arguments then, and nothing tells the limits of memory.
  @Test(.needsMounts)
  func `a system without /proc makes the same frames`() throws {
    let job = ["-o", "out", "-b", "f", "-t", "png"]
    #expect(try run(job).status == 0)
    let hidden = try shell(
      """
      mv out usual
      unshare -rm bash -c 'mount -t tmpfs none /proc && mount -t tmpfs none /sys && exec "$@"' \
        bash "$TOOL" "$@" && diff -r usual out
      """, job)
    #expect(hidden.status == 0 && hidden.output == "" && hidden.errors == "", "\(hidden.errors)")
  }

  @Test(Self.writesNothing) func `frames that look the same are counted one by one`() throws {
    let result = try sandbox.shell(
      "ulimit -f 4; $TOOL n.png a.png n.png --hold 5 -c 4 -q -o out -t png")
    // All but the five that show the picture without noise.
    result.expectOneLine(74, ["frame000.png", "and 13 more of 19 frames"])
  }

  @Test func `a picture that is not there is told with --skip-existing, too`() throws {
    try sandbox.expectFailure(
      66, "none.png: No such file or directory",
      of: ["none.png", "a.png", "--skip-existing", "-o", "out"])
  }

  @Test(Self.writesNothing) func `a frame that fails does not stop the others`() throws {
    // Only the last frame, which is without noise, is small enough.
    let pictures = [
      "--transitionfilter", "dissolve", "-s", "n.png", "-d", "a.png", "-c", "4", "-q",
    ]
    let result = try sandbox.shell(
      "ulimit -f 4; \"$TOOL\" \"$@\"", pictures + ["-o", "out", "-b", "f", "-t", "png"])
    result.expectOneLine(74, ["f000.png", "and 2 more of 4 frames"])
    #expect(try sandbox.folder.contents(of: "out") == ["f003.png"])
    #expect(try sandbox.picture("out/f003.png").width == 96)
  }

  @Test func `a folder with the name of an output is found before the first frame`() throws {
    for name in ["out/f002.png", "o.mp4", "o.webp", "s.png"] {
      try sandbox.makeFolder(name)
    }
    for arguments in [
      ["-o", "out", "-b", "f", "-t", "png"], ["--output", "o.mp4"], ["--output", "o.webp"],
      ["--contact-sheet", "s.png"],
      ["-o", "new", "-b", "f", "-t", "png", "--contact-sheet", "s.png"],
      ["-o", "out", "-b", "f", "-t", "png", "--frames", "2", "--skip-existing"],
      ["-o", "out", "-b", "f", "-t", "png", "--dry-run"],
    ] {
      let result = try run(arguments)
      result.expectOneLine(73, ["a folder has "])
      #expect(result.output == "")
    }
    #expect(try sandbox.folder.contents(of: "out") == ["f002.png"])
    #expect(try !sandbox.folder.contents().contains("new"))
    // It is in the way of its frame only.
    let part = ["-o", "out", "-b", "f", "-t", "png", "--frames", "0-1"]
    #expect(try run(part).status == 0)
  }

  @Test(arguments: [
    ("jpg", "70000x1", 65_500), ("jpg", "1x65501", 65_500), ("webp", "16384x2", 16_383),
    ("gif", "1x65536", 65_535), ("avif", "16385x1", 16_384), ("heic", "1x20000", 16_384),
  ])
  func `frames too large for their type are refused before the first`(
    _ type: String, _ size: String, _ limit: Int
  ) throws {
    let words = [size, ".\(type)", "at most \(limit) pixels a side", "--size"]
    let wide = ["--size", size]
    for output in [
      ["-o", "out", "-b", "f", "-t", type], ["--time", "0.5", "--output", "o.\(type)"],
    ] {
      try run(output + wide).expectOneLine(64, words)
      let plan = try run(output + wide + ["--dry-run"])
      plan.expectOneLine(64, words)
      #expect(plan.output == "")
    }
    if ["webp", "gif"].contains(type) {
      try run(["--output", "o.\(type)"] + wide).expectOneLine(64, words)
    }
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "n.png"])
  }

  @Test func `films and sheets that are too large are refused before the first frame`() throws {
    for film in ["o.mp4", "o.mov", "o.mkv", "o.webm"] {
      try run(["--output", film, "--size", "16386x100"])
        .expectOneLine(64, ["16386x100", "at most 16384 pixels a side"])
    }
    try shell("\"$TOOL\" \"$@\" -c 300", ["--contact-sheet", "s.webp", "--columns", "1"])
      .expectOneLine(64, ["300 frames", ".webp", "at most 16383 pixels a side"])
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "n.png"])
  }

  @Test(arguments: ["csv", "mat", "v", "vips", "dz", "szi", "raw"])
  func `a type that is no picture's is not written`(_ type: String) throws {
    for output in [
      ["-o", "out", "-b", "f", "-t", type], ["--output", "out/f%d.\(type)"],
      ["--contact-sheet", "s.\(type)"],
    ] {
      try run(output).expectOneLine(64, ["files of type '\(type)'"])
    }
    #expect(try sandbox.folder.contents() == ["a.png", "b.png", "n.png"])
  }

  @Test func `a folder that vanishes is a failure`() throws {
    let result = try shell(
      """
      "$TOOL" "$@" & pid=$!
      until [ -e out/f003.png ] || ! kill -0 $pid; do sleep 0.02; done
      mv out gone; wait $pid
      """,
      ["-c", "2000", "-o", "out", "-b", "f", "-t", "png"])
    #expect([73, 74].contains(result.status), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.file("out")))
  }

  @Test(.needsUnprivileged)
  func `frames are found in a folder that may not be listed`() throws {
    #expect(try sandbox.shell("mkdir out; cp a.png out/f001.png; chmod 755 .").status == 0)
    #expect(try sandbox.shell("chmod 333 out").status == 0)
    defer { _ = try? sandbox.shell("chmod 755 out") }
    let job = ["-d", "b.png", "-c", "3", "-q", "-o", "out", "-b", "f", "-t", "png"]
    for (arguments, words) in [
      (["-s", "a.png", "--no-overwrite"], "--no-overwrite is given: out/f001.png"),
      (["-s", "out/f001.png"], "would overwrite an input: out/f001.png"),
    ] {
      let result = try Unprivileged.run(
        BuiltTool.path, ["--transitionfilter", "swipe"] + arguments + job, in: sandbox.folder)
      result.expectOneLine(73, [words])
    }
    #expect(try sandbox.shell("chmod 755 out; ls -A out").output == "f001.png\n")
  }

  @Test(.needsUnprivileged)
  func `says that a folder may not be written`() throws {
    try FileManager.default.createDirectory(
      atPath: sandbox.folder.file("locked"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o555])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: sandbox.folder.path)
    let job = Sandbox.pictures() + ["-c", "3", "-q"]
    for output in [["-o", "locked"], ["-o", "locked/in"], ["-o", "new", "--skip-existing"]] {
      let result = try Unprivileged.run(
        BuiltTool.path, job + ["-b", "f"] + output, in: sandbox.folder)
      result.expectOneLine(73, [output[1]])
    }
    let film = Programs.have("ffmpeg") ? ["locked/f.mp4"] : []
    for file in ["locked/f.webp", "locked/f.png"] + film {
      let frames = file.hasSuffix("png") ? ["--time", "0"] : ["-c", "3"]
      let job = ["--transitionfilter", "swipe", "a.png", "b.png", "-q", "--output", file]
      try Unprivileged.run(BuiltTool.path, job + frames, in: sandbox.folder)
        .expectOneLine(73, ["cannot create", "\(file): Permission denied"])
    }
    #expect(try sandbox.folder.contents(of: "locked").isEmpty)
  }
}

/// The types of picture files that the installed libvips writes.
enum OutputTypes {
  static let all = ["png", "tiff", "jpg", "webp", "gif", "ppm", "jp2", "jxl", "heic", "avif"]
    .filter { (try? FileType($0)) != nil }
}
