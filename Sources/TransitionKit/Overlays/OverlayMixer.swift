/// An overlay that is ready to be mixed with frames of a format: all that needs no pixel of theirs
/// is computed.
package struct OverlayMixer: Sendable {
  package let format: PixelFormat
  /// The rows of frames that it changes.
  let rows: Range<Int>
  private let overlay: Overlay
  private let opacity: Float
  /// Whole rows, and the rest, by which the ink lies lower.
  private let (fallenRows, fallenRest): (Int, Float)
  private let tables: TransferTables
  private let encoder: PixelEncoder
  /// The light of the band.
  private let bandLight: Float
  /// The band in rows by their distance from those of full strength.
  private let bands: ShadeCurves
  /// The rows of full strength under shadows, each of a level more.
  private let shadows: ShadeCurves

  /// What each pixel of the ink is, if it lies on whole rows: the level of its shadow, or that
  /// there is ink.
  private let levels: [UInt8]

  /// The levels of a shadow that takes all light.
  private static let shadowLevels: Float = 192
  /// The level of ink.
  private static let inked = UInt8.max

  /// Prepares an overlay.
  ///
  /// - Parameters:
  ///   - overlay: what lies over frames.
  ///   - format: their format.
  ///   - opacity: how much of it shows, 0...1, on the scale of encoded values.
  ///   - fall: how far below its place the ink is, in pixels, 0 or more.
  package init(_ overlay: Overlay, _ format: PixelFormat, opacity: Float = 1, fall: Float = 0) {
    let (opacity, fall) = (min(opacity, 1), max(fall, 0))
    (self.overlay, self.format, self.opacity) = (overlay, format, opacity)
    rows = overlay.rows(fallen: fall)
    fallenRows = Int(fall)
    fallenRest = fall - Float(fallenRows)
    let tables = TransferTables.shared(.linear, format)
    self.tables = tables
    encoder = PixelEncoder(format: format, workingSpace: .linear)
    let bandLight: Float = overlay.band?.isWhite == true ? 1 : 0
    self.bandLight = bandLight
    let distances = 0..<(overlay.band.map { max(1, $0.fade) } ?? 0)
    bands = ShadeCurves(
      distances.map { distance in
        .init(strength: overlay.band?.opacity(atDistance: distance) ?? 0, light: bandLight)
      }, tables, opacity: opacity)
    let darkest = Self.level(.zero, overlay.shadow.max() ?? 0)
    shadows = ShadeCurves(
      (0...darkest).map { level in
        .init(
          strength: overlay.band?.strength ?? 0, light: bandLight,
          shadow: Float(level) / Self.shadowLevels)
      }, tables, opacity: opacity)
    levels =
      fallenRest > 0
      ? []
      : overlay.ink.pixels.indices.map { index in
        Self.level(overlay.ink.pixels[index], overlay.shadow.isEmpty ? 0 : overlay.shadow[index])
      }
  }

  /// How frames differ from the planes below it.
  var planarChanges: [PlanarChange] {
    let ink = PlanarChange.pixels(
      columns: overlay.column..<overlay.column + overlay.ink.width,
      rows: overlay.row..<overlay.row + overlay.ink.height + fallenRows + 1)
    guard let band = overlay.band else { return [ink] }
    // What whitens, and light of another curve, changes colors otherwise than by one factor.
    guard !band.isWhite, format == PixelFormat(depth: .sixteen, hasAlpha: false) else {
      return [.pixels(columns: 0..<Int.max, rows: rows)]
    }
    return [.shade(PlanarShade(band: band, curves: bands)), ink]
  }

  /// Mixes it with the pixels of some columns of a row.
  func mix(_ columns: Range<Int>, row: Int, _ output: UnsafeMutableRawPointer) {
    switch format.depth {
    case .eight: unsafe mix(columns, row: row, output.assumingMemoryBound(to: UInt8.self))
    case .sixteen: unsafe mix(columns, row: row, output.assumingMemoryBound(to: UInt16.self))
    }
  }

  private func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ columns: Range<Int>, row: Int, _ output: UnsafeMutablePointer<Sample>
  ) {
    let distance = overlay.band?.distance(ofRow: row)
    let curve = distance.flatMap { $0 < bands.count ? $0 : nil }
    let inkRow = row - overlay.row - fallenRows
    let isBesideInk = inkRow < 0 || inkRow > overlay.ink.height - (fallenRest > 0 ? 0 : 1)
    let inked =
      isBesideInk
      ? columns.lowerBound..<columns.lowerBound
      : (overlay.column..<overlay.column + overlay.ink.width).clamped(to: columns)
    let isFull = distance == 0 || overlay.band == nil
    let band = distance.flatMap { overlay.band?.opacity(atDistance: $0) } ?? 0
    let channels = format.channels
    func address(_ column: Int) -> UnsafeMutablePointer<Sample> {
      unsafe output + (column - columns.lowerBound) * channels
    }
    if let curve {
      for part in [columns.lowerBound..<inked.lowerBound, inked.upperBound..<columns.upperBound]
      where !part.isEmpty {
        unsafe shade(address(part.lowerBound), part.count, curve, band)
      }
    }
    guard !inked.isEmpty else { return }
    unsafe overlay.ink.pixels.withUnsafeBufferPointer { inks in
      unsafe overlay.shadow.withUnsafeBufferPointer { shades in
        for column in inked {
          let place = column - overlay.column
          let pixel = unsafe address(column)
          let level: UInt8
          if levels.isEmpty {
            let (ink, shadow) = unsafe ink(place, inkRow, inks, shades)
            level = Self.level(ink, shadow)
          } else {
            level = levels[inkRow &* overlay.ink.width &+ place]
          }
          let isOpaque = unsafe channels == 3 || pixel[3] == .max
          if level == 0 {
            if let curve { unsafe shade(pixel, 1, curve, band) }
          } else if level != Self.inked, isFull, isOpaque {
            unsafe shadows.apply(Int(level), to: pixel, pixels: 1, format)
          } else {
            let (ink, shadow) = unsafe ink(place, inkRow, inks, shades)
            if isOpaque {
              unsafe mixOpaque(pixel, band, shadow, ink)
            } else {
              unsafe mixTransparent(pixel, band, shadow * opacity, ink * opacity)
            }
          }
        }
      }
    }
  }

  /// Mixes the band alone with pixels side by side.
  @inline(__always)
  private func shade<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixels: UnsafeMutablePointer<Sample>, _ count: Int, _ curve: Int, _ band: Float
  ) {
    guard format.hasAlpha, overlay.coversTransparency else {
      unsafe bands.apply(curve, to: pixels, pixels: count, format)
      return
    }
    for index in 0..<count {
      let pixel = unsafe pixels + 4 &* index
      if unsafe pixel[3] == .max {
        unsafe bands.apply(curve, to: pixel, pixels: 1, format)
      } else {
        unsafe mixTransparent(pixel, band, 0, .zero)
      }
    }
  }

  /// The level of the shadow at a pixel, or that of ink.
  private static func level(_ ink: SIMD4<Float>, _ shadow: Float) -> UInt8 {
    ink.w == 0 ? UInt8(min(shadow, 1) * shadowLevels + 0.5) : inked
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
      codes = tables.nearCodes16(light)
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
    let start = Float(sample)
    return Sample(start + (Float(other) - start) * opacity + 0.5)
  }

  private func mixTransparent<Sample: FixedWidthInteger & UnsignedInteger>(
    _ pixel: UnsafeMutablePointer<Sample>, _ band: Float, _ shadow: Float, _ ink: SIMD4<Float>
  ) {
    let alpha = Float(unsafe pixel[3]) / Float(Sample.max)
    var light = unsafe Lanes(
      tables.decoding[Int(pixel[0])], tables.decoding[Int(pixel[1])],
      tables.decoding[Int(pixel[2])], 1)
    let strength = band * opacity
    let whiten = Lanes(bandLight, bandLight, bandLight, 1) * strength
    if overlay.coversTransparency {
      light = light * (alpha * (1 - strength)) + whiten
      light = light * (1 - shadow) + Lanes(0, 0, 0, shadow)
    } else {
      light = (light * (1 - strength) + whiten) * alpha
      light *= Lanes(1 - shadow, 1 - shadow, 1 - shadow, 1)
    }
    unsafe encoder.encode(
      Pixel(light * (1 - ink.w) + ink), to: UnsafeMutableRawPointer(pixel))
  }
}
