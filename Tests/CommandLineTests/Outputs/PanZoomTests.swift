import Foundation
import TestSupport
import Testing
import TransitionKit

/// Pictures that move while they are shown.
@Suite struct PanZoomTests {
  private let sandbox: Sandbox

  init() throws {
    // Large enough that codes tell pixels apart, and of other aspects than the frames.
    sandbox = try Sandbox(width: 240, height: 200)
  }

  private static let size = ["--size", "64x36"]

  /// The frames that a command line makes.
  private func frames(_ words: [String], in name: String = "out") throws -> [Bitmap] {
    let run = try sandbox.run(words + Self.size + ["-q", "-o", "\(name)/f_###.png"])
    #expect(run.status == 0, "\(run.errors)")
    return try sandbox.names(in: name).map { try sandbox.picture("\(name)/\($0)") }
  }

  /// The left and the right edge of the region that a frame of the coded picture shows, as shares
  /// of the picture's width, and its bottom and its top.
  private func edges(_ frame: Bitmap) -> [Double] {
    func share(_ column: Int, _ row: Int, _ channel: Int) -> Double {
      Double(frame.samples(column: column, row: row)[channel]) / 255
    }
    let (left, right) = (share(0, 18, 0), share(63, 18, 0))
    let (top, bottom) = (share(32, 0, 1), share(32, 35, 1))
    // From centers of pixels to the edges.
    let (across, up) = ((right - left) / 63 / 2, (top - bottom) / 35 / 2)
    return [left - across, right + across, bottom - up, top + up]
  }

