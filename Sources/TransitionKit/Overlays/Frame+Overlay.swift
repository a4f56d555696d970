extension Frame {
  /// The frame with words or a mark over it.
  ///
  /// - Parameters:
  ///   - overlay: what lies over it.
  ///   - opacity: how much of it shows, 0...1, on the scale of encoded values.
  ///   - fall: how far below its place the ink is, in pixels, 0 or more.
  /// - Returns: a frame of the same format.
  package func under(_ overlay: Overlay, opacity: Float = 1, fall: Float = 0) -> Frame {
    guard opacity > 0 else { return self }
    let mixer = OverlayMixer(overlay, format, opacity: min(opacity, 1), fall: max(fall, 0))
    let rows = overlay.rows(fallen: max(fall, 0)).clamped(to: 0..<height)
    let changed =
      changedRows.isEmpty
      ? rows
      : min(rows.lowerBound, changedRows.lowerBound)..<max(rows.upperBound, changedRows.upperBound)
    return unsafe Frame(
      width: width, height: height, format: format, planes: planes, changedRows: changed
    ) { columns, row, output in
      unsafe fill(columns, row, output)
      guard rows.contains(row) else { return }
      switch mixer.format.depth {
      case .eight:
        unsafe mixer.mix(columns, row: row, output.assumingMemoryBound(to: UInt8.self))
      case .sixteen:
        unsafe mixer.mix(columns, row: row, output.assumingMemoryBound(to: UInt16.self))
      }
    }
  }
}

/// Mixes an overlay with rows of frames of a format.
private struct OverlayMixer: Sendable {
  let format: PixelFormat
  private let overlay: Overlay
  private let opacity: Float
  /// Whole rows, and the rest, by which the ink lies lower.
  private let (fallenRows, fallenRest): (Int, Float)
  private let tables: TransferTables
  private let encoder: PixelEncoder
  /// The light of the band.
  private let bandLight: Float
  private let fullBand: BandCurve?

  init(_ overlay: Overlay, _ format: PixelFormat, opacity: Float, fall: Float) {
    (self.overlay, self.format, self.opacity) = (overlay, format, opacity)
    fallenRows = Int(fall)
    fallenRest = fall - Float(fallenRows)
    tables = .shared(.linear, format)
    encoder = PixelEncoder(format: format, workingSpace: .linear)
    bandLight = overlay.band?.isWhite == true ? 1 : 0
    fullBand = overlay.band.map { [tables, bandLight] band in
      BandCurve(tables, taking: band.strength, of: bandLight, opacity: opacity)
    }
  }

  func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ columns: Range<Int>, row: Int, _ output: UnsafeMutablePointer<Sample>
  ) {
    let band = overlay.band?.opacity(inRow: row) ?? 0
    let inkRow = row - overlay.row - fallenRows
    let isBesideInk = inkRow < 0 || inkRow > overlay.ink.height - (fallenRest > 0 ? 0 : 1)
    let inked =
      isBesideInk
      ? columns.lowerBound..<columns.lowerBound
      : (overlay.column..<overlay.column + overlay.ink.width).clamped(to: columns)
    guard band > 0 || !inked.isEmpty else { return }
    let curve =
      band == 0
      ? nil
      : band == overlay.band?.strength
        ? fullBand : BandCurve(tables, taking: band, of: bandLight, opacity: opacity)
    let channels = format.channels
    func address(_ column: Int) -> UnsafeMutablePointer<Sample> {
      unsafe output + (column - columns.lowerBound) * channels
    }
    if let curve {
      for part in [columns.lowerBound..<inked.lowerBound, inked.upperBound..<columns.upperBound]
      where !part.isEmpty {
        unsafe curve.apply(to: address(part.lowerBound), pixels: part.count, channels)
      }
    }
    guard !inked.isEmpty else { return }
    unsafe overlay.ink.pixels.withUnsafeBufferPointer { inks in
      unsafe overlay.shadow.withUnsafeBufferPointer { shadows in
        for column in inked {
          let (ink, shadow) = unsafe ink(column - overlay.column, inkRow, inks, shadows)
          let pixel = unsafe address(column)
          if ink.w == 0, shadow == 0 {
            if let curve { unsafe curve.apply(to: pixel, pixels: 1, channels) }
          } else if channels == 4, unsafe pixel[3] != .max {
            unsafe mixTransparent(pixel, band, shadow * opacity, ink * opacity)
          } else {
            unsafe mixOpaque(pixel, band, shadow, ink)
          }
        }
      }
    }
  }

  /// The ink and the shadow in a column and a row of the ink, between two rows if it is not at its
  /// place.
  @inline(__always)
  private func ink(
    _ column: Int, _ row: Int, _ inks: UnsafeBufferPointer<SIMD4<Float>>,
    _ shadows: UnsafeBufferPointer<Float>
  ) -> (SIMD4<Float>, Float) {
    let (width, height) = (overlay.ink.width, overlay.ink.height)
    @inline(__always) func number(_ row: Int) -> (SIMD4<Float>, Float) {
      guard row >= 0, row < height else { return (.zero, 0) }
      let index = row &* width &+ column
      return unsafe (inks[index], shadows.isEmpty ? 0 : shadows[index])
    }
    let lower = number(row)
    guard fallenRest > 0 else { return lower }
    let upper = number(row - 1)
    return (
      lower.0 + (upper.0 - lower.0) * fallenRest, lower.1 + (upper.1 - lower.1) * fallenRest
    )
  }

  @inline(__always)
  private func mixOpaque<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UnsafeMutablePointer<Sample>, _ band: Float, _ shadow: Float, _ ink: SIMD4<Float>
  ) {
    var light = unsafe Lanes(
      tables.decoding[Int(pixel[0])], tables.decoding[Int(pixel[1])],
      tables.decoding[Int(pixel[2])], 0)
    light = (light * (1 - band) + band * bandLight) * ((1 - shadow) * (1 - ink.w)) + ink
    let codes: SIMD4<UInt32>
    if format.depth == .eight, tables.isEven {
      let bytes = tables.codes8(light)
      codes = SIMD4(UInt32(bytes.0), UInt32(bytes.1), UInt32(bytes.2), 0)
    } else {
      codes = tables.codes16(light)
    }
    for channel in 0..<3 {
      let code = Sample(truncatingIfNeeded: codes[channel])
      unsafe pixel[channel] = opacity < 1 ? between(pixel[channel], code) : code
    }
  }

  /// A sample on the way to another one, as far as the overlay shows.
  private func between<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sample: Sample, _ other: Sample
  ) -> Sample {
    Sample(Float(sample) + (Float(other) - Float(sample)) * opacity + 0.5)
  }

  private func mixTransparent<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UnsafeMutablePointer<Sample>, _ band: Float, _ shadow: Float, _ ink: SIMD4<Float>
  ) {
    let alpha = Float(unsafe pixel[3]) / Float(Sample.max)
    var light = unsafe Lanes(
      tables.decoding[Int(pixel[0])], tables.decoding[Int(pixel[1])],
      tables.decoding[Int(pixel[2])], 1)
    let strength = band * opacity
    let whiten = Lanes(bandLight, bandLight, bandLight, 1)
    light = (light * (1 - strength) + whiten * strength) * alpha
    let shade = Lanes(1 - shadow, 1 - shadow, 1 - shadow, 1)
    unsafe encoder.encode(
      Pixel(light * shade * (1 - ink.w) + ink), to: UnsafeMutableRawPointer(pixel))
  }
}

