public import TransitionKit

/// The part of a picture that is shown while it moves: which one at first, and which one at last.
public enum PanZoom: Sendable, Hashable {
  /// It stands still.
  case still
  /// From all that covers the frame to a smaller part of it.
  case zoomIn
  /// The reverse.
  case zoomOut
  /// By turns both, along the side that would be cut off; from end to end if that is most of it.
  case auto
  /// From one end of the picture to the other, as large as it covers the frame.
  case along(Direction)
  /// From one rectangle to another.
  case between(Rectangle, Rectangle)

  public enum Direction: String, Sendable, CaseIterable {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"
    case topToBottom = "top-to-bottom"
    case bottomToTop = "bottom-to-top"

    fileprivate var isAcross: Bool { self == .leftToRight || self == .rightToLeft }
    /// Whether it begins at the left or the top.
    fileprivate var isForward: Bool { self == .leftToRight || self == .topToBottom }
  }

  /// Whether it goes from one rectangle to another, whatever the focus.
  fileprivate var isBetween: Bool {
    if case .between = self { true } else { false }
  }

  /// A rectangle of the upright picture, from its bottom left corner.
  public struct Rectangle: Sendable, Hashable {
    public let x, y, width, height: Focus.Coordinate

    public init(
      x: Focus.Coordinate, y: Focus.Coordinate, width: Focus.Coordinate, height: Focus.Coordinate
    ) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }
}

/// The motion of a picture while it is shown.
public struct Motion: Sendable, Hashable {
  public let panZoom: PanZoom
  /// How much larger a zoom shows its smaller part: 0.08 is 8 %.
  public let zoom: Double
  /// How many pictures before it move by turns.
  public let turn: Int

  /// Whether it goes another way if the picture is seen for another time.
  public var followsTime: Bool { panZoom == .auto }

  public init(_ panZoom: PanZoom, zoom: Double, turn: Int) {
    (self.panZoom, self.zoom, self.turn) = (panZoom, zoom, turn)
  }

  /// The way through a picture.
  ///
  /// - Parameters:
  ///   - width: the picture's pixels across.
  ///   - height: its pixels down.
  ///   - canvas: the frame, which the picture covers.
  ///   - focus: the point to which zooms go, as shares of the picture's width from the left and of
  ///     its height from the top.
  ///   - seconds: how long the picture is seen.
  /// - Returns: two regions within the picture, of the frame's aspect.
  func path(
    width: Int, height: Int, canvas: Canvas, focus: (x: Double, y: Double), seconds: Double
  ) -> RegionPath {
    let space = Space(width: width, height: height, canvas: canvas)
    let middle = (x: focus.x * Double(width), y: focus.y * Double(height))
    switch panZoom {
    case .still, .zoomIn, .zoomOut:
      let all = space.region(of: space.widest, around: middle)
      let zoom = panZoom == .still ? 0 : zoom
      let part = space.region(of: space.widest / (1 + zoom), around: middle)
      return panZoom == .zoomOut
        ? RegionPath(from: part, to: all) : RegionPath(from: all, to: part)
    case .along(let direction): return along(direction, in: space, around: middle)
    case .auto: return automatic(in: space, around: middle, seconds: seconds)
    case .between(let from, let to):
      return RegionPath(from: space.region(covering: from), to: space.region(covering: to))
    }
  }

  /// The way through a picture whose pixels need not be known; `nil` if they tell its focus.
  public func path(width: Int, height: Int, canvas: Canvas, seconds: Double) -> RegionPath? {
    guard canvas.focus != .attention || panZoom.isBetween else { return nil }
    return path(
      width: width, height: height, canvas: canvas,
      focus: canvas.focus.point(width: width, height: height), seconds: seconds)
  }

  /// Pictures that are seen for less time than this zoom by less, as fast as others.
  private static let unhurried = 5.0
  /// The most that pans move in a second, as a part of the frame's longer side.
  private static let panSpeed = 0.05

