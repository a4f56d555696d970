internal import TransitionIntrinsics

/// Means of pictures along curves and in disks.
extension Execution {
  /// Where the means of eight pixels are taken.
  ///
  /// Small shapes are seen in points of the picture itself, larger ones in its levels, and those
  /// between in both.
  fileprivate protocol Shapes {
    /// What reads their means in levels.
    associatedtype Reader

    /// The points of the small ones, at most 16.
    var pointCount: Int { get }

    /// Shapes of clamped operands. The size is that of level 1, in its texels.
    init(_ size: Point, _ operand: (Int) -> Vector)

    /// Shares of what is seen in levels, nothing of it from 0 down, all from 1 on.
    var levelShares: Vector { get }

    /// Whether the eight change evenly, and are so large that not all means need be taken.
    var isEven: Bool { get }

    /// Whether the next eight, which change evenly, go on as these.
    func goOn(to next: Self) -> Bool

    /// Whether means change little over so many pixels of a row, where they change evenly.
    func isSmooth(over pixels: Float) -> Bool

    /// One of so many points, in shares of the picture, reflected beyond its sides.
    func points(_ number: Int, of count: Int) -> (x: Vector, y: Vector)

    /// The mean of one shape in levels, premultiplied.
    func mean(_ reader: inout Reader, _ lane: Int) -> SIMD4<Float>
  }

  fileprivate typealias Point = SIMD2<Float>

  /// A number from a lowest to a greatest one; NaN counts as the lowest.
  @inline(__always)
  static func limited(_ vector: Vector, _ range: ClosedRange<Float>) -> Vector {
    let low = Vector(repeating: range.lowerBound).replacing(
      with: vector, where: vector .> range.lowerBound)
    return low.replacing(with: range.upperBound, where: low .> range.upperBound)
  }

  /// Coordinates in shares of the picture; what is very far away is far away.
  @inline(__always)
  fileprivate static func coordinate(_ vector: Vector) -> Vector { limited(vector, -16...16) }

  /// Coordinates reflected at 0 and at 1.
  @inline(__always)
  fileprivate static func mirrored(_ point: Vector) -> Vector {
    let turns = 0.5 * point + 64
    let rest = 2 * (turns - turns.nearestWhole)
    let turned = rest.replacing(with: -rest, where: rest .< 0)
    return turned.replacing(with: point, where: (point .>= 0) .& (point .<= 1))
  }

  /// Whether eight numbers change evenly, but for a 16th of a texel, and no more than they do where
  /// the picture is as large as the frame: means farther apart have less in common.
  @inline(__always)
  fileprivate static func areEven(_ vector: Vector, _ size: Float) -> Bool {
    let step = (vector[7] - vector[0]) * (1.0 / 7)
    if abs(size * step) > 0.6 { return false }
    let away = size * (vector - (vector[0] + step * Vector(0, 1, 2, 3, 4, 5, 6, 7)))
    return !(away * away .>= 1.0 / 256).isAny
  }

  /// Whether the next eight numbers go on as these, which change evenly, but for a 16th of a texel.
  @inline(__always)
  fileprivate static func goesOn(_ vector: Vector, _ next: Vector, _ size: Float) -> Bool {
    let step = (vector[7] - vector[0]) * (1.0 / 7)
    return abs(size * (next[0] - (vector[7] + step))) < 1.0 / 16
  }

  // MARK: Curves

