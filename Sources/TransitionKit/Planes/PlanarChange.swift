/// How a frame differs from the planes that it shows.
package enum PlanarChange: Sendable {
  /// Pixels are others: those of some columns and rows, as far as these are in the frame.
  case pixels(columns: Range<Int>, rows: Range<Int>)
  /// Rows are darker.
  case shade(PlanarShade)
}

/// What darkens rows of planes: luma by the curve of red, green and blue, and color differences by
/// its slope, as they change where each of the three lies on the part of sRGB's curve that is a
/// power. In deep colors, of which one lies below it, that differs by 2.7 codes of 8 bits at most.
package struct PlanarShade: Sendable {
  let band: Overlay.Band
  /// A curve of 16-bit samples for each distance from the rows of full strength.
  let curves: ShadeCurves

  /// The curve of a row, if it is darker.
  private func curve(ofRow row: Int) -> Int? {
    let distance = band.distance(ofRow: row)
    return distance < curves.count ? distance : nil
  }

  /// Luma in parts of 2⁻¹⁶ of all codes, for each code.
  private func luma(_ curve: Int, _ colors: VideoColors) -> [UInt16] {
    let weights = colors.weights(white: 65535)
    let (codes, unit) = (1 << colors.bits, Double(1 << (16 - colors.bits)))
    let slope = slope(curve)
    return (0..<codes).map { code in
      let sample = (Double(code) - weights.black) * weights.luma
      let inside = min(max(sample, 0), 65535)
      let value = Double(curves.value(UInt16(inside), curve)) + (sample - inside) * slope
      return UInt16(min(max((value / weights.luma + weights.black) * unit, 0), 65535))
    }
  }

  /// How much of a difference between two bright samples is left.
  private func slope(_ curve: Int) -> Double {
    let (high, low) = (curves.value(.max, curve), curves.value(32768, curve))
    return (Double(high) - Double(low)) / 32767
  }

  /// What is left of the color differences of a row.
  private func differences(ofRow row: Int, _ format: PlanarFormat) -> Double {
    func share(_ row: Int) -> Double { curve(ofRow: row).map(slope) ?? 1 }
    return format.chroma == .quarter ? (share(2 * row) + share(2 * row + 1)) / 2 : share(row)
  }

  /// Darkens planes.
  fileprivate func apply(to bytes: inout [UInt8], _ picture: PlanarPicture) {
    let (format, width) = (picture.format, picture.width)
    let bits = format.colors.bits
    let dither = PlanarDither(width: width)
    let rows = band.reach
    var (last, table): (Int?, [UInt16]) = (nil, [])
    for row in rows.clamped(to: 0..<picture.height) {
      guard let curve = curve(ofRow: row) else { continue }
      if curve != last { (last, table) = (curve, luma(curve, format.colors)) }
      PlanarRow(bytes: row * width * format.bytesPerSample, samples: width, bits: bits)
        .replace(in: &bytes, dither.thresholds(row, shift: 0)) { UInt32(table[Int($0)]) }
    }
    let (across, down) = (format.chromaWidth(width), format.chromaHeight(picture.height))
    let isHalved = format.chroma == .quarter
    let ends = isHalved ? rows.lowerBound / 2 - 1..<rows.upperBound / 2 + 1 : rows
    let start = width * picture.height
    for row in ends.clamped(to: 0..<down) {
      let gain = UInt32((differences(ofRow: row, format) * 65536).rounded())
      guard gain < 65536 else { continue }
      let middle = (65536 - gain) << UInt32(bits - 1)
      for (plane, shift) in [PlanarDither.shifts.blue, PlanarDither.shifts.red].enumerated() {
        let first = start + (plane * down + row) * across
        PlanarRow(bytes: first * format.bytesPerSample, samples: across, bits: bits)
          .replace(in: &bytes, dither.thresholds(row, shift: shift)) { code in
            (UInt32(code) &* gain &+ middle) &>> UInt32(bits)
          }
      }
    }
  }
}

/// A row of samples among bytes.
private struct PlanarRow {
  /// Where it begins.
  let bytes: Int
  let samples: Int
  let bits: Int

