/// The size, pixel format and working space that all pictures and frames of a sequence have in
/// common.
///
/// ``Transition/prepared(for:_:)`` depends on a layout and on the transition's parameters, never on
/// the pictures: one preparation serves all frames between any two of them.
public struct FrameLayout: Sendable, Hashable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The format of the pictures.
  public let format: PixelFormat
  /// The scale on which colors are mixed.
  public let workingSpace: WorkingSpace

  /// Makes a layout.
  public init(width: Int, height: Int, format: PixelFormat, workingSpace: WorkingSpace) {
    self.width = width
    self.height = height
    self.format = format
    self.workingSpace = workingSpace
  }

  /// The frame as a rectangle.
  public var bounds: Rect { Rect(width: width, height: height) }

  /// A given rectangle, or the whole frame where none is given or it has no area.
  public func resolve(_ extent: Rect?) -> Rect {
    guard let extent, !extent.isEmpty else { return bounds }
    let low = within(Point(x: extent.x, y: extent.y))
    let high = within(Point(x: extent.x + extent.width, y: extent.y + extent.height))
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// A given position, or the middle of the frame where none is given.
  public func resolve(_ center: Point?) -> Point { center.map(within) ?? bounds.center }

  /// A point no farther away than a distance whose square is an ordinary number.
  private func within(_ point: Point) -> Point {
    let limit: Float = 1e9
    return Point(
      x: min(max(point.x, -limit), limit), y: min(max(point.y, -limit), limit))
  }
}

/// A value that a transition has worked out, and the layout that it is right for.
struct Preparation<Value: Sendable>: Sendable {
  private let layout: FrameLayout
  private let value: Value

  init(_ value: Value, for layout: FrameLayout) {
    self.layout = layout
    self.value = value
  }

  /// The value; `nil` if it is wrong for another layout.
  func value(for layout: FrameLayout) -> Value? { layout == self.layout ? value : nil }
}

/// Runs a body for 0..<count, in any order and perhaps on several threads, and waits until all is
/// done.
public typealias ParallelFor =
  @Sendable (_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Void