  /// Quadratic Bézier curves, in shares of the picture.
  ///
  ///     length in texels of level 1   0       4        6.5      63
  ///     seen in                       itself  ···→     levels
  ///     points                 1 ···→ 11               8 ···→   48
  fileprivate struct Curves: @unsafe Shapes {
    private let start: (x: Vector, y: Vector)
    private let control: (x: Vector, y: Vector)
    private let end: (x: Vector, y: Vector)
    private let size: Point
    /// About their lengths, in texels.
    private let length: Vector
    /// How fast they go at most, in texels for the whole time.
    private let speed: Vector

    @inline(__always)
    init(_ size: Point, _ operand: (Int) -> Vector) {
      start = (coordinate(operand(0)), coordinate(operand(1)))
      control = (coordinate(operand(2)), coordinate(operand(3)))
      end = (coordinate(operand(4)), coordinate(operand(5)))
      self.size = size
      @inline(__always)
      func distance(_ a: (x: Vector, y: Vector), _ b: (x: Vector, y: Vector)) -> Vector {
        let (x, y) = ((b.x - a.x) * size.x, (b.y - a.y) * size.y)
        return square_roots(x * x + y * y)
      }
      let (first, second) = (distance(start, control), distance(control, end))
      length = ((first + second) + 2 * distance(start, end)) * (1.0 / 3)
      // The one at the start or the one at the end.
      speed = 2 * first.replacing(with: second, where: second .> first)
    }

    @inline(__always)
    var levelShares: Vector { length * 0.4 - 1.6 }

    @inline(__always)
    var isEven: Bool {
      length.min() > 12
        && areEven(start.x, size.x) && areEven(control.x, size.x) && areEven(end.x, size.x)
        && areEven(start.y, size.y) && areEven(control.y, size.y) && areEven(end.y, size.y)
    }

    @inline(__always)
    func goOn(to next: Self) -> Bool {
      goesOn(start.x, next.start.x, size.x) && goesOn(control.x, next.control.x, size.x)
        && goesOn(end.x, next.end.x, size.x) && goesOn(start.y, next.start.y, size.y)
        && goesOn(control.y, next.control.y, size.y) && goesOn(end.y, next.end.y, size.y)
    }

    /// What is small becomes a streak along the curve, which is wide in the row if the curve is
    /// flat, or so long that it is seen in coarser levels. The numbers were found by trial on
    /// photographs, by the differences from 128 samples (Tests/Benchmarks/grain.sh).
    @inline(__always)
    func isSmooth(over pixels: Float) -> Bool {
      @inline(__always) func isSmooth(_ lane: Int) -> Bool {
        let rise = abs(control.y[lane] - start.y[lane]) + abs(end.y[lane] - control.y[lane])
        let length = length[lane]
        return length > 6 * pixels
          && length * max(length, 60) > 27 * pixels * max(rise * size.y, 1)
      }
      return isSmooth(0) && isSmooth(7)
    }

    /// A pixel apart or less, while they are enough.
    @inline(__always)
    var pointCount: Int {
      let longest = Vector(repeating: 0).replacing(with: length, where: levelShares .< 1).max()
      return longest > 0 ? Int(1.5 * longest) + 2 : 1
    }

    @inline(__always)
    func points(_ number: Int, of count: Int) -> (x: Vector, y: Vector) {
      let time = (Float(number) + 0.5) / Float(count)
      @inline(__always)
      func point(_ a: Vector, _ b: Vector, _ c: Vector) -> Vector {
        let (way, bend) = (2 * (b - a), (a - b) + (c - b))
        return mirrored(a + time * (way + time * bend))
      }
      return (point(start.x, control.x, end.x), point(start.y, control.y, end.y))
    }

    @inline(__always)
    func mean(_ reader: inout TexelReader, _ lane: Int) -> SIMD4<Float> {
      // A quarter of the points, which are about 1.5 texels apart.
      let fours = unsafe min(length[lane] * (1.0 / 6) + 1.5, Float(TexelReader.mostFours))
      return unsafe reader.mean(
        Point(start.x[lane], start.y[lane]) * size, Point(control.x[lane], control.y[lane]) * size,
        Point(end.x[lane], end.y[lane]) * size, size, speed: speed[lane], count: Int(fours))
    }
  }

  // MARK: Disks

  /// Disks, their centers in shares of the picture and their radiuses in shares of its height.
  ///
  ///     radius in texels of level 1   0       1        2          8         16
  ///     seen in                       itself  ···→     level 1    level 2   level 3 ···
  fileprivate struct Disks: @unsafe Shapes {
    private let center: (x: Vector, y: Vector)
    private let radius: Vector
    private let size: Point

    @inline(__always)
    init(_ size: Point, _ operand: (Int) -> Vector) {
      center = (mirrored(coordinate(operand(0))), mirrored(coordinate(operand(1))))
      radius = limited(operand(2), 0...1)
      self.size = size
    }

    @inline(__always)
    var levelShares: Vector { radius * size.y - 1 }

    @inline(__always)
    var isEven: Bool {
      radius.min() * size.y > 12 && areEven(radius, size.y) && areEven(center.x, size.x)
        && areEven(center.y, size.y)
    }

    @inline(__always)
    func goOn(to next: Self) -> Bool {
      goesOn(radius, next.radius, size.y) && goesOn(center.x, next.center.x, size.x)
        && goesOn(center.y, next.center.y, size.y)
    }

    @inline(__always)
    func isSmooth(over pixels: Float) -> Bool { radius.min() * size.y > 6 * pixels }

    @inline(__always)
    var pointCount: Int { radius.max() > 0 ? Self.spiral.count : 1 }

    /// Points turned by the golden angle, each for as much of the disk.
    @inline(__always)
    func points(_ number: Int, of count: Int) -> (x: Vector, y: Vector) {
      let away = Self.spiral[number]
      let height = size.y / size.x
      return (mirrored(center.x + radius * (away.x * height)), mirrored(center.y + radius * away.y))
    }

    private static let spiral: [Point] = {
      let count = 16
      // The cosine and the sine of the golden angle.
      let turn = (-0.7373688780783197, 0.6754902942615238)
      var direction = (1.0, 0.0)
      return (0..<count).map { number in
        let away = ((Double(number) + 0.5) / Double(count)).squareRoot()
        let point = Point(Float(away * direction.0), Float(away * direction.1))
        direction = (
          direction.0 * turn.0 - direction.1 * turn.1, direction.0 * turn.1 + direction.1 * turn.0
        )
        return point
      }
    }()

    @inline(__always)
    func mean(_ reader: inout DiskReader, _ lane: Int) -> SIMD4<Float> {
      unsafe reader.mean(
        around: Point(center.x[lane], center.y[lane]) * size, radius: radius[lane] * size.y)
    }
  }

  // MARK: Samples

