/// The conversion of rows of planar pictures of more than 8 bits to samples of 16 bits.
///
/// It counts in `Float`, whose 24 bits are more than samples and weights have together, in the
/// order that is written here: results are the same everywhere, and within one of 65535 of the
/// exact ones.
struct DeepPlanarConverter: Sendable {
  private let format: PlanarFormat
  /// The codes of black and of no color.
  private let black, middle: Float
  /// What a code of luma, and one of alpha, is in the samples of the result.
  private let luma, alpha: Float
  /// What a code of a color difference adds to red, green and blue.
  private let redByRed, greenByRed, greenByBlue, blueByBlue: Float

  init(_ format: PlanarFormat) {
    self.format = format
    let weights = format.colors.weights(white: 65535)
    (black, middle) = (Float(weights.black), Float(weights.middle))
    luma = Float(weights.luma)
    alpha = Float(65535 / Double(1 << format.colors.bits - 1))
    (redByRed, blueByBlue) = (Float(weights.redByRed), Float(weights.blueByBlue))
    (greenByRed, greenByBlue) = (Float(weights.greenByRed), Float(weights.greenByBlue))
  }

  /// Stores pixels of a row.
  ///
  /// - Parameters:
  ///   - planes: the picture, of the format.
  ///   - columns: the pixels, within the picture.
  ///   - row: the row, counted from the top.
  ///   - output: has room for the pixels.
  func convert(
    _ planes: PlanarPicture, columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer
  ) {
    let pixels = unsafe output.assumingMemoryBound(to: UInt16.self)
    unsafe withSamples(planes, columns, row) { y, blue, red, opacity in
      guard let opacity else {
        unsafe store(y, blue, red, columns.count, pixels, channels: 3)
        return
      }
      unsafe store(y, blue, red, columns.count, pixels, channels: 4)
      for i in 0..<columns.count {
        unsafe pixels[4 &* i &+ 3] = Self.sample(opacity[i] * alpha)
      }
    }
  }

  /// Makes a row of pixels without their alpha, in the values of their samples.
  func row(_ planes: PlanarPicture, columns: Range<Int>, row: Int) -> ColorRow {
    let result = ColorRow(pixels: columns.count)
    unsafe withSamples(planes, columns, row) { y, blue, red, _ in
      let outputs = unsafe (result.red, result.green, result.blue)
      for i in 0..<columns.count {
        let (r, g, b) = unsafe colors(y[i], blue[i], red[i])
        unsafe outputs.0[i] = Self.whole(r) * (1 / 65535)
        unsafe outputs.1[i] = Self.whole(g) * (1 / 65535)
        unsafe outputs.2[i] = Self.whole(b) * (1 / 65535)
      }
    }
    return result
  }

