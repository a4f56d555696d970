import Testing
import TransitionKit

@testable import TransitionImages

/// The parts of pictures that motions show.
@Suite struct MotionTests {
  private static func path(
    _ panZoom: PanZoom, zoom: Double = 0.25, turn: Int = 0, width: Int = 4000, height: Int = 3000,
    frame: (width: Int, height: Int) = (1600, 900), focus: (x: Double, y: Double) = (0.5, 0.5),
    seconds: Double = 5
  ) -> RegionPath {
    Motion(panZoom, zoom: zoom, turn: turn).path(
      width: width, height: height,
      canvas: Canvas(width: frame.width, height: frame.height, fit: .cover, background: .black),
      focus: focus, seconds: seconds)
  }

  private static func rectangle(_ numbers: [Double]) -> PanZoom.Rectangle {
    PanZoom.Rectangle(
      x: .percent(numbers[0]), y: .percent(numbers[1]), width: .percent(numbers[2]),
      height: .percent(numbers[3]))
  }

  @Test func `a zoom goes from all that covers the frame to a part of it`() {
    let path = Self.path(.zoomIn)
    #expect(path.from == PictureRegion(x: 0, y: 375, width: 4000, height: 2250))
    #expect(path.to == PictureRegion(x: 400, y: 600, width: 3200, height: 1800))
    #expect(Self.path(.zoomOut) == RegionPath(from: path.to, to: path.from))
  }

  @Test func `a zoom goes to the focus, as far as the picture allows`() {
    let near = Self.path(.zoomIn, focus: (0.45, 0.5))
    #expect(near.to == PictureRegion(x: 200, y: 600, width: 3200, height: 1800))
    let corner = Self.path(.zoomIn, focus: (1, 0))
    #expect(corner.from == PictureRegion(x: 0, y: 0, width: 4000, height: 2250))
    #expect(corner.to == PictureRegion(x: 800, y: 0, width: 3200, height: 1800))
  }

  @Test func `rectangles grow about their middle to the frame's aspect`() {
    let path = Self.path(
      .between(Self.rectangle([0, 0, 100, 100]), Self.rectangle([40, 40, 20, 10])))
    #expect(path.from == PictureRegion(x: 0, y: 375, width: 4000, height: 2250))
    // 800 x 300 pixels around 2000, 1650 from the top.
    #expect(path.to == PictureRegion(x: 1600, y: 1425, width: 800, height: 450))
    let upright = Self.path(
      .between(Self.rectangle([0, 70, 5, 30]), Self.rectangle([95, 0, 5, 30])))
    #expect(upright.from == PictureRegion(x: 0, y: 0, width: 1600, height: 900))
    #expect(upright.to == PictureRegion(x: 2400, y: 2100, width: 1600, height: 900))
  }

  @Test(arguments: [(4000, 3000), (3000, 4000), (4000, 2250), (10000, 500), (500, 10000), (1, 1)])
  func `an automatic motion stays in the picture, alternates and is gentle`(
    width: Int, height: Int
  ) {
    for turn in 0..<8 {
      for seconds in [0.5, 3, 5, 20] {
        for focus in [(x: 0.5, y: 0.5), (x: 0, y: 1), (x: 0.9, y: 0.1)] {
          let path = Self.path(
            .auto, zoom: 0.08, turn: turn, width: width, height: height, focus: focus,
            seconds: seconds)
          for region in [path.from, path.to] {
            #expect(region.x >= -1e-9 && region.y >= -1e-9)
            #expect(region.x + region.width <= Double(width) + 1e-6)
            #expect(region.y + region.height <= Double(height) + 1e-6)
            #expect((region.width / region.height - 16.0 / 9).magnitude < 1e-9)
          }
          // One that is mostly cut off is shown from end to end.
          let covering = min(Double(width), Double(height) * 16 / 9)
          if 2 * covering * covering * 9 / 16 < Double(width * height) {
            #expect(path.from.width == path.to.width)
            let far = max((path.from.x - path.to.x).magnitude, (path.from.y - path.to.y).magnitude)
            let rest = max(
              Double(width) - path.from.width, Double(height) - path.from.height)
            #expect((far - rest).magnitude < 1e-6)
            continue
          }
          // In and out by turns, by 8 %, and less where there is less time.
          let (wide, narrow) =
            turn % 2 == 0 ? (path.from, path.to) : (path.to, path.from)
          let zoom = 0.08 * min(1, seconds / 5)
          #expect((wide.width / narrow.width - 1 - zoom).magnitude < 1e-9)
          // A second of panning moves by 5 % of the frame's width.
          let way = (path.center(0).x - path.center(1).x, path.center(0).y - path.center(1).y)
          let most = wide.width * (0.05 * seconds + zoom)
          #expect(way.0.magnitude <= most && way.1.magnitude <= most)
        }
      }
    }
  }

  @Test func `an automatic motion pans along what would be cut off`() {
    let down = [0, 1, 2, 3].map { turn in
      let path = Self.path(.auto, turn: turn, width: 3000, height: 3000)
      return path.center(1).y - path.center(0).y
    }
    #expect(down.map { $0 > 0 } == [false, false, true, true])
    #expect(down.allSatisfy { $0.magnitude > 400 })
    let across = Self.path(.auto, width: 8000, height: 3000)
    #expect(across.center(1).x - across.center(0).x > 700)
    #expect((across.center(1).y - across.center(0).y).magnitude < 1e-9)
  }

  @Test func `an automatic motion has its point in sight at half time and at the end`() {
    for (width, height) in [(4000, 3000), (3000, 3000), (2700, 3000), (6000, 3000)] {
      for (turn, seconds) in (0..<4).flatMap({ turn in [3.0, 5, 60].map { (turn, $0) } }) {
        for focus in [(x: 0.1, y: 0.05), (x: 0.5, y: 0.3), (x: 0.95, y: 0.9)] {
          let path = Self.path(
            .auto, turn: turn, width: width, height: height, focus: focus, seconds: seconds)
          let (x, y) = (focus.x * Double(width), focus.y * Double(height))
          for region in [path.region(at: 0.5), path.to] {
            #expect(region.x < x && x < region.x + region.width, "\(width)x\(height), \(turn)")
            #expect(region.y < y && y < region.y + region.height, "\(width)x\(height), \(turn)")
          }
        }
      }
    }
  }

  @Test func `a picture that is mostly cut off pans to the end nearer its point`() {
    for turn in 0..<4 {
      let up = Self.path(.auto, turn: turn, width: 3000, height: 4000, focus: (0.5, 0.2))
      #expect(up.to == PictureRegion(x: 0, y: 0, width: 3000, height: 1687.5))
      #expect(up.from == PictureRegion(x: 0, y: 2312.5, width: 3000, height: 1687.5))
    }
    let right = Self.path(.auto, width: 12000, height: 3000, focus: (0.8, 0.2))
    #expect(right.from.x == 0 && right.to.x + right.to.width == 12000)
  }
}

extension RegionPath {
  /// The middle of the first region or of the last.
  fileprivate func center(_ end: Int) -> (x: Double, y: Double) {
    let region = end == 0 ? from : to
    return (region.x + region.width / 2, region.y + region.height / 2)
  }
}
