import Testing

@testable import TransitionCommand

/// Sizes of frames as they are asked for.
@Suite struct FrameSizeTests {
  private static let landscape = Size(width: 907, height: 681)

  @Test(arguments: [
    ("1920x1080", 1920, 1080), ("5X3", 5, 3), ("720p", 1280, 720), ("1080P", 1920, 1080),
    ("1440p", 2560, 1440), ("2160p", 3840, 2160), ("4k", 3840, 2160), ("4K", 3840, 2160),
    ("Square", 1080, 1080), ("VERTICAL", 1080, 1920),
  ])
  func `one in pixels needs no picture`(_ text: String, _ width: Int, _ height: Int) throws {
    let size = try #require(FrameSize(text))
    #expect(size.size(beside: nil) == Size(width: width, height: height))
    #expect(size.size(beside: Self.landscape) == Size(width: width, height: height))
    #expect(size.text == "\(width)x\(height)")
    #expect(FrameSize(size.text) == size)
  }

  @Test(arguments: [
    ("1920x", 1920, 1442), ("X340", 452, 340), ("50%", 454, 340), ("100%", 907, 681),
    ("200%", 1814, 1362), ("12.5%", 114, 86), ("0.001%", 2, 2), ("1x", 1, 2), ("33X", 33, 24),
  ])
  func `others follow from a picture, even`(_ text: String, _ width: Int, _ height: Int) throws {
    let size = try #require(FrameSize(text))
    #expect(size.size(beside: nil) == nil)
    #expect(size.size(beside: Self.landscape) == Size(width: width, height: height))
    #expect(size.text == text.lowercased())
  }

  @Test(arguments: [
    "", "19", "x", "0x", "x0", "0x5", "-1x", "1000001x", "1x2x3", "1920x1080p", "%", "0%", "-5%",
    "1e3%", "10001%", "nan%", "5 %", "big", "1.5x", "p", "k",
  ])
  func `what is none is an error that lists the forms`(_ text: String) {
    #expect(FrameSize(text) == nil)
    let failure = #expect(throws: Failure.self) { try Settings(["--size=\(text)"]) }
    let message = failure?.message ?? ""
    #expect(failure?.status == .usage && message.hasPrefix("--size: '\(text)' is not a size"))
    for form in ["1920x1080", "1920x,", "x1080", "50%"] + FrameSize.names.map(\.name) {
      #expect(message.contains(form))
    }
  }

  private static func render(_ arguments: String...) throws -> Show {
    try Job(Settings(["--transitionfilter", "swipe", "-o", "o", "-b", "f"] + arguments)).show
  }

  @Test func `--max-pixels is for every size`() throws {
    for size in ["100x100", "square"] {
      #expect(throws: Failure.self) {
        try Self.render("a", "b", "--size", size, "--max-pixels", "9999")
      }
    }
    let show = try Self.render("a", "b", "--size", "50%", "--max-pixels", "9999")
    #expect(try show.frameSize(beside: Size(width: 196, height: 196)).width == 98)
    #expect(throws: Failure.self) {
      try show.frameSize(beside: Size(width: 204, height: 200))
    }
    let wide = try Self.render("a", "b", "--size", "1000000x", "--max-pixels", "0")
    let failure = #expect(throws: Failure.self) {
      try wide.frameSize(beside: Size(width: 1, height: 1_000_000))
    }
    #expect(failure?.message.contains("pixels a side") == true)
  }

  @Test func `colors alone need one in pixels`() throws {
    for size in [[], ["--size", "50%"], ["--size", "1920x"], ["--size", "x1080"]] {
      let failure = #expect(throws: Failure.self) {
        try Job(
          Settings(["--transitionfilter", "swipe", "red", "blue", "-o", "o", "-b", "f"] + size))
      }
      #expect(failure?.status == .usage && failure?.message.contains("--size") == true)
    }
    #expect(try Self.render("red", "blue", "--size", "720p").frameSize(beside: nil).width == 1280)
    #expect(try Self.render("red", "a", "--size", "50%").size == .percent(50))
  }

  @Test func `the words are offered`() {
    #expect(Completions.candidates(for: ["--size", "v"]) == ["vertical"])
    #expect(Completions.candidates(for: ["--size", "1"]) == ["1080p", "1440p"])
  }
}
