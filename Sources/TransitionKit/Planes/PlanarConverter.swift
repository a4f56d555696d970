internal import TransitionIntrinsics

/// The conversion of rows of planar pictures of 8 bits, 4:2:0, to red, green and blue.
///
/// Luma is multiplied by 8 and color differences by 16, which makes whole numbers of them wherever
/// they lie between samples. The weights are of 16 bits, so that two products are one instruction.
/// Sums are parts of 2⁻¹⁷ of an 8-bit code.
struct PlanarConverter: Sendable {
  private typealias Eight = SIMD8<Int16>
  private typealias Sums = SIMD4<Int32>

  /// The weights of luma and of one color difference.
  private struct Weights {
    let pairs: Eight

    init(_ luma: Double, _ difference: Double) {
      let (luma, difference) = (luma * 0x1p14, difference * 0x1p13)
      let (a, b) = (Int16(luma.rounded()), Int16(difference.rounded()))
      pairs = Eight(a, b, a, b, a, b, a, b)
    }
  }

  private let red, greenByRed, greenByBlue, blue: Weights
  /// What is added to sums: minus black, and half of a step of the result.
  private let offset: Int32
  private let depth: PixelFormat.Depth

  /// Prepares for pictures like one.
  init(_ planes: PlanarPicture, depth: PixelFormat.Depth) {
    let weights = planes.format.colors.weights(white: 255)
    red = Weights(weights.luma, weights.redByRed)
    greenByRed = Weights(weights.luma, weights.greenByRed)
    greenByBlue = Weights(0, weights.greenByBlue)
    blue = Weights(weights.luma, weights.blueByBlue)
    let half = depth == .eight ? 0.5 : 0.5 / 128
    offset = Int32(((half - weights.black * weights.luma) * 0x1p17).rounded())
    self.depth = depth
  }

  /// Stores pixels of a row.
  ///
  /// - Parameters:
  ///   - planes: the picture.
  ///   - columns: the pixels, within the picture.
  ///   - row: the row, counted from the top.
  ///   - output: has room for the pixels.
  func convert(
    _ planes: PlanarPicture, columns: Range<Int>, row: Int, into output: UnsafeMutableRawPointer
  ) {
    guard !columns.isEmpty else { return }
    let line = PlanarLine(planes, columns: columns, row: row)
    let bytesPerPixel = depth == .eight ? 3 : 6
    // A block is stored with two bytes more.
    let spare = 2
    let skipped = columns.lowerBound - line.start
    let count = columns.count
    // The last block, and the first one where that begins too early, are cut to size.
    var done = 0
    if skipped == 0, count > PlanarLine.block {
      done = (count - 1) / PlanarLine.block * PlanarLine.block
      unsafe convert(line, from: 0, pixels: done, planes.format.colors.siting, into: output)
    }
    let rest = ByteStorage(byteCount: (count - done + 2 * PlanarLine.block) * bytesPerPixel + spare)
    unsafe convert(
      line, from: done, pixels: count - done + skipped, planes.format.colors.siting, into: rest.base
    )
    unsafe (output + done * bytesPerPixel).copyMemory(
      from: rest.base + skipped * bytesPerPixel, byteCount: (count - done) * bytesPerPixel)
  }

  /// Stores whole blocks, from one to the one that has the last of some pixels.
  private func convert(
    _ line: PlanarLine, from start: Int, pixels: Int, _ siting: VideoColors.Siting,
    into output: UnsafeMutableRawPointer
  ) {
    switch (siting, depth) {
    case (.center, .eight): unsafe convertCentered8(line, start, pixels, output)
    case (.center, .sixteen): unsafe convertCentered16(line, start, pixels, output)
    case (.left, .eight), (.topLeft, .eight): unsafe convertLeft8(line, start, pixels, output)
    case (.left, .sixteen), (.topLeft, .sixteen):
      unsafe convertLeft16(line, start, pixels, output)
    }
  }

  // Each in a function of its own, so that the compiler keeps all weights in registers.

  @inline(never)
  private func convertLeft8(
    _ line: PlanarLine, _ start: Int, _ pixels: Int, _ output: UnsafeMutableRawPointer
  ) {
    unsafe convertBlocks(
      line, start, pixels, output, spread: { unsafe Self.spreadLeft($0) },
      store: { unsafe store8($0, $1, $2) })
  }

