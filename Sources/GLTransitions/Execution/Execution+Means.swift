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

    /// The points of a small one.
    static var pointCount: Int { get }

    /// Shapes of clamped operands.
    init(_ operand: (Int) -> Vector)

    /// Shares of what is seen in levels, nothing of it from 0 down, all from 1 on. The size is that
    /// of level 1, in its texels.
    func levelShares(_ size: Point) -> Vector

    /// Which means of the eight are taken: the larger the shapes, the fewer, if they change evenly.
    func taken(_ size: Point) -> Taken

    /// One of the points, in shares of the picture, reflected beyond its sides.
    func points(_ number: Int, _ size: Point) -> (x: Vector, y: Vector)

    /// The mean of one shape in levels, premultiplied.
    func mean(_ reader: inout Reader, _ lane: Int, _ size: Point) -> SIMD4<Float>
  }

  fileprivate typealias Point = SIMD2<Float>

  /// Which means of eight pixels are taken. The others lie on polynomials through those nearby.
  fileprivate struct Taken: Sendable {
    let lanes: [Int]
    /// The weights that each of them has in all eight.
    let weights: [Vector]

    init(_ lanes: [Int]) {
      self.lanes = lanes
      var weights = [Vector](repeating: Vector(repeating: 0), count: lanes.count)
      for lane in 0..<8 {
        let before = lanes.lastIndex { $0 <= lane } ?? 0
        let first = max(min(before - 1, lanes.count - 4), 0)
        let nearest = first..<min(first + 4, lanes.count)
        for one in nearest {
          weights[one][lane] = nearest.filter { $0 != one }.reduce(1) { product, other in
            product * Float(lane - lanes[other]) / Float(lanes[one] - lanes[other])
          }
        }
      }
      self.weights = weights
    }

    static let all = Taken(Array(0..<8))
    static let five = Taken([0, 2, 4, 6, 7])
    static let four = Taken([0, 2, 5, 7])
    static let three = Taken([0, 4, 7])
  }

  /// A number from a lowest to a greatest one; NaN counts as the lowest.
  @inline(__always)
  fileprivate static func limited(_ vector: Vector, _ range: ClosedRange<Float>) -> Vector {
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

  /// Whether eight numbers change evenly, but for a 16th of a texel.
  @inline(__always)
  fileprivate static func areEven(_ vector: Vector, _ size: Float) -> Bool {
    let step = (vector[7] - vector[0]) * (1.0 / 7)
    let away = size * (vector - (vector[0] + step * Vector(0, 1, 2, 3, 4, 5, 6, 7)))
    return !(away * away .>= 1.0 / 256).isAny
  }

  // MARK: Curves

  /// Quadratic Bézier curves, in shares of the picture.
  ///
  ///     length in texels of level 1   0       6        12       66
  ///     seen in                       itself  ···→     levels
  ///     points                        12               8 ···→   48
  fileprivate struct Curves: @unsafe Shapes {
    static var pointCount: Int { 12 }

    private let start: (x: Vector, y: Vector)
    private let control: (x: Vector, y: Vector)
    private let end: (x: Vector, y: Vector)

    @inline(__always)
    init(_ operand: (Int) -> Vector) {
      start = (coordinate(operand(0)), coordinate(operand(1)))
      control = (coordinate(operand(2)), coordinate(operand(3)))
      end = (coordinate(operand(4)), coordinate(operand(5)))
    }

    /// About their lengths, in texels of a size.
    @inline(__always)
    private func length(_ size: Point) -> Vector {
      @inline(__always)
      func distance(_ a: (x: Vector, y: Vector), _ b: (x: Vector, y: Vector)) -> Vector {
        let (x, y) = ((b.x - a.x) * size.x, (b.y - a.y) * size.y)
        return square_roots(x * x + y * y)
      }
      let polygon = distance(start, control) + distance(control, end)
      return (polygon + 2 * distance(start, end)) * (1.0 / 3)
    }

    @inline(__always)
    func levelShares(_ size: Point) -> Vector { length(size) * (1.0 / 6) - 1 }

    @inline(__always)
    func taken(_ size: Point) -> Taken {
      let shortest = length(size).min()
      guard shortest > 16,
        areEven(start.x, size.x), areEven(control.x, size.x), areEven(end.x, size.x),
        areEven(start.y, size.y), areEven(control.y, size.y), areEven(end.y, size.y)
      else { return .all }
      return shortest > 96 ? .three : shortest > 48 ? .four : .five
    }

    @inline(__always)
    func points(_ number: Int, _ size: Point) -> (x: Vector, y: Vector) {
      let time = (Float(number) + 0.5) / Float(Self.pointCount)
      @inline(__always)
      func point(_ a: Vector, _ b: Vector, _ c: Vector) -> Vector {
        mirrored(a + time * (2 * (b - a) + time * ((a - b) + (c - b))))
      }
      return (point(start.x, control.x, end.x), point(start.y, control.y, end.y))
    }

    @inline(__always)
    func mean(_ reader: inout TexelReader, _ lane: Int, _ size: Point) -> SIMD4<Float> {
      // A quarter of the points, which are up to 1.5 texels apart.
      let fours = length(size) * (1.0 / 6) + 1
      let most = Vector(repeating: unsafe Float(TexelReader.mostFours))
      let counts = fours.replacing(with: most, where: fours .> most).wholeNumber
      return unsafe reader.mean(
        Point(start.x[lane], start.y[lane]) * size, Point(control.x[lane], control.y[lane]) * size,
        Point(end.x[lane], end.y[lane]) * size, size, count: Int(counts[lane]))
    }
  }

  // MARK: Disks

  /// Disks, their centers in shares of the picture and their radiuses in shares of its height.
  ///
  ///     radius in texels of level 1   0       1        2          8         16
  ///     seen in                       itself  ···→     level 1    level 2   level 3 ···
  fileprivate struct Disks: @unsafe Shapes {
    static var pointCount: Int { 16 }

    private let center: (x: Vector, y: Vector)
    private let radius: Vector

    @inline(__always)
    init(_ operand: (Int) -> Vector) {
      center = (mirrored(coordinate(operand(0))), mirrored(coordinate(operand(1))))
      radius = limited(operand(2), 0...1)
    }

    @inline(__always)
    func levelShares(_ size: Point) -> Vector { radius * size.y - 1 }

    @inline(__always)
    func taken(_ size: Point) -> Taken {
      let smallest = radius.min() * size.y
      guard smallest > 12, areEven(radius, size.y), areEven(center.x, size.x),
        areEven(center.y, size.y)
      else { return .all }
      return smallest > 24 ? .three : .five
    }

    /// Points turned by the golden angle, each for as much of the disk.
    @inline(__always)
    func points(_ number: Int, _ size: Point) -> (x: Vector, y: Vector) {
      let away = Self.spiral[number]
      let height = size.y / size.x
      return (mirrored(center.x + radius * (away.x * height)), mirrored(center.y + radius * away.y))
    }

    private static let spiral: [Point] = {
      // The cosine and the sine of the golden angle.
      let turn = (-0.7373688780783197, 0.6754902942615238)
      var direction = (1.0, 0.0)
      return (0..<pointCount).map { number in
        let away = ((Double(number) + 0.5) / Double(pointCount)).squareRoot()
        let point = Point(Float(away * direction.0), Float(away * direction.1))
        direction = (
          direction.0 * turn.0 - direction.1 * turn.1, direction.0 * turn.1 + direction.1 * turn.0
        )
        return point
      }
    }()

    @inline(__always)
    func mean(_ reader: inout DiskReader, _ lane: Int, _ size: Point) -> SIMD4<Float> {
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
    unsafe TexelReader.with(texels, rows.texelPairs) { reader in
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
    unsafe DiskReader.with(sums, rows.diskStorage, rows.texelPairs) { reader in
      unsafe sampleMeans(in: Disks.self, &reader, sums.size, sample, channels, planes, vectors)
    }
  }

  @inline(__always)
  private func shape<S: Shapes>(
    _ shapes: S.Type, _ sample: SampleColors<Code.Operand>, _ index: Int
  ) -> S {
    S { number in
      let operand = sample.operands[number]
      return unsafe registers[Int(operand.offset) &+ index &* Int(operand.stride)]
    }
  }

  /// The planes may be where the operands are, so that nothing is stored there before all are read.
  @inline(__always)
  private func sampleMeans<S: Shapes>(
    in shapes: S.Type, _ reader: inout S.Reader, _ size: Point,
    _ sample: SampleColors<Code.Operand>,
    _ channels: ChannelSet, _ planes: Planes, _ vectors: Int
  ) {
    let colors = unsafe rows.scratch(0)
    let isPictureNeeded = (0..<vectors).contains {
      (shape(S.self, sample, $0).levelShares(size) .< 1).isAny
    }
    if isPictureNeeded {
      unsafe samplePicture(in: S.self, sample, size, channels, into: colors, vectors)
    }
    for index in 0..<vectors {
      let shape = shape(S.self, sample, index)
      let shares = shape.levelShares(size)
      let taken = shape.taken(size)
      for lane in taken.lanes {
        let pixel = index &* 8 &+ lane
        let share = shares[lane]
        if share <= 0 { continue }
        var color = shape.mean(&reader, lane, size)
        if share < 1 {
          let small = unsafe colors.color(channels, pixel)
          color = small + (color - small) * share
        }
        unsafe colors.store(color, channels, pixel)
      }
      guard taken.lanes.count < 8 else { continue }
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        let plane = unsafe colors[channel] + 8 &* index
        var means = Vector(repeating: 0)
        for (lane, weights) in zip(taken.lanes, taken.weights) {
          means += unsafe plane[lane] * weights
        }
        // Between bright means and dark ones, the polynomial may be below both.
        means = means.replacing(with: 0, where: means .< 0)
        unsafe UnsafeMutableRawPointer(plane).storeBytes(of: means, as: Vector.self)
      }
    }
    for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
      unsafe planes[channel].update(from: colors[channel], count: 8 * vectors)
    }
  }

  /// Samples the means of points of the picture itself.
  @inline(__always)
  private func samplePicture<S: Shapes>(
    in shapes: S.Type, _ sample: SampleColors<Code.Operand>, _ size: Point,
    _ channels: ChannelSet, into sum: Planes, _ vectors: Int
  ) {
    let (one, point) = unsafe (rows.scratch(1), rows.scratch(2))
    let (u, v) = unsafe (UnsafeMutableRawPointer(point.red), UnsafeMutableRawPointer(point.green))
    for number in 0..<S.pointCount {
      for index in 0..<vectors {
        let (x, y) = shape(S.self, sample, index).points(number, size)
        unsafe u.storeBytes(of: x, toByteOffset: 32 &* index, as: Vector.self)
        unsafe v.storeBytes(of: y, toByteOffset: 32 &* index, as: Vector.self)
      }
      unsafe pictures[sample.picture].sample(
        point.red, point.green, channels, into: one, count: vectors * 8,
        footprints: rows.footprints)
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        let total = unsafe UnsafeMutableRawPointer(sum[channel])
        let added = unsafe UnsafeRawPointer(one[channel])
        for index in 0..<vectors {
          let offset = 32 &* index
          let part =
            unsafe added.load(fromByteOffset: offset, as: Vector.self)
            * (1 / Float(S.pointCount))
          let before =
            unsafe number == 0
            ? Vector(repeating: 0) : total.load(fromByteOffset: offset, as: Vector.self)
          unsafe total.storeBytes(of: before + part, toByteOffset: offset, as: Vector.self)
        }
      }
    }
  }
}
