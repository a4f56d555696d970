import TransitionKit

/// Rows of pictures at any height, decoded and mixed of two rows of pixels once for all samples.
///
/// Where all points of a block have one height, each needs two pixels of such a row instead of four
/// of the picture. If neighbors in the block are neighbors in the row, these are two vectors:
///
///     position in the row     4.3  5.3  6.3  7.3      left   row[4...11]
///     as column and part      4    5    6    7        right  row[5...12]
///                              .3   .3   .3   .3      color  left + (right - left) · part
///
/// Else, each lane is read alone. Positions are clamped to the row before they become addresses.
@safe final class PictureRows {
  typealias Floats = SIMD8<Float>
  private typealias Words = SIMD8<UInt32>

  /// The rows that are kept.
  private static let limit = 64
  /// The columns that are decoded together.
  private static let chunk = 128

  /// One row: its channels one after the other, each with its last pixel once more.
  @safe private struct Row {
    var picture: Int
    var height: Float
    var stride: Int
    var channels: ChannelSet
    var plane: UnsafeMutablePointer<Float>
    var capacity: Int
    /// Whether each chunk has been decoded.
    var isKnown: [Bool]
  }

  private var rows: [Row] = []
  private var oldest = 0
  /// For the second of two rows of pixels.
  private let spare: UnsafeMutablePointer<Float> = .allocate(capacity: 4 * chunk)

  /// For `PictureSampler.sample`.
  let footprints: UnsafeMutableRawPointer = .allocate(
    byteCount: PictureSampler.bytesPerFootprint * 8 * Code.vectorsPerBlock, alignment: 16)

  /// For `DiskReader`.
  let diskStorage = unsafe DiskReader.Storage.allocate()

  /// Planes of two colors and of a point, for samples of more than one color.
  private let scratch: UnsafeMutablePointer<Floats> = .allocate(
    capacity: 10 * Code.vectorsPerBlock)

  /// For each pixel of a block its column in the row, and the part of the next one.
  private let columns: UnsafeMutablePointer<Words> = .allocate(capacity: Code.vectorsPerBlock)
  private let parts: UnsafeMutablePointer<Floats> = .allocate(capacity: Code.vectorsPerBlock)
  /// The first and the last column that a block shows, and whether they are a run: neighbors of
  /// neighbors.
  private var (leftmost, rightmost, isRun) = (0, 0, false)

  deinit {
    unsafe footprints.deallocate()
    unsafe diskStorage.deallocate()
    unsafe scratch.deallocate()
    unsafe columns.deallocate()
    unsafe parts.deallocate()
    unsafe spare.deallocate()
    for row in rows { unsafe row.plane.deallocate() }
  }

  /// Sums of them.
  let means = RowMeans()

