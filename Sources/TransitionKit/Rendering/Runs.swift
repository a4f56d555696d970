/// What a stretch of a row shows, told so that it need not be computed pixel by pixel.
public enum Fill: Sendable, Equatable {
  /// The source's pixels, unchanged.
  case source
  /// The target's pixels, unchanged.
  case target
  /// The kernel's mixture of this number.
  case blend(Int)
  /// The pixels of the kernel's ``PixelKernel/slidPicture`` at other places.
  case slid(Slide)
  /// Whatever the kernel computes.
  case computed
}

/// Where in a picture a row finds its pixels when that has been moved or mirrored along an axis.
public struct Slide: Sendable, Equatable {
  /// The point that the row's first pixel shows, whether or not that lies in the picture.
  public var start: Point
  /// Whether the row shows the picture from right to left.
  public var isMirrored: Bool
  /// Which of the kernel's mixtures that of a pixel and the next one is, if it is one of them.
  public var blend: Int?

  /// Makes a slide.
  public init(start: Point, isMirrored: Bool, blend: Int? = nil) {
    self.start = start
    self.isMirrored = isMirrored
    self.blend = blend
  }
}

/// A row of a frame divided into stretches, from left to right.
public struct Runs: Sendable {
  /// A stretch that ends before column `end`.
  public struct Run: Sendable, Equatable {
    /// What it shows.
    public var fill: Fill
    /// The column after its last one.
    public var end: Int
  }

  /// Pixels in the row.
  public let width: Int
  /// The stretches so far, each beginning where the one before ends.
  public private(set) var runs: [Run] = []

  /// Makes an undivided row.
  public init(width: Int) { self.width = width }

  /// The column at which the next stretch begins.
  public var end: Int { runs.last?.end ?? 0 }

  /// Adds a stretch that ends before a column; nothing if that column has been passed.
  public mutating func append(_ fill: Fill, upTo column: Int) {
    let column = min(column, width)
    guard column > end else { return }
    if let last = runs.indices.last, runs[last].fill == fill {
      runs[last].end = column
    } else {
      runs.append(Run(fill: fill, end: column))
    }
  }

  /// Adds a stretch of all columns that are left.
  public mutating func append(_ fill: Fill) { append(fill, upTo: width) }

  /// Adds stretches for what changes along a line only: `low` where the position along it is below
  /// `interval`, `high` above it, and what must be computed in between.
  ///
  /// - Parameters:
  ///   - interval: the positions that must be computed.
  ///   - start: the position of the first pixel's center.
  ///   - step: the change of position from a pixel to the next.
  ///   - low: what is shown below the interval.
  ///   - high: what is shown above it.
  public mutating func append(
    computing interval: (min: Float, max: Float), from start: Float, step: Float,
    low: Fill, high: Fill
  ) {
    append(between: interval, from: start, step: step, low: low, high: high) { runs, columns in
      runs.append(.computed, upTo: columns.upperBound)
    }
  }

  /// Adds stretches for what changes along a line only, as above, with the columns in between
  /// divided by the caller; what it leaves over of them is computed.
  mutating func append(
    between interval: (min: Float, max: Float), from start: Float, step: Float,
    low: Fill, high: Fill, _ divide: (inout Runs, Range<Int>) -> Void
  ) {
    let (first, second) = step < 0 ? (high, low) : (low, high)
    let (near, far) =
      step < 0 ? (interval.max, interval.min) : (interval.min, interval.max)
    // One pixel more than necessary on each side: rounding cannot matter there.
    let begin = column(of: near, from: start, step: step, offset: -1)
    let end = column(of: far, from: start, step: step, offset: 2)
    append(first, upTo: begin)
    if begin < end {
      divide(&self, begin..<end)
      append(.computed, upTo: end)
    }
    append(second)
  }

  /// Adds stretches for what changes with the distance from a point only.
  ///
  /// - Parameters:
  ///   - center: the point.
  ///   - inner: the radius below which nothing must be computed; none if negative.
  ///   - outer: the radius above which nothing must be computed.
  ///   - y: the height of the row.
  ///   - inside: what is shown below the inner radius, or at once if that is negative.
  ///   - outside: what is shown above the outer radius.
  public mutating func append(
    ringAround center: Point, from inner: Float, to outer: Float, y: Float, inside: Fill,
    outside: Fill
  ) {
    let height = Double(y) - Double(center.y)
    /// Half the chord of a circle in the row, widened or narrowed by a pixel for rounding.
    func chord(_ radius: Float, _ margin: Double) -> Double? {
      let radius = Double(radius) + margin
      guard radius > 0, radius > height.magnitude else { return nil }
      return (radius * radius - height * height).squareRoot()
    }
    let middle = Double(center.x)
    func column(_ x: Double) -> Int { Int(min(max(x, 0), Double(width)).rounded(.down)) }
    guard let far = chord(outer, 1) else { return append(outside) }
    append(outside, upTo: column(middle - far - 1))
    if let near = chord(inner, -1) {
      append(.computed, upTo: column(middle - near + 1))
      append(inside, upTo: column(middle + near - 1))
    }
    append(.computed, upTo: column(middle + far + 2))
    append(outside)
  }

  /// The column, 0...width, of a position along the row. A step of almost nothing puts every
  /// position before or behind the whole row.
  func column(of position: Float, from start: Float, step: Float, offset: Int) -> Int {
    let distance = Double(position) - Double(start)
    let size = Double(step.magnitude)
    let signed = step < 0 ? -distance : distance
    let columns = signed / max(size, .leastNormalMagnitude)
    guard columns < Double(width) + 2 else { return width }
    guard columns > -2 else { return 0 }
    return min(max(Int(columns.rounded(.down)) + offset, 0), width)
  }
}
