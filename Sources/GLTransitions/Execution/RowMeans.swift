import TransitionKit

/// Means of parts of a frame's row in pictures, however long: differences of sums made once.
///
///     pixels              a    b    c    d | d    c    b    a
///     sums           0    a   a+b   ·    ·   ·   the picture is reflected beyond its sides
///     mean of 1...3  (a+b+c − a) / 2
///
/// Between two pixels a sum rises evenly, so that the mean of one pixel's width around a point is
/// what `GL_LINEAR` gives there.
@safe final class RowMeans {
  private struct Row {
    var picture = -1
    var columns = 0
    var channels: ChannelSet = []
    /// Of each channel one more than there are pixels, one channel after the other.
    var sums: [Double] = []
  }

  /// The source's row and the target's.
  private var rows = [Row(), Row()]

  /// Forgets what it knows: the pictures or the row of the frame are others now.
  func clear() {
    for index in rows.indices { rows[index].picture = -1 }
  }

  /// Stores the means of parts of the picture's row at a height.
  ///
  /// - Parameters:
  ///   - picture: its number, 0 or 1.
  ///   - sampler: the picture.
  ///   - ends: for each pixel where the part begins and where it ends, or the reverse, in shares of
  ///     the width.
  ///   - height: the height of the frame's row, as for `PictureSampler.sample`.
  ///   - channels: those that are wanted.
  ///   - planes: take them; they may be where the ends are.
  ///   - count: the number of pixels.
  ///   - pixels: decodes the row.
  func sample(
    _ picture: Int, _ sampler: PictureSampler,
    _ ends: (UnsafePointer<Float>, UnsafePointer<Float>), _ height: Float, _ channels: ChannelSet,
    into planes: Planes, count: Int, of pixels: PictureRows
  ) {
    let number = picture & 1
    if rows[number].picture != picture || !rows[number].channels.isSuperset(of: channels) {
      sum(picture, sampler, height, channels, pixels)
    }
    let columns = rows[number].columns
    let width = Double(columns)
    unsafe rows[number].sums.withUnsafeBufferPointer { sums in
      for pixel in 0..<count {
        let (first, second) = unsafe (
          Self.position(ends.0[pixel], width), Self.position(ends.1[pixel], width)
        )
        var (start, end) = (min(first, second), max(first, second))
        if end - start < 1 { (start, end) = ((start + end - 1) / 2, (start + end + 1) / 2) }
        let (before, until) = (Place(start, columns), Place(end, columns))
        let share = 1 / (end - start)
        for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
          let offset = channel &* (columns &+ 1)
          let part = unsafe until.sum(sums, offset, columns) - before.sum(sums, offset, columns)
          unsafe planes[channel][pixel] = Float(part * share)
        }
      }
    }
  }

  /// A share of the width in pixels; NaN and what is very far away are far away.
  @inline(__always)
  private static func position(_ share: Float, _ width: Double) -> Double {
    let share = Double(share)
    return width * (share > -64 ? share < 64 ? share : 64 : -64)
  }

  /// A position in the row or in one of its reflections.
  private struct Place {
    private let column: Int
    private let part: Double
    private let isBack: Bool
    /// How often the row and its reflection lie before it.
    private let times: Double

    @inline(__always)
    init(_ position: Double, _ columns: Int) {
      let width = Double(columns)
      times = (position / (2 * width)).rounded(.down)
      let rest = position - times * 2 * width
      isBack = rest > width
      let near = min(max(isBack ? 2 * width - rest : rest, 0), width)
      column = min(Int(near), columns &- 1)
      part = near - Double(column)
    }

    @inline(__always)
    func sum(_ sums: UnsafeBufferPointer<Double>, _ offset: Int, _ columns: Int) -> Double {
      let (low, high) = unsafe (sums[offset &+ column], sums[offset &+ column &+ 1])
      let twice = unsafe 2 * sums[offset &+ columns]
      let sum = low + (high - low) * part
      return times * twice + (isBack ? twice - sum : sum)
    }
  }

  /// Makes the sums of a row.
  private func sum(
    _ picture: Int, _ sampler: PictureSampler, _ height: Float, _ channels: ChannelSet,
    _ pixels: PictureRows
  ) {
    let columns = sampler.columns
    let (plane, stride) = unsafe pixels.pixels(picture, sampler, at: height, channels)
    var row = Row(picture: picture, columns: columns, channels: channels)
    swap(&row.sums, &rows[picture & 1].sums)
    if row.sums.count != 4 * (columns + 1) {
      row.sums = Array(repeating: 0, count: 4 * (columns + 1))
    }
    for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
      let offset = channel * (columns + 1)
      var sum = 0.0
      for column in 0..<columns {
        sum += unsafe Double(plane[channel * stride + column])
        row.sums[offset + column + 1] = sum
      }
    }
    rows[picture & 1] = row
  }
}
