import TestSupport
import Testing

@testable import TransitionKit

/// Words over frames.
@Suite struct OverlayTests {
  private static let (width, height) = (40, 30)

  private func frame(_ color: Color, _ format: PixelFormat) -> Frame {
    Frame(
      showing: Bitmap(
        filledWith: color, width: Self.width, height: Self.height, format: format))
  }

  /// A block of light in the middle of nothing.
  private func ink(_ light: Float, coverage: Float = 1) -> Ink {
    Ink(
      width: 8, height: 6,
      pixels: Array(
        repeating: SIMD4(light * coverage, light * coverage, light * coverage, coverage),
        count: 48))
  }

  private func overlay(_ strength: Float, _ backing: Overlay.Backing? = nil) -> Overlay {
    let band = Overlay.Band(strength: strength, isWhite: false, rows: 18..<60, fade: 8)
    return Overlay(ink(0.9), column: 10, row: 20, em: 6, backing: backing ?? .band(band))
  }

  @Test(arguments: [PixelFormat.Depth.eight, .sixteen]) func `bands take their share of light`(
    _ depth: PixelFormat.Depth
  ) {
    let format = PixelFormat(depth: depth, hasAlpha: false)
    let bitmap = frame(Color(0.8, 0.5, 0.2), format).under(overlay(0.6)).bitmap()
    let plain = frame(Color(0.8, 0.5, 0.2), format).bitmap()
    let (before, after) = (plain.pixel(column: 1, row: 25), bitmap.pixel(column: 1, row: 25))
    for channel in 0..<3 {
      #expect(abs(after[channel] - 0.4 * before[channel]) < (depth == .eight ? 0.003 : 0.00003))
    }
    // Above its fade nothing changes; within, it grows row by row.
    #expect(bitmap.pixel(column: 1, row: 9) == plain.pixel(column: 1, row: 9))
    let column = (9..<20).map { bitmap.pixel(column: 1, row: $0).green }
    #expect(column == column.sorted(by: >))
    // Ink covers what is behind it.
    #expect(abs(bitmap.pixel(column: 13, row: 22).green - 0.9) < 0.01)
  }

  @Test func `parts of rows are those of the whole`() {
    let overlaid = frame(.white, PixelFormat(depth: .eight, hasAlpha: false))
      .under(overlay(0.5), opacity: 0.7, fall: 1.4)
    let bytes = overlaid.bytes()
    for row in 0..<Self.height {
      var part = [UInt8](repeating: 0, count: 3 * 12)
      var span = part.mutableSpan
      var output = unsafe span.mutableBytes
      overlaid.render(columns: 7..<19, row: row, into: &output)
      #expect(part[...] == bytes[(row * Self.width + 7) * 3..<(row * Self.width + 19) * 3])
    }
  }

  @Test func `fades go evenly through the codes`() {
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let codes = stride(from: Float(0), through: 1, by: 0.125).map { opacity in
      Int(frame(.white, format).under(overlay(0.8), opacity: opacity).bitmap().samples[28 * 120])
    }
    let steps = zip(codes, codes.dropFirst()).map { $0 - $1 }
    #expect(codes[0] == 255 && (steps.max() ?? 0) - (steps.min() ?? 0) <= 1)
  }

