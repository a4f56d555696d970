/// A mask's values, 0...1, at the centers of a frame's pixels.
struct MaskValues: Sendable {
  /// The values; in pixels that a leap goes through, those before it.
  var plane: FloatPlane
  /// The leaps of the values; unset if they have none, or if nobody knows where.
  var leaps: Leaps?

  /// The lines along which the values of a mask change at once, such as a clock's at twelve. There
  /// the differences of neighbors say nothing of the edges that move evenly on both sides.
  ///
  ///     values     0.97   0.98   0.99 │ 0.00   0.01
  ///     pixels   └──────┴──────┴──────┴──────┴──────┘   a leap between two pixels,
  ///     pixels      └──────┴──────┴──────┴──────┘       or through one, which has two values
  struct Leaps: Sendable {
    /// The changes of the values from pixel to pixel, but for leaps.
    let slopes: FloatPlane
    /// The values after the leap, in pixels that one goes through.
    var beyond: FloatPlane
    /// The shares of pixels that lie after a leap; 0 in others.
    let shares: FloatPlane
  }

  /// The values with the last ones first.
  func inverted(_ parallelFor: ParallelFor?) -> MaskValues {
    var copy = self
    copy.plane = plane.map(parallelFor) { 1 - $0 }
    if let leaps { copy.leaps?.beyond = leaps.beyond.map(parallelFor) { 1 - $0 } }
    return copy
  }
}