  private func expect(_ frame: Bitmap?, shows edges: [Double]) throws {
    let found = self.edges(try #require(frame))
    #expect(zip(found, edges).allSatisfy { ($0 - $1).magnitude < 0.006 }, "\(found)")
  }

  @Test func `one picture alone is a show`() throws {
    let frames = try frames(["a.png", "--pan-zoom", "in", "--zoom", "100%", "--hold", "9"])
    #expect(frames.count == 9)
    // 240 x 135 of 240 x 200 pixels, then half of that.
    try expect(frames.first, shows: [0, 1, 0.1625, 0.8375])
    try expect(frames.last, shows: [0.25, 0.75, 0.33125, 0.66875])
    // In the middle the width is the geometric mean.
    let half = 0.5 / 2.squareRoot()
    try expect(frames[4], shows: [0.5 - half, 0.5 + half, 0.5 - 0.675 * half, 0.5 + 0.675 * half])
  }

  @Test func `rectangles and focus are from the bottom left`() throws {
    let between = try frames([
      "a.png", "--pan-zoom", "0,0,50%,10%>120,75%,50%,10%", "--hold", "5",
    ])
    try expect(between.first, shows: [0, 0.5, 0, 0.3375])
    try expect(between.last, shows: [0.5, 1, 0.63125, 0.96875])
    let focused = try frames(
      ["a.png", "--pan-zoom", "out", "--zoom", "100%", "--focus", "0%,100%", "--hold", "5"],
      in: "focused")
    try expect(focused.first, shows: [0, 0.5, 0.6625, 1])
    try expect(focused.last, shows: [0, 1, 0.325, 1])
  }

  @Test func `out is in, backwards`() throws {
    let forward = try frames(["a.png", "--pan-zoom", "in", "--hold", "7"], in: "in")
    let backward = try frames(
      ["a.png", "--pan-zoom", "out", "--hold", "7", "--reverse"], in: "out")
    for (one, other) in zip(forward, backward) { #expect(one.samples == other.samples) }
  }

  @Test func `motion runs through the transitions beside a picture`() throws {
    // Five frames, and three of the transition between its ends.
    let show = try frames(
      [
        "a.png", "b.png", "a.png", "--pan-zoom", "in", "--zoom", "300%", "--hold", "5", "--count",
        "5",
      ],
      in: "show")
    #expect(show.count == 3 * 5 + 2 * 3)
    let positions = show[8..<13].map { edges($0)[0] }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `frames of a transition are those of the same two pictures`() throws {
    let words = ["a.png", "b.png", "--pan-zoom", "in", "--zoom", "50%", "-c", "6"]
    let show = try frames(words, in: "show")
    #expect(show.count == 6)
    for (name, picture) in [("a", "a.png"), ("b", "b.png")] {
      let alone = try frames(
        [picture, "--pan-zoom", "in", "--zoom", "50%", "--hold", "6"], in: name)
      #expect(alone.count == 6)
    }
    for index in 1...4 {
      let pair = ["a", "b"].map { "\($0)/f_00\(index).png" }
      let still = try frames(pair + ["-c", "6", "--frames", "\(index)"], in: "still\(index)")
      #expect(still.first?.samples == show[index].samples)
    }
  }

  @Test func `parts and more threads make the same frames`() throws {
    let words = ["a.png", "b.png", "--pan-zoom", "auto", "--hold", "6", "-c", "5"]
    let whole = try frames(words + ["--jobs", "1"], in: "whole")
    for part in ["1/3", "3/3", "2/3"] {
      _ = try frames(words + ["--shard", part, "--jobs", "3"], in: "parts")
    }
    let parts = try sandbox.names(in: "parts").map { try sandbox.picture("parts/\($0)") }
    #expect(parts.count == whole.count)
    for (one, other) in zip(whole, parts) { #expect(one.samples == other.samples) }
  }

  @Test func `a show goes on after its motion is changed`() throws {
    func show(_ zoom: String, in name: String) throws -> [Bitmap] {
      try sandbox.write(
        Data("--hold 4 --count 4\na.png --pan-zoom in --zoom \(zoom)\nb.png\na.png\n".utf8),
        to: "show.list")
      return try frames(["@show.list", "--skip-existing"], in: name)
    }
    _ = try show("8%", in: "out")
    let again = try show("20%", in: "out")
    let fresh = try show("20%", in: "fresh")
    #expect(again.count == fresh.count)
    for (one, other) in zip(again, fresh) { #expect(one.samples == other.samples) }
  }

  @Test func `a picture of a list has its own motion`() throws {
    try sandbox.write(
      Data("--pan-zoom in --hold 3 --count 3\na.png --pan-zoom none\na.png --zoom 100%\n".utf8),
      to: "show.list")
    let frames = try frames(["@show.list"])
    #expect(frames[0].samples == frames[2].samples)
    #expect(frames[4].samples != frames[6].samples)
    let printed = try sandbox.run(["@show.list", "--print-list"])
    #expect(printed.output.contains("a.png --pan-zoom none\n"))
    #expect(printed.output.contains("a.png --zoom 100%\n"))
  }

  @Test func `the plan tells the motion`() throws {
    let plan = try sandbox.run(
      ["a.png", "--pan-zoom", "in", "--hold", "4", "-o", "f.mp4", "--dry-run", "--json"]
        + Self.size)
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(plan.output.contains(#""pan-zoom": "in""#))
    #expect(plan.output.contains(#""frame": 3"#))
  }

  @Test func `errors say what would be right`() throws {
    let output = ["-o", "f.mp4"]
    try sandbox.expectFailure(
      64, "--pan-zoom: 'sideways'", "none, in, out, auto",
      of: ["a.png", "--pan-zoom", "sideways"] + output)
    try sandbox.expectFailure(
      64, "'0,0,0%,100%' is no rectangle",
      of: ["a.png", "--pan-zoom", "0,0,0%,100%>0,0,1,1"] + output)
    try sandbox.expectFailure(
      64, "--zoom: '8'", "such as 8%", of: ["a.png", "--pan-zoom", "in", "--zoom", "8"] + output)
    try sandbox.expectFailure(
      64, "--hold says how long a.png is shown, such as --hold 5s",
      of: ["a.png", "--pan-zoom", "in"] + output)
    try sandbox.expectFailure(
      64, "a.png is the only picture", of: ["a.png", "--pan-zoom", "none"] + output)
    try sandbox.expectFailure(64, "black is the only picture", of: ["black", "--pan-zoom", "in"])
  }

  @Test(arguments: [
    (["--pan-zoom", "0,0,1,1>0,0,2,2", "--zoom", "9%"], "--zoom has no effect"),
    (["--zoom", "9%"], "--zoom has no effect"),
    (["--pan-zoom", "0,0,1,1>0,0,2,2", "--focus", "1%,1%"], "--focus has no effect"),
    (["--pan-zoom", "in", "--fit", "contain"], "--fit has no effect"),
  ])
  func `options that change nothing are remarked`(_ words: [String], _ remark: String) throws {
    let run = try sandbox.run(
      ["a.png", "b.png", "-c", "3", "-o", "out/f_##.png"] + words + ["--size", "24x20"])
    run.expectOneLine(0, [remark])
  }
}
