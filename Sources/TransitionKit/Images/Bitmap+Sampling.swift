/// Colors between pixels.
///
/// The four pixels around a point, and the weights of the right (`u`) and the lower (`v`) ones:
///
///     (column, row) ----- u ---->
///          |   top left    top right
///          v   bottom left bottom right
extension Bitmap {
  /// The color beyond the border of a picture.
  public enum Border: Sendable {
    /// Nothing.
    case transparent
    /// The nearest pixel of the border, repeated.
    case repeated
  }

  /// The color at a point, interpolated linearly between the four pixels around it.
  @inline(__always)
  public func sample(at point: Point, beyond border: Border = .transparent) -> Pixel {
    let x = point.x - 0.5
    let y = Float(height) - 0.5 - point.y
    let (column, u) = Self.split(x)
    let (row, v) = Self.split(y)
    guard x.magnitude < 0x1p22, y.magnitude < 0x1p22,
      UInt(bitPattern: column) < UInt(bitPattern: width &- 1),
      UInt(bitPattern: row) < UInt(bitPattern: height &- 1)
    else { return sampleNearBorder(x, y, border) }
    let top = unsafe address(column: column, row: row)
    let bottom = unsafe top + rowStride
    if isPlain { return unsafe plainMix(top, u, v) }
    // Movements along an axis are frequent and need half as many pixels.
    if u == 0 { return unsafe mix(decode(top), decode(bottom), v) }
    let upper = unsafe mix(decode(top), decode(top + pixelStride), u)
    if v == 0 { return upper }
    return unsafe mix(upper, mix(decode(bottom), decode(bottom + pixelStride), u), v)
  }

  /// The colors at four points: the same as ``sample(at:beyond:)`` gives for each.
  @inline(__always)
  public func samples(at x: Lanes, _ y: Lanes, beyond border: Border = .transparent) -> Pixel4 {
    let (column, row) = (x - 0.5, Float(height) - 0.5 - y)
    let isInside =
      column .>= 0 .& column .< Float(width - 1) .& row .>= 0 .& row .< Float(height - 1)
      .& column .< 0x1p22 .& row .< 0x1p22
    guard isPlain, all(isInside) else { return samplesOneByOne(x, y, border) }
    let (columns, u) = column.split
    let (rows, v) = row.split
    // The upper left of the four pixels around each point.
    @inline(__always) func corner(_ lane: Int) -> UnsafePointer<UInt8> {
      unsafe address(column: Int(columns[lane]), row: Int(rows[lane]))
        .assumingMemoryBound(to: UInt8.self)
    }
    let corners = unsafe (corner(0), corner(1), corner(2), corner(3))
    @inline(__always) func decoded(_ sample: Int) -> Lanes {
      unsafe tables.values(
        corners.0[sample], corners.1[sample], corners.2[sample], corners.3[sample])
    }
    // Movements up and down are frequent and need half as many pixels.
    if all(u .== 0) {
      return Pixel4 {
        $0 < 3 ? decoded($0) * (1 - v) + decoded(rowStride &+ $0) * v : Lanes(repeating: 1)
      }
    }
    let weights = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    return Pixel4 { channel in
      guard channel < 3 else { return Lanes(repeating: 1) }
      let above = decoded(channel) * weights.0 + decoded(channel &+ 3) * weights.1
      let lower = rowStride &+ channel
      return above + (decoded(lower) * weights.2 + decoded(lower &+ 3) * weights.3)
    }
  }

  @inline(never)
  private func samplesOneByOne(_ x: Lanes, _ y: Lanes, _ border: Border) -> Pixel4 {
    Pixel4(each: { sample(at: Point(x: x[$0], y: y[$0]), beyond: border) })
  }

  /// The working value of an encoded color, both premultiplied.
  @inline(__always)
  func decoded(_ encoded: Pixel) -> Pixel {
    let alpha = encoded.alpha
    guard alpha > 0 else { return .transparent }
    var color = Pixel(tables.decoded((encoded / alpha).channels)) * alpha
    color.alpha = alpha
    return color
  }

  /// The working values of four encoded colors, likewise.
  @inline(__always)
  func decoded(_ encoded: Pixel4) -> Pixel4 {
    let alpha = encoded.alpha
    if all(alpha .== 1) { return Pixel4 { $0 < 3 ? tables.decoded(encoded[$0]) : alpha } }
    // Without coverage there is no color either, whatever it is divided by.
    let divisor = alpha.replacing(with: 1, where: alpha .<= 0)
    return Pixel4 { $0 < 3 ? tables.decoded(encoded[$0] / divisor) * alpha : alpha }
  }

  /// The mixture of four pixels of a plain picture, channel by channel: each sample is decoded into
  /// the register that weighs it, which takes fewer instructions than building four pixels.
  @inline(__always)
  private func plainMix(_ top: UnsafeRawPointer, _ u: Float, _ v: Float) -> Pixel {
    let upper = unsafe top.assumingMemoryBound(to: UInt8.self)
    let lower = unsafe upper + rowStride
    let decoding = unsafe tables.decoding
    let weights = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    func mixed(_ channel: Int) -> Float {
      let above =
        unsafe decoding[Int(upper[channel])] * weights.0
        + decoding[Int(upper[channel &+ 3])] * weights.1
      let below =
        unsafe decoding[Int(lower[channel])] * weights.2
        + decoding[Int(lower[channel &+ 3])] * weights.3
      return above + below
    }
    return Pixel(mixed(0), mixed(1), mixed(2), 1)
  }

  /// The color where some of the four pixels may lie beyond the border.
  @inline(never)
  private func sampleNearBorder(_ x: Float, _ y: Float, _ border: Border) -> Pixel {
    switch border {
    case .transparent:
      guard x > -1, x < Float(width), y > -1, y < Float(height) else { return .transparent }
      let (column, u) = Self.split(x)
      let (row, v) = Self.split(y)
      return bilinear(u, v) { pixel(column: column + $0, row: row + $1) }
    case .repeated:
      // Written so that NaN becomes 0.
      let (column, u) = Self.split(x > 0 ? min(x, Float(width - 1)) : 0)
      let (row, v) = Self.split(y > 0 ? min(y, Float(height - 1)) : 0)
      return bilinear(u, v) {
        pixel(column: min(column + $0, width - 1), row: min(row + $1, height - 1))
      }
    }
  }

  /// A position of at least -1 as the whole number below it and the rest, 0..<1.
  @inline(__always)
  private static func split(_ position: Float) -> (index: Int, rest: Float) {
    let index = (position + 0.5).nearestIndex &- 1
    let rest = position - Float(index)
    // Halves are rounded to even numbers, so that half of the whole numbers come out one too low.
    return rest >= 1 ? (index &+ 1, rest - 1) : (index, rest)
  }

  /// The pixel at or to the upper left of a point, and how far the point lies to the right of it
  /// and below it, 0..<1; `nil` for a point farther away than any picture reaches.
  func upperLeftPixel(of point: Point) -> (column: Int, row: Int, right: Float, below: Float)? {
    let (x, y) = (point.x - 0.5, Float(height) - 0.5 - point.y)
    guard x.magnitude < 0x1p22, y.magnitude < 0x1p22 else { return nil }
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    return (Int(column), Int(row), x - column, y - row)
  }

  private func bilinear(_ u: Float, _ v: Float, _ tap: (Int, Int) -> Pixel) -> Pixel {
    mix(mix(tap(0, 0), tap(1, 0), u), mix(tap(0, 1), tap(1, 1), u), v)
  }
}
