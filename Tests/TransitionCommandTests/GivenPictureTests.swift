import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Names that stand for files or for colors.
@Suite struct GivenPictureTests {
  @Test(arguments: [
    ("black", Color.black), ("Transparent", .clear), ("#ff8000", Color(1, 128 / 255, 0)),
    ("#f4efe280", Color(244 / 255, 239 / 255, 226 / 255, 128 / 255)),
    ("0.5,0.25,1", Color(0.5, 0.25, 1)), ("2,-1,0,9", Color(1, 0, 0, 1)),
  ])
  func `a color is one`(_ name: String, _ color: Color) throws {
    let source = try #require(ColorSource(Path(name)))
    #expect(source.color == color && source.file == nil && source.name == Path(name))
  }

  @Test(arguments: ["./black", "black.png", "a,b,c", "#ff", "x/red", "1,2", "blackk", ""])
  func `anything else is a file`(_ name: String) {
    #expect(ColorSource(Path(name)) == nil)
  }

  @Test func `a color outside its range gets one line`() throws {
    let job = try Job(Settings(["2,0,0", "red", "-o", "o", "-b", "f", "--size", "9x9"]))
    #expect(job.remarks == ["the color 2,0,0 is outside its range: 1,0,0,1 is used"])
  }

  private func render(_ arguments: String...) throws -> Show {
    try Job(
      Settings(["-o", "o", "-b", "f", "--size", "9x9"] + arguments)
    ).show
  }

  @Test func `is taken wherever a picture is`() throws {
    let plain = try render("--transitionfilter", "swipe", "red", "./red", "#fff")
    #expect(
      plain.items.map { ($0.source as? ColorSource)?.color } == [Color(1, 0, 0), nil, .white])
    #expect(plain.inputs == ["./red"])
    #expect(plain.items.map(\.picture.role) == ["picture 1", "picture 2", "picture 3"])
    let named = try render(
      "--transitionfilter", "pagecurl", "-s", "red", "-d", "blue", "--backsideimage", "#f4efe2",
      "--shadingimage", "shade.png")
    #expect(named.items.map(\.source.file) == [nil, nil])
    #expect(named.parameterPictures.map(\.source.file) == [nil, "shade.png"])
    #expect(named.inputs == ["shade.png"])
  }

  @Test func `the names of masks come first`() throws {
    let filter = ["--transitionfilter", "maskwipe", "red", "blue", "--maskimage"]
    func mask(_ name: String) throws -> [GivenPicture] {
      try Job(Settings(filter + [name, "-o", "o", "-b", "f", "--size", "9x9"])).show
        .parameterPictures
    }
    for name in BuiltInMask.allCases.map(\.rawValue) { #expect(try mask(name).isEmpty) }
    #expect(
      try mask("gray").map { ($0.source as? ColorSource)?.color } == [
        Color(128 / 255, 128 / 255, 128 / 255)
      ])
    #expect(throws: Failure.self) { try mask("iriss") }
  }
}
