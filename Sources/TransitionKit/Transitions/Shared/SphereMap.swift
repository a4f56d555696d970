/// The light on a curved surface: a picture of a shaded sphere in a square, looked up by the
/// direction in which the surface faces.
struct SphereMap: Sendable {
  private let image: Bitmap?
  private let workingSpace: WorkingSpace

  /// - Parameters:
  ///   - image: the sphere; `nil` for a built-in one.
  ///   - workingSpace: the scale on which colors are mixed.
  init(_ image: Bitmap?, in workingSpace: WorkingSpace) {
    self.image = image
    self.workingSpace = workingSpace
  }

  /// The colors of four neighbors where the surface is tilted toward directions, unit vectors: tilt
  /// 0 faces straight up, 1 sideways, and below 0 away from the direction.
  ///
  /// The built-in sphere is the original tool's: 800 pixels wide, clear to 20 pixels from its
  /// center, from there darker to black of opacity 0.7 at its rim.
  @inline(__always)
  func colors(toward x: Lanes, _ y: Lanes, tilt: Lanes) -> Pixel4 {
    guard let image else {
      let depth = 400 * tilt.magnitudes - 20
      let opacity = 0.7 * (depth / 380).saturated
      return Pixel4 { $0 < 3 ? Lanes() : opacity }
    }
    let half = Float(min(image.width, image.height)) / 2
    let center = image.bounds.center
    return image.samples(
      at: center.x + x * (half * tilt), center.y + y * (half * tilt), beyond: .repeated)
  }
}