  /// Replaces each sample by what it becomes, in parts of 2⁻¹⁶ of all codes: dithered to 8 bits,
  /// rounded to more.
  @inline(__always)
  func replace(
    in storage: inout [UInt8], _ thresholds: ArraySlice<UInt8>, _ value: (UInt16) -> UInt32
  ) {
    precondition(bytes + samples * (bits > 8 ? 2 : 1) <= storage.count)
    precondition(thresholds.count >= samples)
    unsafe storage.withUnsafeMutableBytes { storage in
      unsafe thresholds.withUnsafeBufferPointer { thresholds in
        guard let row = unsafe storage.baseAddress.map({ unsafe $0 + bytes }) else { return }
        if bits == 8 {
          let codes = unsafe row.assumingMemoryBound(to: UInt8.self)
          for i in 0..<samples {
            let sum = unsafe value(UInt16(codes[i])) &+ UInt32(thresholds[i]) &<< 1
            unsafe codes[i] = UInt8(truncatingIfNeeded: min(sum &>> 8, 255))
          }
        } else {
          let (shift, most) = (UInt32(16 - bits), UInt32(1) << UInt32(bits) - 1)
          for i in 0..<samples {
            let code = unsafe UInt16(
              littleEndian: row.loadUnaligned(fromByteOffset: 2 &* i, as: UInt16.self))
            let sum = value(min(code, UInt16(most))) &+ (1 &<< shift) &>> 1
            let rounded = UInt16(truncatingIfNeeded: min(sum &>> shift, most))
            unsafe row.storeBytes(of: rounded.littleEndian, toByteOffset: 2 &* i, as: UInt16.self)
          }
        }
      }
    }
  }
}

extension PlanarPicture {
  /// The planes of a frame that shows them with some changes.
  ///
  /// - Parameters:
  ///   - changes: in their order.
  ///   - pixels: makes planes of the frame's pixels in columns and rows that begin at a multiple of
  ///     8, without alpha if the format has none.
  /// - Returns: planes of the same format.
  package func changed(
    _ changes: [PlanarChange],
    _ pixels: (_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8]
  ) -> PlanarPicture {
    var bytes = bytes
    for case .shade(let shade) in changes { shade.apply(to: &bytes, self) }
    for case .pixels(let columns, let rows) in changes {
      let columns = Self.tiles(columns, within: width)
      let rows = Self.tiles(rows, within: height)
      guard !columns.isEmpty, !rows.isEmpty else { continue }
      // Color samples at the sides are made of their neighbors, too.
      let around = max(columns.lowerBound - 8, 0)..<min(columns.upperBound + 8, width)
      let part = PlanarPicture(
        width: around.count, height: rows.count, format: format, bytes: pixels(around, rows))
      copy(part, around.lowerBound, columns, rows, into: &bytes)
    }
    return PlanarPicture(width: width, height: height, format: format, bytes: bytes)
  }

  /// The tiles of the dither, and so the pixels that share color samples, in which a range lies.
  private static func tiles(_ range: Range<Int>, within length: Int) -> Range<Int> {
    let range = range.clamped(to: 0..<length)
    return range.isEmpty ? 0..<0 : range.lowerBound & ~7..<min((range.upperBound + 7) & ~7, length)
  }

  /// Copies some columns of a part, which begins in a column, and has just the rows.
  private func copy(
    _ part: PlanarPicture, _ start: Int, _ columns: Range<Int>, _ rows: Range<Int>,
    into bytes: inout [UInt8]
  ) {
    let (across, down) = (format.chroma == .full ? 1 : 2, format.chroma == .quarter ? 2 : 1)
    let color = (across, down, part.chromaWidth, part.chromaHeight, chromaWidth, chromaHeight)
    let whole = (1, 1, part.width, part.height, width, height)
    let size = format.bytesPerSample
    var (plane, source) = (0, 0)
    for (across, down, partWidth, partHeight, width, height)
      in [whole, color, color] + (format.hasAlpha ? [whole] : [])
    {
      let (first, last) = (
        columns.lowerBound / across, (columns.upperBound + across - 1) / across
      )
      for row in 0..<partHeight {
        let from = source + (row * partWidth + first - start / across) * size
        let to = plane + ((rows.lowerBound / down + row) * width + first) * size
        let count = (last - first) * size
        bytes.replaceSubrange(to..<to + count, with: part.bytes[from..<from + count])
      }
      (plane, source) = (plane + width * height * size, source + partWidth * partHeight * size)
    }
  }
}
