import Foundation
import TestSupport
import Testing
import TransitionKit

/// `--output -` with `-t`: one file goes to stdout.
@Suite struct StandardOutputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: ["webp", "gif"], ["-o", "--output"])
  func `an animation is the file's bytes`(type: String, option: String) throws {
    let file = try sandbox.run(["a.png", "b.png", "-c", "6", "-o", "x.\(type)"])
    #expect(file.status == 0, "\(file.errors)")
    let piped = try sandbox.run(["a.png", "b.png", "-c", "6", option, "-", "-t", type])
    #expect(piped.status == 0 && piped.errors == "", "\(piped.errors)")
    #expect(try piped.data == sandbox.bytes("x.\(type)"))
    #expect(try sandbox.names(in: "").count == 3)
  }

  @Test(arguments: ["png", "jpg", "public.tiff", "webp", "gif", "ppm"])
  func `one frame is the file's bytes, whatever its type`(type: String) throws {
    let job = ["a.png", "b.png", "--time", "0.5", "-t", type]
    let name = type == "public.tiff" ? "x.tif" : "x." + type
    #expect(try sandbox.run(job.dropLast(2) + ["-o", name]).status == 0)
    let piped = try sandbox.run(job + ["-o", "-"])
    #expect(piped.status == 0 && piped.errors == "", "\(piped.errors)")
    #expect(try piped.data == sandbox.bytes(name))
    // A pipe that is a socket, as some runtimes have, and one whose reader goes away.
    let count = try sandbox.shell("$TOOL \"$@\" -o - | wc -c; echo ${PIPESTATUS[0]}", job)
    #expect(count.output == "\(piped.data.count)\n0\n")
    let gone = try sandbox.shell("$TOOL \"$@\" -o - | true; echo ${PIPESTATUS[0]}", job)
    #expect(gone.output == "0\n" && gone.errors == "")
  }

  @Test func `what cannot be one file is refused`() throws {
    try sandbox.expectFailure(
      64, "one frame (--time), or an animation", of: ["a.png", "b.png", "-o", "-", "-t", "png"])
    try sandbox.expectFailure(
      64, "mp4 is a type of film", of: ["a.png", "b.png", "-o", "-", "-t", "mp4"])
    try sandbox.expectFailure(
      64, "no frame stays",
      of: ["a.png", "b.png", "--time", "0", "-o", "-", "-t", "png", "--skip-existing"])
  }

  @Test(.needs("script")) func `a terminal is refused`() throws {
    let result = try sandbox.shell(
      "script -qec \"$TOOL a.png b.png -o - -t webp\" /dev/null; echo $?")
    #expect(result.output.contains("stdout is a terminal") && result.output.hasSuffix("64\n"))
  }

  @Test func `a sheet beside a stream whose reader goes away is an error`() throws {
    let job = [
      "a.png", "b.png", "--size", "320x240", "-c", "60", "--contact-sheet", "cs.png", "-o", "-",
      "-q",
    ]
    let result = try sandbox.shell(
      "$TOOL \"$@\" | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}", job)
    result.expectOneLine(74, ["the contact sheet is not made"])
    #expect(try !sandbox.names(in: "").contains("cs.png"))
  }
}