  @Test func `over transparency there is ink alone`() {
    let format = PixelFormat(depth: .eight, hasAlpha: true)
    let bitmap = frame(.clear, format).under(overlay(0.8)).bitmap()
    #expect(bitmap.pixel(column: 1, row: 28).alpha == 0)
    #expect(bitmap.pixel(column: 13, row: 22).alpha == 1)
    // What is opaque looks as it does without alpha.
    let opaque = frame(.white, format).under(overlay(0.8), opacity: 0.3).bitmap()
    let plain = frame(.white, format.with(alpha: false)).under(overlay(0.8), opacity: 0.3).bitmap()
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        #expect(opaque.pixel(column: column, row: row) == plain.pixel(column: column, row: row))
      }
    }
  }

  @Test(arguments: PixelFormat.all.filter(\.hasAlpha))
  func `what covers transparency looks as over the color below it`(_ format: PixelFormat) {
    let covering = Overlay(
      ink(0.9), column: 10, row: 20, em: 8, backing: overlay(0.8).band.map { .band($0) } ?? .none,
      coversTransparency: true)
    let ground = Color(0.9, 0.9, 0.9)
    for source in [Color.clear, Color(0.8, 0.5, 0.2, 0.5), .white] {
      func green(_ frame: Frame) -> [Float] {
        let bitmap = frame.flattened(over: ground, in: .linear).bitmap()
        return (0..<Self.height).flatMap { row in
          (0..<Self.width).map { bitmap.pixel(column: $0, row: row).green }
        }
      }
      let bare = frame(source, format)
      let flat = Frame(showing: bare.flattened(over: ground, in: .linear).bitmap())
      for fall in [Float(0), 1.4] {
        let whole = green(bare.under(covering, fall: fall))
        let expected = green(flat.under(covering, fall: fall))
        #expect(zip(whole, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(source)")
      }
    }
  }

  @Test func `what has fallen lies lower`() {
    let format = PixelFormat(depth: .eight, hasAlpha: false)
    let plain = Overlay(ink(0.9), column: 10, row: 10)
    func rows(_ fall: Float) -> [Float] {
      let bitmap = frame(.black, format).under(plain, fall: fall).bitmap()
      return (0..<Self.height).map { bitmap.pixel(column: 13, row: $0).green }
    }
    #expect(Array(rows(0).dropLast(3)) == Array(rows(3).dropFirst(3)))
    // Between two rows their mean.
    #expect(abs(rows(0.5)[10] - 0.45) < 0.01 && abs(rows(0.5)[16] - 0.45) < 0.01)
  }

  @Test(arguments: Array(stride(from: Float(0), through: 1, by: 0.05)))
  func `bands make words legible`(
    _ light: Float
  ) {
    for (words, contrast) in [(Float(0.91), Legibility.captions), (0.91, Legibility.titles)] {
      let law = Legibility(light: words, contrast: contrast)
      let strength = law.strength(over: light)
      #expect(law.suffices(strength, over: light) && (0...0.85).contains(strength))
      // No stronger than they must be.
      if strength > 0 { #expect(!law.suffices(strength - 0.01, over: light)) }
    }
    let dark = Legibility(light: 0.01, contrast: 4.5)
    #expect(dark.needsWhite && dark.suffices(dark.strength(over: light), over: light))
    // Half of what is behind them shines through.
    let veil = Legibility(light: 0.91, alpha: 0.5, contrast: 4.5)
    #expect(veil.suffices(0.85, over: light) == (light < 0.47))
  }

  @Test func `the brightest twentieth counts`() {
    var samples = [UInt16](repeating: 0, count: 100 * 20 * 3)
    for pixel in 0..<100 { for channel in 0..<3 { samples[pixel * 60 + channel] = 255 } }
    let bitmap = Bitmap(
      width: 20, height: 100, format: PixelFormat(depth: .eight, hasAlpha: false),
      samples: samples)
    let law = Legibility(light: 0.9, contrast: 4.5)
    #expect(abs(law.nearestLight(of: bitmap, columns: 0..<20, rows: 0..<100) - 1) < 1e-6)
    #expect(law.nearestLight(of: bitmap, columns: 1..<20, rows: 0..<100) == 0)
    #expect(law.nearestLight(of: bitmap, columns: -9..<0, rows: 0..<9) == 0)
  }

  /// Planes of a gradient of colors, none of them dark.
  private static func planes(_ width: Int, _ height: Int, bits: Int) -> PlanarPicture {
    let format = PlanarFormat(VideoColors(bits: bits))
    var planes = YUVPlanes(format, width: width, height: height)
    for row in 0..<height {
      planes.append(
        (0..<width).flatMap { column -> [UInt16] in
          let red = 20_000 + column * 500
          let green = 60_000 - row * 700
          let blue = 30_000 + row * 300 + column * 200
          return [UInt16(red), UInt16(green), UInt16(blue)]
        })
    }
    return PlanarPicture(width: width, height: height, format: format, bytes: planes.bytes)
  }

  @Test(arguments: [8, 10]) func `planes become what the frame shows`(_ bits: Int) throws {
    let (width, height) = (72, 46)
    let planes = Self.planes(width, height, bits: bits)
    let words = Overlay(
      ink(0.9), column: 33, row: 24, em: 6,
      backing: .band(Overlay.Band(strength: 0.6, isWhite: false, rows: 21..<60, fade: 9)))
    let mark = Overlay(ink(0.2, coverage: 0.5), column: 60, row: 3)
    let frame = Frame(showing: planes, depth: .sixteen)
      .under(words, opacity: 0.8, fall: 1.5).under(mark)
    func converted(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
      var strip = YUVPlanes(planes.format, width: columns.count, height: rows.count)
      for row in rows {
        var words = [UInt16](repeating: 0, count: 3 * columns.count)
        var span = words.mutableSpan
        var bytes = unsafe span.mutableBytes
        frame.render(columns: columns, row: row, into: &bytes)
        strip.append(words)
      }
      return strip.bytes
    }
    let changed = planes.changed(frame.planarChanges, converted)
    let whole = PlanarPicture(
      width: width, height: height, format: planes.format,
      bytes: converted(0..<width, 0..<height))
    func samples(_ picture: PlanarPicture) -> [Int] {
      let bytes = picture.bytes.map(Int.init)
      guard bits > 8 else { return bytes.map { 4 * $0 } }
      return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] + 256 * bytes[$0 + 1] }
    }
    let differences = zip(samples(changed), samples(whole)).map { $0 - $1 }
    // Colors that have been spread over pixels and taken together again are a little flatter.
    #expect((differences.map(abs).max() ?? 0) <= (bits > 8 ? 8 : 12))
    #expect(abs(Double(differences.reduce(0, +)) / Double(differences.count)) < 0.4)
    // Away from the mark, and above the band, every sample is the film's.
    for row in 0..<12 {
      let luma = row * width..<row * width + 48
      #expect(samples(changed)[luma] == samples(planes)[luma])
    }
  }
}