  /// Planes of a block for a first color, for a second one, or for a point: the first two of four.
  func scratch(_ number: Int) -> Planes {
    let stride = 8 * Code.vectorsPerBlock
    let base =
      unsafe UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Float.self)
      + 4 * number * stride
    return unsafe Planes(
      red: base, green: base + stride, blue: base + 2 * stride, alpha: base + 3 * stride)
  }

  /// Forgets what it knows: the pictures or the row of the frame are others now.
  func clear() {
    means.clear()
    for index in rows.indices { rows[index].picture = -1 }
  }

  /// Samples a picture at one height.
  ///
  /// - Parameters:
  ///   - picture: its number, which with the height identifies the row.
  ///   - sampler: the picture.
  ///   - u: as for `PictureSampler.sample`.
  ///   - v: the height; likewise.
  ///   - channels: those that are wanted.
  ///   - planes: take them.
  ///   - vectors: the number of vectors.
  ///   - isLocated: whether the call before was for the same coordinates and as wide a picture.
  func sample(
    _ picture: Int, _ sampler: PictureSampler, _ u: UnsafePointer<Float>, _ v: Float,
    _ channels: ChannelSet, into planes: Planes, vectors: Int, isLocated: Bool
  ) {
    if !isLocated { unsafe locate(u, sampler, vectors) }
    let index = find(picture, v, sampler, channels)
    decode(leftmost, rightmost, index, sampler)
    let (columns, parts) = unsafe (self.columns, self.parts)
    let (plane, stride) = unsafe (rows[index].plane, rows[index].stride)
    for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
      let source = unsafe plane + channel &* stride
      let target = unsafe UnsafeMutableRawPointer(planes[channel])
      if isRun {
        for vector in 0..<vectors {
          let first = unsafe UnsafeRawPointer(source + Int(columns[vector][0]))
          let left = unsafe first.loadUnaligned(as: Floats.self)
          let right = unsafe first.loadUnaligned(fromByteOffset: 4, as: Floats.self)
          unsafe target.storeBytes(
            of: left + (right - left) * parts[vector], toByteOffset: 32 &* vector, as: Floats.self)
        }
      } else {
        for vector in 0..<vectors {
          let column = unsafe columns[vector]
          @inline(__always) func value(_ lane: Int, _ next: Int) -> Float {
            unsafe source[Int(column[lane]) &+ next]
          }
          let left = Floats(
            value(0, 0), value(1, 0), value(2, 0), value(3, 0), value(4, 0), value(5, 0),
            value(6, 0), value(7, 0))
          let right = Floats(
            value(0, 1), value(1, 1), value(2, 1), value(3, 1), value(4, 1), value(5, 1),
            value(6, 1), value(7, 1))
          unsafe target.storeBytes(
            of: left + (right - left) * parts[vector], toByteOffset: 32 &* vector, as: Floats.self)
        }
      }
    }
  }

  /// The pixels of a picture at a height, each channel so many numbers after the one before.
  func pixels(
    _ picture: Int, _ sampler: PictureSampler, at height: Float, _ channels: ChannelSet
  ) -> (plane: UnsafePointer<Float>, stride: Int) {
    let index = find(picture, height, sampler, channels)
    decode(0, sampler.columns - 1, index, sampler)
    return unsafe (UnsafePointer(rows[index].plane), rows[index].stride)
  }

  /// Locates coordinates in a row.
  private func locate(_ u: UnsafePointer<Float>, _ picture: PictureSampler, _ vectors: Int) {
    let (size, end) = (picture.width, picture.end.x)
    var (low, high) = (Floats(repeating: size), Floats(repeating: 0))
    var isRun = SIMDMask<SIMD8<Int32>>(repeating: true)
    let lanes = Words(0, 1, 2, 3, 4, 5, 6, 7)
    let coordinates = unsafe UnsafeRawPointer(u)
    let (columns, parts) = unsafe (self.columns, self.parts)
    for vector in 0..<vectors {
      let x = unsafe Self.position(
        coordinates.loadUnaligned(fromByteOffset: 32 &* vector, as: Floats.self), size, end)
      low.replace(with: x, where: x .< low)
      high.replace(with: x, where: x .> high)
      let (column, part) = Self.split(x)
      isRun = isRun .& (column .== column[0] &+ lanes)
      unsafe columns[vector] = column
      unsafe parts[vector] = part
    }
    leftmost = Int(low.min())
    rightmost = min(Int(high.max()) &+ 1, picture.columns &- 1)
    self.isRun = all(isRun)
  }

  /// Positions between the centers of the first and the last pixel; NaN counts as 0.
  @inline(__always)
  private static func position(_ coordinate: Floats, _ size: Float, _ end: Float) -> Floats {
    let position = coordinate * size - 0.5
    let low = Floats(repeating: 0).replacing(with: position, where: position .> 0)
    return low.replacing(with: end, where: low .> end)
  }

  /// Positions as whole numbers below them and the rest.
  @inline(__always)
  private static func split(_ x: Floats) -> (Words, Floats) {
    let floor = x.wholeBelow
    return (floor.wholeNumber, x - floor)
  }

  // MARK: Rows

  /// The row of a picture at a height, known or not yet.
  private func find(
    _ picture: Int, _ height: Float, _ sampler: PictureSampler, _ channels: ChannelSet
  ) -> Int {
    for index in rows.indices {
      if rows[index].picture == picture
        && rows[index].height.bitPattern == height.bitPattern
      {
        if !rows[index].channels.isSuperset(of: channels) {
          rows[index].channels = .all
          forget(index)
        }
        return index
      }
    }
    let stride = sampler.columns + 16
    let channels = sampler.isOpaque ? channels.union(.color) : .all
    let chunks = sampler.columns / Self.chunk + 1
    let index: Int
    if rows.count < Self.limit {
      index = rows.count
      unsafe rows.append(
        Row(
          picture: picture, height: height, stride: stride, channels: channels,
          plane: .allocate(capacity: 4 * stride), capacity: 4 * stride,
          isKnown: Array(repeating: false, count: chunks)))
      return index
    }
    index = oldest
    oldest = (oldest + 1) % Self.limit
    if rows[index].capacity < 4 * stride {
      unsafe rows[index].plane.deallocate()
      unsafe rows[index].plane = .allocate(capacity: 4 * stride)
      rows[index].capacity = 4 * stride
    }
    rows[index].picture = picture
    rows[index].height = height
    rows[index].stride = stride
    rows[index].channels = channels
    if rows[index].isKnown.count == chunks {
      forget(index)
    } else {
      rows[index].isKnown = Array(repeating: false, count: chunks)
    }
    return index
  }

  private func forget(_ index: Int) {
    for chunk in rows[index].isKnown.indices { rows[index].isKnown[chunk] = false }
  }

  /// Decodes some columns of a row.
  private func decode(_ first: Int, _ last: Int, _ index: Int, _ sampler: PictureSampler) {
    for chunk in first / Self.chunk...last / Self.chunk {
      if rows[index].isKnown[chunk] { continue }
      rows[index].isKnown[chunk] = true
      decode(chunk, rows[index], sampler)
    }
  }

  private func decode(_ chunk: Int, _ row: Row, _ sampler: PictureSampler) {
    let start = chunk * Self.chunk
    let end = min(start + Self.chunk, sampler.columns)
    let height = sampler.rows
    // Rows are counted from the top in memory, heights from the bottom.
    var y = Self.position(Floats(repeating: row.height), sampler.height, sampler.end.y)[0]
    // A row of pixels but for rounding is that row, which is half the work; the color differs by
    // less than a quarter of an 8-bit code.
    let nearest = y.rounded(.toNearestOrEven)
    if (y - nearest).magnitude < 0x1p-11 { y = nearest }
    let below = min(Int(y), height - 1)
    let part = y - Float(below)
    @inline(__always) func planes(
      _ base: UnsafeMutablePointer<Float>, _ stride: Int
    ) -> Planes {
      unsafe Planes(
        red: base, green: base + stride, blue: base + 2 &* stride, alpha: base + 3 &* stride)
    }
    let target = unsafe planes(row.plane + start, row.stride)
    let channels = row.channels
    unsafe sampler.fetch(
      columns: start..<end, row: height - 1 - below, channels, into: target)
    if part > 0, below + 1 < height {
      let other = unsafe planes(spare, Self.chunk)
      unsafe sampler.fetch(columns: start..<end, row: height - 2 - below, channels, into: other)
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        // Numbers after the last pixel are not read.
        for offset in stride(from: 0, to: 4 &* (end &- start), by: 32) {
          let pixels = unsafe UnsafeMutableRawPointer(target[channel]) + offset
          let lower = unsafe pixels.loadUnaligned(as: Floats.self)
          let upper = unsafe UnsafeRawPointer(other[channel]).loadUnaligned(
            fromByteOffset: offset, as: Floats.self)
          unsafe pixels.storeBytes(of: lower + (upper - lower) * part, as: Floats.self)
        }
      }
    }
    if end == sampler.columns {
      for channel in 0..<4 where channels.contains(ChannelSet(channel)) {
        let plane = unsafe row.plane + channel &* row.stride
        for extra in 0..<8 { unsafe plane[end &+ extra] = plane[end &- 1] }
      }
    }
  }
}
