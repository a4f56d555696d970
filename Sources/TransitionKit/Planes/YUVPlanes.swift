/// The planes of a frame, of limited range with 8 or 10 bits, made row by row from its 16-bit
/// samples.
///
/// A component is computed in parts of 2⁻²⁴ of an 8-bit code. To 8 bits it is dithered: rounded up
/// or down according to its position in a tile of 8x8, so that a slow change of color shows no
/// rings, pictures that stand still do not flicker, and what is a code already stays as it is.
package struct YUVPlanes {
  /// The planes one after the other: luma, blue and red difference, alpha.
  package private(set) var bytes: [UInt8]

  private let format: PlanarFormat
  private let width: Int
  private let height: Int
  private let matrix: ColorMatrix
  /// Where the planes begin.
  private let luma, blue, red, alpha: Int
  private let dither: PlanarDither
  /// The row that was added last.
  private var row: ChannelRow
  /// Where color samples belong to two rows, the upper one.
  private var upper: ChannelRow
  private var half: ChannelRow
  private var rows = 0

  /// Makes planes that follow some other bytes.
  package init(_ format: PlanarFormat, width: Int, height: Int, after header: [UInt8] = []) {
    self.format = format
    self.width = width
    self.height = height
    matrix = ColorMatrix(format.colors.matrix)
    dither = PlanarDither(width: width)
    row = ChannelRow(width)
    upper = ChannelRow(width)
    half = ChannelRow((width + 1) / 2)
    let plane = width * height * format.bytesPerSample
    let difference =
      format.chromaWidth(width) * format.chromaHeight(height) * format.bytesPerSample
    luma = header.count
    blue = luma + plane
    red = blue + difference
    alpha = red + difference
    bytes = header + repeatElement(0, count: format.byteCount(width: width, height: height))
  }

  /// Adds the next row: red, green and blue samples, and alpha if the planes have it.
  package mutating func append(_ pixels: [UInt16]) {
    row.set(pixels, channels: format.hasAlpha ? 4 : 3)
    store(matrix.luma, of: row, in: luma, row: rows, shift: 0)
    if format.hasAlpha { storeAlpha(of: pixels) }
    rows += 1
    switch format.chroma {
    case .full: storeDifferences(of: row, row: rows - 1)
    case .half:
      half.set(halving: row, format.colors.siting)
      storeDifferences(of: half, row: rows - 1)
    case .quarter:
      if rows % 2 == 1, rows < height { return swap(&row, &upper) }
      // The last row of an odd number has no other: it counts twice.
      if rows % 2 == 0 { row.average(with: upper) }
      half.set(halving: row, format.colors.siting)
      storeDifferences(of: half, row: (rows - 1) / 2)
    }
  }

  private mutating func storeDifferences(of channels: ChannelRow, row: Int) {
    store(matrix.blue, of: channels, in: blue, row: row, shift: PlanarDither.shifts.blue)
    store(matrix.red, of: channels, in: red, row: row, shift: PlanarDither.shifts.red)
  }

  /// Stores a row of a component.
  private mutating func store(
    _ component: ColorMatrix.Component, of channels: ChannelRow, in plane: Int, row: Int,
    shift: Int
  ) {
    let width = channels.width
    let start = plane + row * width * format.bytesPerSample
    precondition(start + width * format.bytesPerSample <= bytes.count)
    let (bits, thresholds) = (format.colors.bits, dither.thresholds(row, shift: shift))
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let output = unsafe bytes.baseAddress.map({ unsafe $0 + start }) else { return }
      unsafe channels.withChannels { r, g, b in
        unsafe thresholds.withUnsafeBufferPointer { thresholds in
          guard let threshold = thresholds.baseAddress else { return }
          @inline(__always) func storeAll(_ value: (Int) -> UInt32) {
            if bits == 8 {
              for i in 0..<width {
                let sum = unsafe value(i) &+ UInt32(threshold[i]) &<< 17
                unsafe output.storeBytes(
                  of: UInt8(truncatingIfNeeded: sum &>> 24), toByteOffset: i, as: UInt8.self)
              }
            } else {
              for i in 0..<width {
                let code = UInt16(truncatingIfNeeded: (value(i) &+ 1 &<< 21) &>> 22)
                unsafe output.storeBytes(
                  of: code.littleEndian, toByteOffset: 2 &* i, as: UInt16.self)
              }
            }
          }
          // The weights are of 16 bits, by which processors multiply eight samples at once.
          let (red, green, blue) = component.weights
          @inline(__always) func part(_ sample: UInt16, _ weight: UInt16) -> UInt32 {
            UInt32(sample) &* UInt32(weight)
          }
          switch component.kind {
          case .luma:
            storeAll {
              unsafe component.offset &+ part(r[$0], red) &+ part(g[$0], green) &+ part(b[$0], blue)
            }
          case .blueDifference:
            storeAll {
              unsafe component.offset &+ part(b[$0], blue) &- part(r[$0], red) &- part(g[$0], green)
            }
          case .redDifference:
            storeAll {
              unsafe component.offset &+ part(r[$0], red) &- part(g[$0], green) &- part(b[$0], blue)
            }
          }
        }
      }
    }
  }

  /// Stores a row of alpha, whose range is full.
  private mutating func storeAlpha(of pixels: [UInt16]) {
    let start = alpha + rows * width * format.bytesPerSample
    let most: UInt32 = 1 << UInt32(format.colors.bits) - 1
    for column in 0..<width {
      let code = (UInt32(pixels[4 * column + 3]) * most + 32767) / 65535
      if format.colors.bits == 8 {
        bytes[start + column] = UInt8(code)
      } else {
        bytes[start + 2 * column] = UInt8(code & 255)
        bytes[start + 2 * column + 1] = UInt8(code >> 8)
      }
    }
  }
}
