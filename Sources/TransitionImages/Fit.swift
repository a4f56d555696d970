public import TransitionKit

/// How a picture of another size is brought to the frame's size.
public enum Fit: String, Sendable, CaseIterable {
  /// Scaled to cover the frame; what sticks out is cut off on both sides.
  case cover
  /// Scaled to lie within the frame, in its middle; margins show the background.
  case contain
  /// Scaled to the frame's width and height.
  case stretch
  /// Not scaled: drawn from the bottom left.
  case none
  /// As `contain`, over a blurred copy of the picture that covers the frame; as `cover` where that
  /// cuts off so little that thin strips would be worse.
  case containBlur = "contain-blur"

  /// The share of a picture's side that `contain-blur` cuts off at most.
  public static let negligibleLoss = 0.12
}

/// The frame that a picture is brought to.
public struct Canvas: Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int
  /// How pictures of another size are brought to this one.
  public var fit: Fit
  /// The point of a picture that stays in sight where the picture is cut off.
  public var focus: Focus
  /// The color of margins.
  public var background: Color
  /// Whether unscaled pictures stand in the middle of the bottom edge, not in its left corner.
  public var centersUnscaled: Bool

  /// Makes a frame of a size, in pixels.
  public init(
    width: Int, height: Int, fit: Fit, focus: Focus = .center, background: Color,
    centersUnscaled: Bool = false
  ) {
    self.width = width
    self.height = height
    self.fit = fit
    self.focus = focus
    self.background = background
    self.centersUnscaled = centersUnscaled
  }

  /// The frame as a rectangle.
  public var bounds: Rect { Rect(width: width, height: height) }

  /// The placement of a picture of a size: its scaled size, and the column and row of its top
  /// left corner, negative where it is cut off.
  func placement(width w: Int, height h: Int) -> (x: Int, y: Int, width: Int, height: Int) {
    let across = Double(width) / Double(w)
    let down = Double(height) / Double(h)
    func centered(scale: Double) -> (x: Int, y: Int, width: Int, height: Int) {
      let scaledWidth = max(1, Int((Double(w) * scale).rounded()))
      let scaledHeight = max(1, Int((Double(h) * scale).rounded()))
      return ((width - scaledWidth) / 2, (height - scaledHeight) / 2, scaledWidth, scaledHeight)
    }
    switch fit {
    case .cover:
      var placement = centered(scale: max(across, down))
      let (x, y) = focus.point(width: w, height: h)
      placement.x = Self.offset(of: placement.width, over: width, focus: x)
      placement.y = Self.offset(of: placement.height, over: height, focus: y)
      return placement
    case .contain, .containBlur: return centered(scale: min(across, down))
    case .stretch: return (0, 0, width, height)
    case .none: return (centersUnscaled ? (width - w) / 2 : 0, height - h, w, h)
    }
  }

  /// The frame as it is for a picture: `contain-blur` covers where that cuts off a negligible part
  /// of an opaque one. Through others, such as logos, no backdrop is seen, and all of them is.
  func suited(to format: PixelFormat, width w: Int, height h: Int) -> Canvas {
    let (across, down) = (Double(width) / Double(w), Double(height) / Double(h))
    guard fit == .containBlur, !format.hasAlpha,
      1 - min(across, down) / max(across, down) < Fit.negligibleLoss
    else { return self }
    var canvas = self
    canvas.fit = .cover
    return canvas
  }

  /// The position of a picture's side over the frame's, at most as long, whose middle is as near as
  /// it can be to a share of the picture's.
  private static func offset(of side: Int, over frame: Int, focus: Double) -> Int {
    let start = (Double(side) * focus - Double(frame) / 2).rounded(.down)
    return -Int(min(max(start, 0), Double(side - frame)))
  }
}