/// What a band makes of each sample.
private struct BandCurve: Sendable {
  /// Between every two of them lie the results of 64 samples of 16 bits; of 8 bits they are all.
  private let codes: [UInt16]
  private static let shift: UInt32 = 6

  init(_ tables: TransferTables, taking strength: Float, of light: Float, opacity: Float) {
    let step = tables.depth == .sixteen ? 1 << Int(Self.shift) : 1
    let maximum = tables.depth.maximum
    // Whole fours, as they are encoded.
    let count = ((maximum + 1) / step + 4) & ~3
    codes = unsafe [UInt16](unsafeUninitializedCapacity: count) { codes, initialized in
      for first in stride(from: 0, to: count, by: 4) {
        let samples = (SIMD4(0, 1, 2, 3) &+ Int32(first)) &* Int32(step)
        let limited = samples.replacing(
          with: Int32(maximum), where: samples .> Int32(maximum))
        var behind = Lanes()
        for lane in 0..<4 { behind[lane] = unsafe tables.decoding[Int(limited[lane])] }
        let changed = Lanes(tables.codes16(behind * (1 - strength) + strength * light))
        let before = Lanes(limited)
        let mixed = before + (changed - before) * opacity + 0.5
        for lane in 0..<4 { unsafe codes[first + lane] = UInt16(mixed[lane]) }
      }
      initialized = count
    }
  }

  /// Changes the colors of pixels side by side.
  @inline(__always)
  func apply<Sample: FixedWidthInteger & UnsignedInteger>(
    to pixel: UnsafeMutablePointer<Sample>, pixels: Int, _ channels: Int
  ) {
    unsafe codes.withUnsafeBufferPointer { codes in
      @inline(__always) func changed(_ sample: Sample) -> Sample {
        guard Sample.bitWidth > 8 else {
          return unsafe Sample(truncatingIfNeeded: codes[Int(sample)])
        }
        let (sample, mask) = (UInt32(sample), (1 as UInt32) << Self.shift - 1)
        let index = Int(sample >> Self.shift)
        let (low, high) = unsafe (UInt32(codes[index]), UInt32(codes[index + 1]))
        let sum = low << Self.shift &+ (high &- low) &* (sample & mask) &+ 1 << (Self.shift - 1)
        return Sample(truncatingIfNeeded: sum >> Self.shift)
      }
      if channels == 3 {
        for index in 0..<3 * pixels { unsafe pixel[index] = changed(pixel[index]) }
      } else {
        for index in 0..<4 * pixels where index & 3 != 3 {
          unsafe pixel[index] = changed(pixel[index])
        }
      }
    }
  }
}