  @inline(never)
  private func convertLeft16(
    _ line: PlanarLine, _ start: Int, _ pixels: Int, _ output: UnsafeMutableRawPointer
  ) {
    unsafe convertBlocks(
      line, start, pixels, output, spread: { unsafe Self.spreadLeft($0) },
      store: { unsafe store16($0, $1, $2) })
  }

  @inline(never)
  private func convertCentered8(
    _ line: PlanarLine, _ start: Int, _ pixels: Int, _ output: UnsafeMutableRawPointer
  ) {
    unsafe convertBlocks(
      line, start, pixels, output, spread: { unsafe Self.spreadCenter($0) },
      store: { unsafe store8($0, $1, $2) })
  }

  @inline(never)
  private func convertCentered16(
    _ line: PlanarLine, _ start: Int, _ pixels: Int, _ output: UnsafeMutableRawPointer
  ) {
    unsafe convertBlocks(
      line, start, pixels, output, spread: { unsafe Self.spreadCenter($0) },
      store: { unsafe store16($0, $1, $2) })
  }

  /// Sixteenths of the color differences of even and of odd pixels, from quarters of eight samples.
  @inline(__always)
  private static func spreadLeft(_ first: UnsafePointer<Int16>) -> (even: Eight, odd: Eight) {
    let (here, next) = unsafe (eight(first), eight(first + 1))
    return (here &<< 2, (here &+ next) &<< 1)
  }

  @inline(__always)
  private static func spreadCenter(_ first: UnsafePointer<Int16>) -> (even: Eight, odd: Eight) {
    let (before, here, next) = unsafe (eight(first - 1), eight(first), eight(first + 1))
    let three = here &+ here &+ here
    return (before &+ three, three &+ next)
  }

  /// Gives the sums of blocks: red, green and blue of four pixels four times.
  @inline(__always)
  private func convertBlocks(
    _ line: PlanarLine, _ start: Int, _ pixels: Int, _ output: UnsafeMutableRawPointer,
    spread: (UnsafePointer<Int16>) -> (even: Eight, odd: Eight),
    store: (Pixels, Pixels, UnsafeMutableRawPointer) -> Void
  ) {
    var output = unsafe output
    let offset = Sums(repeating: offset)
    let (red, greenByRed) = (red.pairs, greenByRed.pairs)
    let (blue, greenByBlue) = (blue.pairs, greenByBlue.pairs)
    @inline(__always) func eightPixels(_ luma: Eight, _ u: Eight, _ v: Eight) -> Pixels {
      let y = luma &<< 3
      let (v0, v1) = (interleave_first(y, v), interleave_second(y, v))
      let (u0, u1) = (interleave_first(y, u), interleave_second(y, u))
      return Pixels(
        red: (
          multiply_add_pairs(v0, red) &+ offset, multiply_add_pairs(v1, red) &+ offset
        ),
        green: (
          multiply_add_pairs(v0, greenByRed) &+ multiply_add_pairs(u0, greenByBlue) &+ offset,
          multiply_add_pairs(v1, greenByRed) &+ multiply_add_pairs(u1, greenByBlue) &+ offset
        ),
        blue: (
          multiply_add_pairs(u0, blue) &+ offset, multiply_add_pairs(u1, blue) &+ offset
        ))
    }
    for column in stride(from: start, to: start + pixels, by: PlanarLine.block) {
      let luma = unsafe UnsafeRawPointer(line.luma + column)
        .loadUnaligned(as: SIMD16<UInt8>.self)
      let u = unsafe spread(line.blue + column / 2)
      let v = unsafe spread(line.red + column / 2)
      unsafe store(
        eightPixels(
          widen_first(luma), interleave_first(u.even, u.odd), interleave_first(v.even, v.odd)),
        eightPixels(
          widen_second(luma), interleave_second(u.even, u.odd), interleave_second(v.even, v.odd)),
        output)
      unsafe output += PlanarLine.block * (depth == .eight ? 3 : 6)
    }
  }

  /// The sums of eight pixels.
  private struct Pixels {
    let red, green, blue: (Sums, Sums)
  }

  @inline(__always)
  private func store8(_ a: Pixels, _ b: Pixels, _ output: UnsafeMutableRawPointer) {
    @inline(__always) func codes(_ sums: (Sums, Sums)) -> Eight {
      narrow(sums.0 &>> 17, sums.1 &>> 17)
    }
    let red = narrow_to_bytes(codes(a.red), codes(b.red))
    let green = narrow_to_bytes(codes(a.green), codes(b.green))
    let blue = narrow_to_bytes(codes(a.blue), codes(b.blue))
    unsafe store_bytes(red, green, blue, output)
  }

