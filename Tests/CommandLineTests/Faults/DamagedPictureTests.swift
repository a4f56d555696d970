import Foundation
import TestSupport
import Testing

/// JPEG files that libjpeg warns of, and TIFF files that libtiff does.
@Suite struct DamagedPictureTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(width: 400, height: 300)
    // With restart markers, without, and progressive.
    for (name, options) in [("whole", ""), ("plain", "optimize-coding"), ("fine", "interlace")] {
      try sandbox.a.write(to: sandbox.folder.file("\(name).jpg"), saveOptions: options)
      let whole = try sandbox.bytes("\(name).jpg")
      let middle = whole.count / 2
      try sandbox.write(
        whole[..<middle] + whole[(middle + whole.count / 5)...], to: "\(name)-damaged.jpg")
      let scan = try #require(whole.firstRange(of: Data([0xFF, 0xDA]))).lowerBound
      try sandbox.write(
        whole[..<scan] + Data([0, 0, 0]) + whole[scan...], to: "\(name)-odd.jpg")
    }
  }

  @Test(arguments: ["whole", "plain", "fine"])
  func `a picture that is only odd is shown`(_ name: String) throws {
    let run = try sandbox.shell(
      """
      $TOOL \(name)-odd.jpg \(name).jpg --time 0 -o odd.ppm &&
      $TOOL \(name).jpg \(name)-odd.jpg --time 0 -o sound.ppm && cmp odd.ppm sound.ppm
      """)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `what its decoder warns of is said once, and before no error`() throws {
    let words = "whole-odd.jpg may be damaged, and look wrong (libjpeg: Corrupt JPEG data: "
    let run = try sandbox.shell(
      "$TOOL whole-odd.jpg a.png whole-odd.jpg -c 3 -o out")
    #expect(run.status == 0)
    #expect(run.errors.components(separatedBy: words).count == 2, "\(run.errors)")
    let failed = try sandbox.shell("$TOOL whole-odd.jpg plain-damaged.jpg -c 3 -o other")
    failed.expectOneLine(65, ["plain-damaged.jpg"])
  }

  @Test func `a frame of a sequence that its decoder warns of is named, too`() throws {
    let run = try sandbox.shell(
      """
      mkdir s; cp whole.jpg s/p.01.jpg; cp whole-odd.jpg s/p.02.jpg; cp whole.jpg s/p.03.jpg
      $TOOL 's/p.##.jpg' a.png -c 2 -o out
      """)
    #expect(run.status == 0 && run.errors.contains("s/p.02.jpg may be damaged"), "\(run.errors)")
  }

  @Test(arguments: ["-t png -o out", "-o out.webp"])
  func `its place in a list is told once`(_ output: String) throws {
    let run = try sandbox.shell(
      """
      printf '%s\\n' a.png whole.jpg fine.jpg plain-damaged.jpg a.png >s.list
      $TOOL @s.list --hold 2 -c 3 \(output)
      """)
    run.expectOneLine(65, ["s.list:4:1: picture 4 is not a picture that can be read whole"])
    #expect(run.errors.components(separatedBy: "s.list:4:1").count == 2, "\(run.errors)")
  }

  /// A file that `vips` makes, whose samples end with zeros.
  private func damagedTIFF(_ options: String) throws {
    let made = try sandbox.shell(
      """
      vips gaussnoise noise.v 400 120 --mean 128 --sigma 60 --seed 1 &&
      vips cast noise.v gray.png uchar && cp gray.png b.png &&
      vips tiffsave gray.png whole.tif \(options)
      """)
    #expect(made.status == 0, "\(made.errors)")
    var bytes = try sandbox.bytes("whole.tif")
    // What libtiff writes: samples, and then the directory.
    let directory = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(directory > 1000)
    let start = 8 + (directory - 8) / 2
    bytes.replaceSubrange(start..<directory, with: repeatElement(0, count: directory - start))
    try sandbox.write(bytes, to: "damaged.tif")
  }

  @Test(
    .needs("vips"),
    arguments: [
      ("--compression ccittfax4 --bitdepth 1", "libtiff: Premature EO"),
      ("--compression jpeg", "libtiff: Premature end of JPEG file"),
    ])
  func `what libtiff warns of is told`(_ options: String, _ words: String) throws {
    try damagedTIFF(options)
    let whole = try sandbox.shell("$TOOL whole.tif b.png whole.tif -c 3 -o whole")
    #expect(whole.status == 0 && whole.errors == "", "\(whole.errors)")
    let run = try sandbox.shell("$TOOL b.png whole.tif damaged.tif -c 3 -o out")
    run.expectOneLine(0, ["damaged.tif may be damaged, and look wrong (\(words)"])
  }

  // Its profile comes after its pixels.
  @Test(.needs("vips")) func `a TIFF that is cut off within its profile is an error`() throws {
    let made = try sandbox.shell(
      "vips tiffsave a.png whole.tif --compression deflate --profile p3 && "
        + "head -c -1 whole.tif >cut.tif")
    try #require(made.status == 0, "\(made.errors)")
    let rest = ["b.png", "--time", "0", "-o", "out.png"]
    #expect(try sandbox.run(["whole.tif"] + rest).status == 0)
    try sandbox.expectFailure(65, "cut.tif: it is cut off", of: ["cut.tif"] + rest)
  }

  // What libvips says of one is among the words of all threads.
  @Test(arguments: ["whole", "plain", "fine"], ["whole-odd.jpg", "a.png"])
  func `a picture that lacks a part is an error, whatever is wrong with the other`(
    _ name: String, _ other: String
  ) throws {
    let run = try sandbox.shell(
      """
      for i in $(seq 12); do
        $TOOL \(name)-damaged.jpg \(other) --time 0.5 -o out.png; echo $?
        $TOOL \(other) \(name)-damaged.jpg --time 0.5 -o out.png; echo $?
      done | sort -u
      """)
    #expect(run.output == "65\n", "\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 24)
    // The progressive one has lost whole scans, too.
    let words =
      name == "fine"
      ? "fine-damaged.jpg: it lacks a scan of its pixels"
      : "is not a picture that can be read whole: \(name)-damaged.jpg"
    #expect(lines.allSatisfy { $0.contains(words) }, "\(run.errors)")
    #expect(try !sandbox.folder.contents().contains("out.png"))
  }
}