  /// Samples the means of a picture along curves, each at points whose times are evenly apart.
  func sampleCurves(
    _ sample: SampleColors<Code.Operand>, _ channels: ChannelSet, into planes: Planes,
    _ vectors: Int
  ) {
    let texels = levels[sample.picture].texels
    unsafe TexelReader.with(texels) { reader in
      var reader = unsafe reader
      unsafe sampleMeans(in: Curves.self, &reader, texels.size, sample, channels, planes, vectors)
    }
  }

  /// Samples the means of a picture in disks.
  func sampleDisks(
    _ sample: SampleColors<Code.Operand>, _ channels: ChannelSet, into planes: Planes,
    _ vectors: Int
  ) {
    let sums = levels[sample.picture].sums
    unsafe DiskReader.with(sums, rows.diskStorage) { reader in
      unsafe sampleMeans(in: Disks.self, &reader, sums.size, sample, channels, planes, vectors)
    }
  }

  /// The planes may be where the operands are: all of eight pixels are read before they are stored.
  @inline(__always)
  private func sampleMeans<S: Shapes>(
    in shapes: S.Type, _ reader: inout S.Reader, _ size: Point,
    _ sample: SampleColors<Code.Operand>,
    _ channels: ChannelSet, _ colors: Planes, _ vectors: Int
  ) {
    let polynomials = MeanPolynomial.all
    @inline(__always)
    func store(_ index: Int, _ polynomial: Int) {
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        unsafe polynomials[polynomial].store(colors[channel] + 8 &* index)
      }
    }
    // The next eight, if they change evenly, and how many after them go on as they do.
    var next: S?
    var following = 0
    // What was taken of the next eight. The others wait for what is known of those before them.
    var waiting = TakenMeans.all
    // From the last: what these need of the next ones is known.
    for index in (0..<vectors).reversed() {
      let shape = S(size) { number in
        let operand = sample.operands[number]
        return unsafe registers[Int(operand.offset) &+ index &* Int(operand.stride)]
      }
      let shares = shape.levelShares
      if (shares .< 1).isAny {
        unsafe samplePicture(
          in: shape, sample.picture, channels, into: colors.advanced(by: 8 &* index))
      }
      let isEven = shape.isEven
      following = isEven && next.map(shape.goOn) ?? false ? following + 1 : 0
      next = isEven ? shape : nil
      let taken = isEven ? TakenMeans.few(of: shape, following: following) : .all
      for lane in 0..<8 where taken.contains(lane) {
        let pixel = index &* 8 &+ lane
        let share = shares[lane]
        if share <= 0 { continue }
        var color = shape.mean(&reader, lane)
        if share < 1 {
          let small = unsafe colors.color(channels, pixel)
          color = small + (color - small) * share
        }
        unsafe colors.store(color, channels, pixel)
      }
      if waiting != .all {
        store(index &+ 1, waiting.polynomial(after: following > 0 ? taken.gap : 0))
      }
      waiting = taken
    }
    if waiting != .all { store(0, waiting.polynomial(after: 0)) }
  }

  /// Samples the means of points of the picture itself.
  @inline(__always)
  private func samplePicture<S: Shapes>(
    in shape: S, _ picture: Int, _ channels: ChannelSet, into means: Planes
  ) {
    let (colors, points) = unsafe (rows.scratch(1), rows.scratch(2))
    let (u, v) = unsafe (UnsafeMutableRawPointer(points.red), UnsafeMutableRawPointer(points.green))
    let count = shape.pointCount
    for number in 0..<count {
      let (x, y) = shape.points(number, of: count)
      unsafe u.storeBytes(of: x, toByteOffset: 32 &* number, as: Vector.self)
      unsafe v.storeBytes(of: y, toByteOffset: 32 &* number, as: Vector.self)
    }
    unsafe pictures[picture].sample(
      points.red, points.green, channels, into: colors, count: 8 * count,
      footprints: rows.footprints)
    for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
      let parts = unsafe UnsafeRawPointer(colors[channel])
      var mean = Vector(repeating: 0)
      for number in 0..<count {
        mean +=
          unsafe parts.load(fromByteOffset: 32 &* number, as: Vector.self)
          * (1 / Float(count))
      }
      unsafe UnsafeMutableRawPointer(means[channel]).storeBytes(of: mean, as: Vector.self)
    }
  }
}

extension TakenMeans {
  /// Those of even shapes: the smoother, the fewer.
  ///
  /// - Parameters:
  ///   - shapes: eight even ones.
  ///   - following: how many eights after these go on as they do.
  /// - Returns: those to take.
  @inline(__always)
  fileprivate static func few<S: Execution.Shapes>(of shapes: S, following: Int) -> TakenMeans {
    guard following > 0 else {
      return shapes.isSmooth(over: 4) ? .three : shapes.isSmooth(over: 3) ? .four : .five
    }
    guard shapes.isSmooth(over: 4) else {
      return shapes.isSmooth(over: 3) ? .threeAndNext : .fourAndNext
    }
    return following > 2 && shapes.isSmooth(over: 12) ? .oneAndNext : .twoAndNext
  }
}
