internal import TransitionIntrinsics

/// A number for each pixel of a frame, rows from the top: worked out once, read for every frame.
///
/// Only debug builds check positions: an array's checks took a third of the time of a
/// disintegration's rows.
@safe struct FloatPlane: @unchecked Sendable {
  /// Numbers that are read together.
  static let tileWidth = 16

  /// Numbers in a row.
  let width: Int
  /// Rows.
  let height: Int

  /// Numbers from one row to the next: a multiple of 4.
  private let pitch: Int
  private let storage: ByteStorage
  private let base: UnsafeMutablePointer<Float>

  /// A plane whose rows are still to be filled. Zeros follow it, since a tile that begins in the
  /// plane may end after it.
  private init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    pitch = (width + 3) & ~3
    let count = pitch * height
    storage = ByteStorage(byteCount: (count + Self.tileWidth) * MemoryLayout<Float>.size)
    let numbers = unsafe storage.base.bindMemory(to: Float.self, capacity: count + Self.tileWidth)
    unsafe (numbers + count).initialize(repeating: 0, count: Self.tileWidth)
    unsafe base = numbers
  }

  /// Makes a plane row by row.
  ///
  /// - Parameters:
  ///   - width: numbers in a row.
  ///   - height: rows.
  ///   - parallelFor: runs the work on some rows; one after the other if there is none.
  ///   - fill: stores the numbers of a row, which are 0 at first.
  init(
    width: Int, height: Int, _ parallelFor: ParallelFor? = nil,
    _ fill: @escaping @Sendable (_ row: Int, _ numbers: inout MutableSpan<Float>) -> Void
  ) {
    let plane = FloatPlane(width, height)
    plane.forEachRow(parallelFor) { row in
      let line = unsafe UnsafeMutableBufferPointer(
        start: plane.base + row * plane.pitch, count: plane.pitch)
      unsafe line.initialize(repeating: 0)
      var span = unsafe line.mutableSpan
      fill(row, &span)
    }
    self = plane
  }

  /// Makes a plane four numbers at a time.
  ///
  /// - Parameters:
  ///   - width: numbers in a row.
  ///   - height: rows.
  ///   - parallelFor: runs the work on some rows; one after the other if there is none.
  ///   - fours: gives the number in a column and the three after it, of which some may lie beyond
  ///     the row.
  @inline(__always)
  init(
    width: Int, height: Int, _ parallelFor: ParallelFor? = nil,
    fours: @escaping @Sendable (_ column: Int, _ row: Int) -> Lanes
  ) {
    let plane = FloatPlane(width, height)
    plane.forEachRow(parallelFor) { row in
      for column in stride(from: 0, to: width, by: 4) {
        plane.store(fours(column, row), column, row)
      }
    }
    self = plane
  }

  /// Makes four planes together, four numbers of each at a time.
  ///
  /// - Parameters:
  ///   - width: numbers in a row.
  ///   - height: rows.
  ///   - parallelFor: runs the work on some rows; one after the other if there is none.
  ///   - fours: gives the numbers of each plane, as for ``init(width:height:_:fours:)``.
  /// - Returns: the planes.
  @inline(__always)
  static func four(
    width: Int, height: Int, _ parallelFor: ParallelFor?,
    fours: @escaping @Sendable (_ column: Int, _ row: Int) -> (Lanes, Lanes, Lanes, Lanes)
  ) -> (FloatPlane, FloatPlane, FloatPlane, FloatPlane) {
    func plane() -> FloatPlane { FloatPlane(width, height) }
    let planes = (plane(), plane(), plane(), plane())
    planes.0.forEachRow(parallelFor) { row in
      for column in stride(from: 0, to: width, by: 4) {
        let numbers = fours(column, row)
        planes.0.store(numbers.0, column, row)
        planes.1.store(numbers.1, column, row)
        planes.2.store(numbers.2, column, row)
        planes.3.store(numbers.3, column, row)
      }
    }
    return planes
  }

  /// Stores four numbers from a column on that is a multiple of 4.
  @inline(__always)
  private func store(_ numbers: Lanes, _ column: Int, _ row: Int) {
    let address = unsafe UnsafeMutableRawPointer(base + (row * pitch + column))
    unsafe address.storeBytes(of: numbers, as: Lanes.self)
  }

  private func forEachRow(
    _ parallelFor: ParallelFor?, _ body: @escaping @Sendable (_ row: Int) -> Void
  ) {
    let (height, rowsPerPart) = (height, 32)
    guard let parallelFor else { return (0..<height).forEach(body) }
    parallelFor((height + rowsPerPart - 1) / rowsPerPart) { part in
      let start = part * rowsPerPart
      (start..<min(start + rowsPerPart, height)).forEach(body)
    }
  }

  /// The number in a column and a row of the plane.
  @inline(__always)
  subscript(_ column: Int, _ row: Int) -> Float {
    assert(contains(column, row))
    return unsafe base[row &* pitch &+ column]
  }

  /// The number in a column and a row of the plane, and those after it: of the row, and then of
  /// what follows in memory.
  @inline(__always)
  func tile<Tile: SIMD<Float>>(_ column: Int, _ row: Int) -> Tile {
    assert(contains(column, row) && Tile.scalarCount <= Self.tileWidth)
    return unsafe UnsafeRawPointer(base + (row &* pitch &+ column)).loadUnaligned(as: Tile.self)
  }

  /// Has the processor fetch a number that will be needed soon. It may lie beyond the plane.
  @inline(__always)
  func prefetch(_ column: Int, _ row: Int) {
    unsafe TransitionIntrinsics.prefetch(base + (row &* pitch &+ column))
  }

  /// The numbers at four positions in the first row, interpolated linearly.
  ///
  /// - Parameter x: columns, 0..<width - 1.
  /// - Returns: the four numbers.
  @inline(__always)
  func samples(at x: Lanes) -> Lanes {
    let (columns, u) = x.split
    @inline(__always) func pair(_ lane: Int) -> SIMD2<Float> {
      tile(Int(columns[lane]), 0)
    }
    let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3))
    let low = Lanes(a.x, b.x, c.x, d.x)
    return low + (Lanes(a.y, b.y, c.y, d.y) - low) * u
  }

  /// The numbers at four positions, interpolated linearly between the four around each.
  ///
  /// - Parameters:
  ///   - x: columns, 0..<width - 1.
  ///   - y: rows, 0..<height - 1.
  /// - Returns: the four numbers.
  @inline(__always)
  func samples(at x: Lanes, _ y: Lanes) -> Lanes {
    let ((columns, u), (rows, v)) = (x.split, y.split)
    @inline(__always) func numbers(_ right: Int, _ down: Int) -> Lanes {
      func number(_ lane: Int) -> Float {
        self[Int(columns[lane]) &+ right, Int(rows[lane]) &+ down]
      }
      return Lanes(number(0), number(1), number(2), number(3))
    }
    let (a, b, c, d) = (numbers(0, 0), numbers(1, 0), numbers(0, 1), numbers(1, 1))
    let low = a + (b - a) * u
    return low + (c + (d - c) * u - low) * v
  }

  /// The plane with each number replaced.
  @inline(__always)
  func map(
    _ parallelFor: ParallelFor? = nil, _ transform: @escaping @Sendable (Lanes) -> Lanes
  ) -> FloatPlane {
    FloatPlane(width: width, height: height, parallelFor, fours: { transform(tile($0, $1)) })
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && column < width && row >= 0 && row < height
  }
}
