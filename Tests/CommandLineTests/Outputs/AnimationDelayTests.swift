import TestSupport
import Testing
import TransitionKit

/// How long the frames of an animation are shown.
@Suite struct AnimationDelayTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func delays(_ file: String) throws -> [Int] {
    try sandbox.shell("vipsheader -f delay \(file)[n=-1]").output.split(separator: " ")
      .compactMap { Int($0.filter(\.isNumber)) }
  }

  @Test(
    .needsVips,
    arguments: ["25/2", "24", "30000/1001", "50", "60", "120", "1500"], ["gif", "webp"])
  func `delays add up to the length`(_ rate: String, _ type: String) throws {
    let run = try sandbox.shell("$SWIPE -c 61 --fps \(rate) -o turn.\(type)")
    #expect(run.status == 0)
    let delays = try delays("turn.\(type)")
    let parts = rate.split(separator: "/").compactMap { Double($0) } + [1]
    let exact = 61_000 * parts[1] / parts[0]
    #expect(abs(Double(delays.reduce(0, +)) - exact) <= (type == "gif" ? 5 : 0.5), "\(delays)")
    let isFast = parts[0] / parts[1] > (type == "gif" ? 50 : 1000)
    if type == "gif" { #expect(delays.allSatisfy { $0 >= 20 }, "\(delays)") }
    #expect(isFast == (delays.count < 61))
    let remark = "dotransition: turn.\(type) shows \(delays.count) of 61 frames: "
    #expect(run.errors.hasPrefix(isFast ? remark : "") && run.errors.isEmpty == !isFast)
    #expect(run.errors.split(separator: "\n").count == (isFast ? 1 : 0), "\(run.errors)")
    #expect(try sandbox.shell("$SWIPE -c 61 --fps \(rate) -o turn.\(type) -q").errors == "")
  }

  @Test(.needsVips, arguments: [("gif", 90), ("webp", 1500)])
  func `a fast animation begins and ends with its pictures`(_ type: String, _ rate: Int) throws {
    let line = "-c 40 --fps \(rate) -o turn.\(type) --contact-sheet sheet.png -q"
    #expect(try sandbox.shell("$SWIPE \(line)").status == 0)
    let count = try delays("turn.\(type)").count
    #expect(count < 40)
    #expect(try sandbox.shell("$SWIPE -c 2 -o ends.\(type) -q").status == 0)
    for (page, end) in [(0, 0), (count - 1, 1)] {
      for (file, page) in [("turn", page), ("ends", end)] {
        let line = "vips copy \(file).\(type)[page=\(page)] \(file).png"
        #expect(try sandbox.shell(line).status == 0)
      }
      // Each frame has its own palette, or they share one.
      let (turn, ends) = try (sandbox.picture("turn.png"), sandbox.picture("ends.png"))
      #expect(turn.meanDifference(from: ends) < 0.02)
    }
  }

  // libvips' encoder takes black for transparent where it was so in the frame before.
  @Test(arguments: ["a.png transparent a.png", "a.png black a.png", "a.png transparent black"])
  func `a GIF tells black from nothing`(_ pictures: String) throws {
    let size = 32
    let samples = (0..<size * size).flatMap { index -> [UInt16] in
      index % size < 16 ? [0, 0, 0, 255] : [0, 0, 0, 0]
    }
    let rgba = PixelFormat(depth: .eight, hasAlpha: true)
    let black = Bitmap(width: size, height: size, format: rgba, samples: samples)
    try black.write(to: sandbox.folder.file("a.png"))
    let line = "\(pictures) --hold 2 --transition cut --size 32x32 -q"
    let run = try sandbox.shell("$TOOL \(line) -o a.gif && $TOOL \(line) -o 'f/%d.png'")
    #expect(run.status == 0, "\(run.errors)")
    try sandbox.ffmpeg("-i a.gif -vsync 0 -start_number 0 -pix_fmt rgba g%d.png")
    for number in 0..<3 {
      func alpha(_ name: String) throws -> [UInt16] {
        let picture = try sandbox.picture(name)
        guard picture.format.hasAlpha else { return Array(repeating: 255, count: size * size) }
        return stride(from: 3, to: picture.samples.count, by: 4).map { picture.samples[$0] }
      }
      #expect(try alpha("g\(number).png") == alpha("f/\(2 * number).png"), "\(number)")
    }
  }

  @Test func `a plan lists the frames that are shown`() throws {
    let line = "$SWIPE -c 12 --fps 100 -o turn.gif --dry-run"
    let plan = try sandbox.shell("\(line) --plan-frames")
    #expect(plan.output.contains("shown          6 of them\n"), "\(plan.output)")
    #expect(plan.errors.hasPrefix("dotransition: turn.gif shows 6 of 12 frames"))
    let numbers = plan.output.split(separator: "\n").reversed().prefix { !$0.hasPrefix("frame") }
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(numbers == [11, 8, 6, 4, 2, 0])
    let json = try sandbox.shell("\(line) --json -q")
    #expect(json.output.split(separator: "\"number\"").count == 7)
    let slow = try sandbox.shell("$SWIPE -c 12 --fps 50 -o turn.gif --dry-run")
    #expect(!slow.output.contains("shown") && slow.errors == "")
  }
}
