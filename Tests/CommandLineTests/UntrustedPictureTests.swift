import Foundation
import TestSupport
import Testing

/// What the README promises about pictures that strangers send.
@Suite struct UntrustedPictureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func render(_ picture: String, _ environment: [String: String]) throws
    -> Subprocess.Outcome
  {
    try sandbox.run(
      ["--transitionfilter", "swipe", "-s", picture, "-d", "b.png", "--time", "0", "-v"]
        + ["--output", "frame.png"], environment: environment)
  }

  private func writeSVG(_ content: String, to name: String) throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      width="33" height="21">\(content)</svg>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.folder.file(name)))
  }

  @Test func loadersThatAreNotMeantForThemCanBeBlocked() throws {
    let blocking = ["VIPS_BLOCK_UNTRUSTED": "1"]
    for name in ["a.jpg", "a.webp", "a.gif", "a.tiff", "a.ppm"] {
      try sandbox.a.write(to: sandbox.folder.file(name))
    }
    try writeSVG("<rect width='33' height='21' fill='red'/>", to: "a.svg")
    for name in ["a.jpg", "a.png", "a.webp", "a.gif", "a.tiff"] {
      #expect(try render(name, blocking).status == 0, "\(name)")
    }
    for name in ["a.svg", "a.ppm"] {
      #expect(try render(name, [:]).status == 0, "\(name)")
      let blocked = try render(name, blocking)
      #expect(blocked.status == 65 && blocked.errors.contains("blocked"), "\(blocked.errors)")
    }
  }

  @Test func aDrawingReadsNoOtherFiles() throws {
    let path = sandbox.folder.file("b.png")
    for reference in [path, "b.png", "file://\(path)"] {
      try writeSVG("<image xlink:href='\(reference)' width='33' height='21'/>", to: "a.svg")
      // Beside the drawing may be what belongs to it; the tool hands libvips no name to look there.
      try render("a.svg", [:]).expectOneLine(65, ["source image", "a.svg", reference, "data:"])
      let piped = try sandbox.shell(
        "cat a.svg | $TOOL --transitionfilter swipe -s /dev/stdin -d b.png --time 0 --output c.png")
      piped.expectOneLine(65, [reference])
    }
  }
}
