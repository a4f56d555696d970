/// The geometry of a page that is lifted at one side and rolled over a cylinder, seen from above
/// without perspective.
///
/// Everything is measured along `lifted`, the unit vector that points to the side that was lifted
/// first; `contact` is the line up to which the page still lies flat. Beyond it the page bends up
/// around the cylinder to the ridge, one radius on, and comes back over itself, upside down.
struct PageCurl: Sendable {
  /// Toward the side that is lifted first.
  let lifted: Point
  let radius: Float
  /// Where the page leaves the ground, along `lifted`.
  let contact: Float
  /// How far the page reaches along `lifted`.
  let pageEnd: Float

  /// - Parameters:
  ///   - angle: the direction in which the page turns, in radians.
  ///   - radius: the radius of the curl, in pixels.
  ///   - time: 0 when the page lies flat, 1 when it has left the extent.
  ///   - extent: the rectangle that the curl crosses.
  ///   - page: the rectangle of the page.
  init(angle: Float, radius: Float, time: Float, extent: Rect, page: Rect) {
    lifted = Point(angle: angle) * -1
    self.radius = radius
    let (near, far) = extent.projection(on: lifted)
    contact = far - time * (far - near + radius)
    pageEnd = page.projection(on: lifted).max
  }

  /// What is to be seen of the page at a point.
  struct View {
    /// The point of the page whose front is seen.
    let front: Point
    /// The point of the page whose back is seen, over the front.
    let back: Point
    /// 0 on top of the curl, 1 at the ridge.
    let steepness: Float
    /// 1 on the page, 0 beyond the ridge, with one pixel between.
    let coverage: Float
  }

  /// The signed distance of a point from the contact line.
  @inline(__always)
  func height(of point: Point) -> Float { point.dot(lifted) - contact }

  /// What is to be seen at a point whose distance from the contact line is `q`.
  @inline(__always)
  func view(at point: Point, _ q: Float) -> View {
    let coverage = (radius - q + 0.5).saturated
    if q <= 0 {
      return View(
        front: point, back: point + lifted * (.pi * radius - 2 * q), steepness: 0,
        coverage: coverage)
    }
    let steepness = min(q / radius, 1)
    let arc = Float.asin(steepness)
    return View(
      front: point + lifted * (radius * arc - q), back: point + lifted * (radius * (.pi - arc) - q),
      steepness: steepness, coverage: coverage)
  }

  /// The part of a row that must be computed, along `lifted`: from where the back of the page ends
  /// to `reach` beyond the ridge.
  func interval(reach: Float) -> (min: Float, max: Float) {
    // The flat back shows the page at contact + πR - q, and there is no page beyond its end.
    let backEnd = min(2 * contact + .pi * radius - pageEnd, contact)
    return (backEnd - 1, contact + radius + 0.5 + reach)
  }

  /// The colors of the layers put together, over the source as in the original.
  @inline(__always)
  static func composite(
    back: Pixel, front: Pixel, coverage: Float, ground: Pixel, source: Bitmap, at point: Point
  ) -> Pixel {
    let image = (back * coverage).over((front * coverage).over(ground))
    return image.alpha < 1 && source.format.hasAlpha ? image.over(source[point]) : image
  }
}