  /// The way from one end to the other. Where nothing would be cut off there, the part is smaller.
  private func along(
    _ direction: PanZoom.Direction, in space: Space, around middle: (x: Double, y: Double)
  ) -> RegionPath {
    let rest = direction.isAcross ? space.rest.across : space.rest.down
    let width = rest < 1 ? space.widest / (1 + zoom) : space.widest
    func end(_ isFirst: Bool) -> PictureRegion {
      direction.isAcross
        ? space.region(of: width, around: (isFirst ? 0 : space.width, middle.y))
        : space.region(of: width, around: (middle.x, isFirst ? 0 : space.height))
    }
    return RegionPath(from: end(direction.isForward), to: end(!direction.isForward))
  }

  private func automatic(
    in space: Space, around middle: (x: Double, y: Double), seconds: Double
  ) -> RegionPath {
    // What would be cut off lies on two sides: one of these is 0.
    let (rest, isWide) = (space.rest, space.rest.across > 0)
    let (whole, cut, point) =
      isWide
      ? (space.width, rest.across, middle.x) : (space.height, rest.down, middle.y)
    // Of a picture that is mostly cut off all is shown, and at last what is to be seen.
    if 2 * cut > whole {
      let goesForward = 2 * point > whole
      return along(
        isWide
          ? (goesForward ? .leftToRight : .rightToLeft)
          : (goesForward ? .topToBottom : .bottomToTop),
        in: space, around: middle)
    }
    let zoom = zoom * min(1, seconds / Self.unhurried)
    let longer = max(space.widest, space.widest / space.aspect)
    let most = min(cut, Self.panSpeed * longer * seconds)
    // In, out, and both again in the other direction.
    let half = (turn / 2 % 2 == 0) == isWide ? most / 2 : -most / 2
    // Far enough from the edges that both ends of the pan are within the picture.
    let part = whole - cut
    let least = part / 2 + half.magnitude
    let steady = min(max(point, least), max(least, whole - least))
    let (wide, narrow) = (space.widest, space.widest / (1 + zoom))
    let (first, last) = turn % 2 == 0 ? (wide, narrow) : (narrow, wide)
    /// A part that has the point well within it.
    func region(_ width: Double, _ along: Double) -> PictureRegion {
      let inner = 0.4 * part * width / wide
      let center = min(max(along, point - inner), point + inner)
      return space.region(
        of: width, around: isWide ? (center, middle.y) : (middle.x, center))
    }
    return RegionPath(from: region(first, steady - half), to: region(last, steady + half))
  }
}

/// A picture's pixels, and the frame's aspect.
private struct Space {
  let width: Double
  let height: Double
  let aspect: Double

  init(width: Int, height: Int, canvas: Canvas) {
    (self.width, self.height) = (Double(width), Double(height))
    aspect = Double(canvas.width) / Double(canvas.height)
  }

  /// The width of the part that covers the frame.
  var widest: Double { min(width, height * aspect) }

  /// What it leaves of the picture.
  var rest: (across: Double, down: Double) {
    (max(0, width - widest), max(0, height - widest / aspect))
  }

  /// A region of a width, its middle as near to a point as the picture allows.
  func region(of width: Double, around middle: (x: Double, y: Double)) -> PictureRegion {
    let height = width / aspect
    return PictureRegion(
      x: min(max(middle.x - width / 2, 0), max(0, self.width - width)),
      y: min(max(middle.y - height / 2, 0), max(0, self.height - height)), width: width,
      height: height)
  }

  /// A rectangle, grown about its middle to the frame's aspect and moved into the picture.
  func region(covering rectangle: PanZoom.Rectangle) -> PictureRegion {
    let (x, y) = (rectangle.x.pixels(of: width), rectangle.y.pixels(of: height))
    let (across, down) = (
      rectangle.width.pixels(of: width), rectangle.height.pixels(of: height)
    )
    return region(
      of: min(max(across, down * aspect), widest),
      around: (x + across / 2, height - y - down / 2))
  }
}

extension PictureRegion {
  /// The part of a picture that covers a frame, its middle as near as it can be to a point: shares
  /// of the picture's width from the left and of its height from the top.
  static func covering(
    _ canvas: Canvas, width: Int, height: Int, around focus: (x: Double, y: Double)
  ) -> PictureRegion {
    let space = Space(width: width, height: height, canvas: canvas)
    return space.region(
      of: space.widest, around: (x: focus.x * space.width, y: focus.y * space.height))
  }
}
