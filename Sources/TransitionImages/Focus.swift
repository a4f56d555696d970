/// The point of a picture that stays as near as it can to the middle of a frame, where the picture
/// covers the frame and a part of it is cut off.
public enum Focus: Sendable, Hashable {
  /// The middle: as much is cut off on one side as on the other.
  case center
  /// A point of the upright picture, from its bottom left.
  case point(x: Coordinate, y: Coordinate)
  /// The part that draws the eye, as libvips finds it: edges, saturated colors, skin.
  case attention

  /// A distance from a picture's left or bottom edge.
  public enum Coordinate: Sendable, Hashable {
    case pixels(Double)
    /// Of the picture's width or height.
    case percent(Double)

    /// The pixels of a side of so many.
    package func pixels(of side: Double) -> Double {
      switch self {
      case .pixels(let pixels): pixels
      case .percent(let percent): side * percent / 100
      }
    }
  }

  /// The point in a picture of a size, as shares of its width from the left and of its height from
  /// the top; the middle if the picture itself must tell.
  func point(width: Int, height: Int) -> (x: Double, y: Double) {
    guard case .point(let x, let y) = self else { return (0.5, 0.5) }
    let (width, height) = (Double(width), Double(height))
    return (x.pixels(of: width) / width, 1 - y.pixels(of: height) / height)
  }
}