  @inline(__always)
  private func store16(_ a: Pixels, _ b: Pixels, _ output: UnsafeMutableRawPointer) {
    // Codes in parts of 1/128; 257 times as much, divided by 128, are samples of 16 bits.
    @inline(__always) func samples(_ sums: (Sums, Sums)) -> Eight {
      let codes = limited(narrow(sums.0 &>> 10, sums.1 &>> 10), 255 * 128)
      return (codes &<< 1) &+ (codes &>> 7)
    }
    unsafe store_words(samples(a.red), samples(a.green), samples(a.blue), output)
    unsafe store_words(samples(b.red), samples(b.green), samples(b.blue), output + 48)
  }

  @inline(__always)
  private static func eight(_ address: UnsafePointer<Int16>) -> Eight {
    unsafe UnsafeRawPointer(address).loadUnaligned(as: Eight.self)
  }
}

/// Samples for pixels of a row, with as many to spare on the right as make whole blocks.
@safe private struct PlanarLine {
  /// The pixels that are converted at once.
  static let block = 16

  /// The first column, which is even.
  let start: Int
  let luma: UnsafePointer<UInt8>
  /// Quarters of the color differences that belong to the row, without their offset. They begin
  /// with the sample of the first pixel; one more lies before it.
  let blue, red: UnsafePointer<Int16>
  private let storage: ByteStorage

  init(_ planes: PlanarPicture, columns: Range<Int>, row: Int) {
    start = columns.lowerBound & ~1
    let first = start / 2
    let pixels = columns.upperBound - start
    let samples = (pixels + 1) / 2
    let (lumaRoom, room) = ((pixels + Self.block + 15) & ~15, (samples + Self.block + 7) & ~7)
    storage = ByteStorage(byteCount: lumaRoom + 4 * room)
    let luma = unsafe storage.base.bindMemory(to: UInt8.self, capacity: lumaRoom)
    let blue = unsafe (storage.base + lumaRoom).bindMemory(to: Int16.self, capacity: 2 * room)
    unsafe (self.luma, self.blue, self.red) = (
      UnsafePointer(luma), UnsafePointer(blue + 1), UnsafePointer(blue + room + 1)
    )
    let width = planes.chromaWidth
    let mix = VerticalMix(planes, row: row)
    let rest = room - samples - 1
    unsafe planes.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe luma.initialize(from: base + row * planes.width + start, count: pixels)
      unsafe (luma + pixels).initialize(repeating: 0, count: lumaRoom - pixels)
      for index in 0..<2 {
        let plane =
          unsafe base + planes.width * planes.height + index * width * planes.chromaHeight
        let output = unsafe blue + index * room
        let (near, far) = unsafe (plane + mix.near * width, plane + mix.far * width)
        func value(_ index: Int) -> Int16 {
          unsafe mix(near[index], far[index])
        }
        unsafe output[0] = value(max(first - 1, 0))
        unsafe mix.store(near + first, far + first, count: samples, into: output + 1)
        unsafe (output + samples + 1).initialize(
          repeating: value(min(first + samples, width - 1)), count: rest)
      }
    }
  }
}

/// The two rows of color samples that belong to a row of pixels, and their quarters.
private struct VerticalMix {
  let near, far: Int
  private let weights: (near: Int16, far: Int16)

  init(_ planes: PlanarPicture, row: Int) {
    near = row / 2
    let (isOdd, last) = (row % 2 == 1, planes.chromaHeight - 1)
    switch planes.format.colors.siting {
    case .left, .center:
      far = min(max(isOdd ? near + 1 : near - 1, 0), last)
      weights = (3, 1)
    case .topLeft:
      far = isOdd ? min(near + 1, last) : near
      weights = (2, 2)
    }
  }

  @inline(__always)
  func callAsFunction(_ near: UInt8, _ far: UInt8) -> Int16 {
    weights.near &* Int16(near) &+ weights.far &* Int16(far) &- 4 * 128
  }

  func store(
    _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, count: Int,
    into output: UnsafeMutablePointer<Int16>
  ) {
    for i in 0..<count { unsafe output[i] = self(near[i], far[i]) }
  }
}
