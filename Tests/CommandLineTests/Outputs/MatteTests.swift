import Foundation
import TestSupport
import Testing
import TransitionKit

/// Transparency over a background, in each kind of output that has no alpha.
@Suite struct MatteTests {
  @Test(
    arguments: [
      ("", UInt8(188)), ("--working-space linear", 188), ("--working-space srgb", 128),
      ("--background '#00f'", 188),
    ])
  func `is mixed in the working space, the same while a picture stands and while it changes`(
    options: String, white: UInt8
  ) throws {
    let sandbox = try Sandbox()
    let blue: UInt8 = options.contains("background") ? 255 : white
    let expected = [white, white, blue]
    try Bitmap(width: 32, height: 24, format: .rgba8, uniform: [255, 255, 255, 128])
      .write(to: sandbox.folder.file("a.png"))
    let show = "$TOOL -q a.png a.png a.png --transition dissolve --hold 3 -c 3 \(options)"
    let stream = try sandbox.shell("\(show) --output - --pixel-format rgb24 > s.rgb")
    #expect(stream.status == 0, "\(stream.errors)")
    let bytes = [UInt8](try sandbox.bytes("s.rgb"))
    #expect(bytes.count > 9 * 32 * 24 * 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      #expect(Array(bytes[start..<start + 3]) == expected)
    }
    let files = try sandbox.shell(
      "\(show) -o 'f/%02d.ppm' --contact-sheet sheet.png && cat f/*.ppm | wc -c")
    #expect(files.status == 0, "\(files.errors)")
    for name in try sandbox.names(in: "f") {
      let pixel = try sandbox.picture("f/\(name)").samples(column: 9, row: 9)
      #expect(pixel == expected.map(UInt16.init))
    }
  }

  @Test func `is mixed where JPEG within a TIFF file has none`() throws {
    let sandbox = try Sandbox()
    try Bitmap(width: 32, height: 24, format: .rgba8, uniform: [255, 255, 255, 128])
      .write(to: sandbox.folder.file("a.png"))
    let run = try sandbox.shell(
      "$TOOL a.png transparent --time 0 -o a.tif --save-options Q=100,compression=jpeg")
    run.expectOneLine(0, ["a.png has alpha, which"])
    let picture = try sandbox.picture("a.tif")
    #expect(!picture.format.hasAlpha)
    #expect(picture.samples(column: 9, row: 9).allSatisfy { abs(Int($0) - 188) <= 2 })
  }

  @Test(arguments: ["", "--working-space srgb", "--working-space linear"])
  func `shows through where a transition leaves room between opaque pictures`(
    _ options: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      Data("vec4 transition(vec2 uv) { return uv.x < 0.5 ? vec4(0.0) : getToColor(uv); }".utf8),
      to: "room.glsl")
    let show = "$TOOL a.png b.png --transition room.glsl --time 0.5 --size 320x240 -q \(options)"
    let run = try sandbox.shell(
      "\(show) --background '#88aacc' -o c.png && \(show) -o black.png")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(try sandbox.picture("c.png").samples(column: 1, row: 1) == [0x88, 0xAA, 0xCC])
    #expect(try sandbox.picture("black.png").samples(column: 1, row: 1) == [0, 0, 0])
  }

  @Test(arguments: [("f.gif", true), ("f_%d.gif", true), ("f.webp", false)])
  func `a remark says what holds no half of it`(_ output: String, _ isTold: Bool) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell("$TOOL transparent a.png --transition dissolve -c 3 -o \(output)")
    if isTold {
      run.expectOneLine(0, ["a .gif file has no partial transparency"])
    } else {
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
  }
}
