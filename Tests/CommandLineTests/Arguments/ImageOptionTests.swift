import Foundation
import TestSupport
import Testing
import TransitionKit

/// Options that take a picture: masks, backsides, shadings.
@Suite struct ImageOptionTests {
  /// A filter and one of its parameters that is a picture.
  struct Use: CustomStringConvertible {
    let filter: Filter
    let parameter: ParameterDescription
    var description: String { "\(filter) --\(parameter.option)" }
  }

  static let uses = Transitions.all.flatMap { filter in
    filter.parameters.filter { $0.kind == .image }
      .map { Use(filter: filter, parameter: $0) }
  }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: uses, PixelFormat.all)
  func `is of any size, depth and transparency`(use: Use, format: PixelFormat) throws {
    var frames: [Bitmap] = []
    for (index, size) in [(33, 21), (1, 1), (7, 90)].enumerated() {
      try Bitmap(codedWidth: size.0, height: size.1, blue: 1, format: format)
        .write(to: sandbox.folder.file("\(index).png"))
      let result = try sandbox.render(
        use.filter.description, ["-q", "-c", "3", "--" + use.parameter.option, "\(index).png"],
        output: ["-o", "\(index)", "-b", "f", "-t", "png"])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      #expect(try sandbox.picture("\(index)/f000.png").difference(from: sandbox.a) == nil)
      #expect(try sandbox.picture("\(index)/f002.png").difference(from: sandbox.b) == nil)
      frames.append(try sandbox.picture("\(index)/f001.png"))
      #expect(frames.allSatisfy { $0.width == 33 && $0.height == 21 && $0.format == .rgb8 })
    }
  }

  @Test(arguments: uses)
  func `masks stretch and others cover, unless --fit is given`(use: Use) throws {
    try Bitmap(codedWidth: 90, height: 7, blue: 1).write(to: sandbox.folder.file("wide.png"))
    // A curl must be small enough to show its back.
    let hasRadius = use.filter.parameters.contains { $0.name == "radius" }
    let options = hasRadius ? ["--radius", "4"] : []
    func frame(_ fit: String?) throws -> (bytes: Data, errors: String) {
      let name = fit ?? "unset"
      let result = try sandbox.render(
        use.filter.description,
        options + ["--\(use.parameter.option)", "wide.png"] + (fit.map { ["--fit", $0] } ?? []),
        output: ["--time", "0.5", "--output", "\(name).png"])
      #expect(result.status == 0, "\(result.errors)")
      return (try sandbox.bytes("\(name).png"), result.errors)
    }
    let (unset, cover, stretch) = (try frame(nil), try frame("cover"), try frame("stretch"))
    // One that does not lie over the frame is the same with any fit.
    let isOwn = use.parameter.fitting == .own
    let isMask = use.parameter.fitting == .stretched
    #expect((cover.bytes == stretch.bytes) == isOwn)
    #expect(unset.bytes == (isMask ? stretch : cover).bytes)
    // 11 of its 90 columns.
    let remark = "wide.png loses 88 % of its width to --fit cover"
    #expect(unset.errors.contains(remark) == (!isMask && !isOwn), "\(unset.errors)")
    #expect(cover.errors == "" && stretch.errors == "")
  }

  @Test(arguments: uses)
  func `an error names a picture that is missing, or that is none`(use: Use) throws {
    let arguments = [
      "--transitionfilter", use.filter.description, "-s", "a.png", "-d", "b.png", "-o", "out",
      "-b", "f", "--" + use.parameter.option,
    ]
    try Data("text".utf8).write(to: URL(fileURLWithPath: sandbox.folder.file("text.png")))
    try sandbox.expectFailure(66, "no.png", of: arguments + ["no.png"])
    try sandbox.expectFailure(65, "text.png", of: arguments + ["text.png"])
    try sandbox.expectFailure(64, use.parameter.option, of: arguments + [""])
  }

  @Test(arguments: uses)
  func `is never written over`(use: Use) throws {
    try sandbox.b.write(to: sandbox.folder.file("f001.png"))
    try sandbox.expectFailure(
      73, "f001.png",
      of: [
        "--transitionfilter", use.filter.description, "-s", "a.png", "-d", "b.png", "-o", ".",
        "-b", "f", "-t", "png", "--" + use.parameter.option, "f001.png",
      ])
  }
}