  /// Passes the samples of pixels of a row: luma, color differences without their offset, alpha.
  @inline(__always)
  private func withSamples(
    _ planes: PlanarPicture, _ columns: Range<Int>, _ row: Int,
    _ body: (Samples, UnsafePointer<Float>, UnsafePointer<Float>, Samples?) -> Void
  ) {
    guard !columns.isEmpty else { return }
    // Both color differences, and room to spread them from one sample before the first to one after
    // the last.
    let room = columns.count + 4
    let storage = ByteStorage(byteCount: 3 * room * MemoryLayout<Float>.stride)
    let blue = unsafe storage.base.bindMemory(to: Float.self, capacity: 3 * room)
    let (red, scratch) = unsafe (blue + room, blue + 2 * room)
    unsafe planes.bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let size = planes.width * planes.height
      let difference = planes.chromaWidth * planes.chromaHeight
      for index in 0..<2 {
        let plane = unsafe base + 2 * (size + index * difference)
        unsafe load(plane, planes, columns, row, into: blue + index * room, scratch)
      }
      let first = row * planes.width + columns.lowerBound
      let y = unsafe Samples(base + 2 * first)
      let opacity =
        unsafe format.hasAlpha ? Samples(base + 2 * (size + 2 * difference + first)) : nil
      unsafe body(y, blue, red, opacity)
    }
  }

  /// Samples of two bytes, the lower one first, anywhere in memory.
  @safe private struct Samples {
    private let base: UnsafeRawPointer

    init(_ base: UnsafeRawPointer) { unsafe self.base = base }

    @inline(__always)
    subscript(_ index: Int) -> Float {
      let word = unsafe base.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self)
      return Float(UInt16(littleEndian: word))
    }
  }

  @inline(__always)
  private func store(
    _ y: Samples, _ blue: UnsafePointer<Float>, _ red: UnsafePointer<Float>, _ count: Int,
    _ output: UnsafeMutablePointer<UInt16>, channels: Int
  ) {
    for i in 0..<count {
      let (r, g, b) = unsafe colors(y[i], blue[i], red[i])
      unsafe output[channels &* i] = Self.sample(r)
      unsafe output[channels &* i &+ 1] = Self.sample(g)
      unsafe output[channels &* i &+ 2] = Self.sample(b)
    }
  }

  /// Red, green and blue, where white is 65535.
  @inline(__always)
  private func colors(_ y: Float, _ u: Float, _ v: Float) -> (Float, Float, Float) {
    let light = (y - black) * luma
    return (
      light + v * redByRed, light + (v * greenByRed + u * greenByBlue), light + u * blueByBlue
    )
  }

  /// The nearest sample. Added to 2²³, a number's fraction has no bits left, and its last bits are
  /// those of the whole number.
  @inline(__always)
  private static func sample(_ value: Float) -> UInt16 {
    UInt16(truncatingIfNeeded: (limited(value) + 0x1p23).bitPattern)
  }

  /// The nearest sample as a number.
  @inline(__always)
  private static func whole(_ value: Float) -> Float { limited(value) + 0x1p23 - 0x1p23 }

  @inline(__always)
  private static func limited(_ value: Float) -> Float {
    value < 0 ? 0 : value > 65535 ? 65535 : value
  }

  /// Gives a color difference of pixels of a row, without its offset.
  private func load(
    _ plane: UnsafeRawPointer, _ planes: PlanarPicture, _ columns: Range<Int>, _ row: Int,
    into output: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
  ) {
    let width = planes.chromaWidth
    if format.chroma == .full {
      let samples = unsafe Samples(plane + 2 * (row * width + columns.lowerBound))
      for i in 0..<columns.count { unsafe output[i] = samples[i] - middle }
      return
    }
    let (near, far, share) = rows(of: row, planes.chromaHeight)
    let (a, b) = unsafe (Samples(plane + 2 * near * width), Samples(plane + 2 * far * width))
    // One sample before the first and one after the last, or those at the edges again.
    let (first, last) = (columns.lowerBound / 2 - 1, (columns.upperBound - 1) / 2 + 1)
    let whole = max(first, 0)...min(last, width - 1)
    for i in whole {
      unsafe scratch[i &- first] = a[i] * (1 - share) + b[i] * share - middle
    }
    if first < 0 { unsafe scratch[0] = scratch[1] }
    if last >= width { unsafe scratch[last - first] = scratch[last - first - 1] }
    let skipped = columns.lowerBound & 1
    unsafe spread(scratch + 1, pixels: columns.count + skipped, skipping: skipped, into: output)
  }

  /// The two rows of color samples that belong to a row of pixels, and the share of the other one.
  private func rows(of row: Int, _ height: Int) -> (near: Int, far: Int, share: Float) {
    guard format.chroma == .quarter else { return (row, row, 0) }
    let (near, isOdd) = (row / 2, row % 2 == 1)
    if format.colors.siting == .topLeft {
      return (near, isOdd ? min(near + 1, height - 1) : near, 0.5)
    }
    return (near, min(max(isOdd ? near + 1 : near - 1, 0), height - 1), 0.25)
  }

  /// Gives pixels their mixtures of the samples beside them, from the first of a pair on.
  private func spread(
    _ samples: UnsafePointer<Float>, pixels: Int, skipping skipped: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    // The weights of the sample before, of the own one and of the next one.
    let isCentered = format.colors.siting == .center
    let even: (Float, Float) = isCentered ? (0.25, 0.75) : (0, 1)
    let odd: (Float, Float) = isCentered ? (0.75, 0.25) : (0.5, 0.5)
    for index in 0..<(pixels + 1) / 2 {
      let (before, here, next) = unsafe (samples[index - 1], samples[index], samples[index + 1])
      let first = 2 &* index &- skipped
      if first >= 0 { unsafe output[first] = before * even.0 + here * even.1 }
      unsafe output[first &+ 1] = here * odd.0 + next * odd.1
    }
  }
}
