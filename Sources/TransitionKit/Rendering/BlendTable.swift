/// All results of one ``Blend`` of 8-bit samples, rounded once from the float formula.
///
/// A look-up a sample makes a linear-light dissolve as cheap as a copy. Pictures with alpha mix
/// premultiplied, which no table of two samples can hold: they are computed.
final class BlendTable: Sendable {
  private enum Codes {
    /// The code of each sample of the one picture that counts, and of each two samples that lie
    /// side by side in it: half as many look-ups.
    case pairs([UInt16], ofSource: Bool)
    /// The 16-bit code of each sample of that picture.
    case single([UInt16], ofSource: Bool)
    /// The code of each sample of the source with each of the target.
    case mixed([UInt8])
    /// The 16-bit code of each sample of the source with each of the target.
    case deep([UInt16])
  }

  private let codes: Codes

  /// The tables for a picture's format, with codes of some depth, or of 16 bits for dithering; none
  /// where computing is cheaper or the only way.
  static func tables(
    for blends: [Blend], _ source: Bitmap, depth: PixelFormat.Depth, forDithering: Bool
  ) -> [BlendTable] {
    guard source.isPlain else { return [] }
    // A table of two samples takes as long to make as this many samples to compute.
    guard source.width * source.height * 3 > 1 << 16 else { return [] }
    let depth = forDithering ? .sixteen : depth
    return blends.map { BlendTable($0, source, depth, nearly: forDithering) }
  }

  private init(_ blend: Blend, _ picture: Bitmap, _ depth: PixelFormat.Depth, nearly: Bool) {
    let decoding = unsafe picture.tables.decoding
    let tables = TransferTables.shared(picture.workingSpace, picture.format.atLeast(depth))
    func scaled(_ weight: Float) -> [Float] { (0..<256).map { unsafe decoding[$0] * weight } }
    let (s, d, white) = (scaled(blend.source), scaled(blend.target), blend.white)
    let roots = scaled(1).map { $0.squareRoot() }
    let means = roots.map { $0 * blend.mean }
    let isMixed = blend.source != 0 && blend.target != 0
    let ofSource = blend.target == 0
    switch depth {
    case .eight where isMixed:
      codes = .mixed(
        zip(s, means).flatMap { s, mean in
          zip(d, roots).map { d, root in tables.code8(s + d + mean * root + white) }
        })
    case .eight:
      let single = (ofSource ? s : d).map { UInt16(tables.code8($0 + white)) }
      codes = .pairs(
        single.flatMap { high in single.map { low in high << 8 | low } }, ofSource: ofSource)
    case .sixteen where isMixed:
      codes = .deep(
        zip(s, means).flatMap { s, mean in
          tables.codes16(zip(d, roots).map { s + $0 + mean * $1 + white }, nearly: nearly)
        })
    case .sixteen:
      codes = .single(
        tables.codes16((ofSource ? s : d).map { $0 + white }, nearly: nearly), ofSource: ofSource)
    }
  }

  /// Stores mixed samples.
  func blend(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, samples: Int,
    into output: UnsafeMutableRawPointer
  ) {
    switch codes {
    case .pairs(let pairs, let ofSource):
      let picture = unsafe ofSource ? source : target
      unsafe pairs.withUnsafeBufferPointer { pairs in
        guard let pair = pairs.baseAddress else { return }
        for i in 0..<samples / 2 {
          let index = unsafe picture.loadUnaligned(fromByteOffset: 2 &* i, as: UInt16.self)
          unsafe output.storeBytes(of: pair[Int(index)], toByteOffset: 2 &* i, as: UInt16.self)
        }
        if samples % 2 == 1 {
          let last = unsafe picture.load(fromByteOffset: samples - 1, as: UInt8.self)
          unsafe output.storeBytes(
            of: UInt8(truncatingIfNeeded: pair[Int(last)]), toByteOffset: samples - 1,
            as: UInt8.self)
        }
      }
    case .single(let codes, let ofSource):
      let picture = unsafe (ofSource ? source : target).assumingMemoryBound(to: UInt8.self)
      let o = unsafe output.assumingMemoryBound(to: UInt16.self)
      unsafe codes.withUnsafeBufferPointer { codes in
        guard let code = codes.baseAddress else { return }
        for i in 0..<samples { unsafe o[i] = code[Int(picture[i])] }
      }
    case .mixed(let codes): unsafe Self.mix(codes, source, target, samples, output)
    case .deep(let codes): unsafe Self.mix(codes, source, target, samples, output)
    }
  }

  /// Stores the codes of samples side by side, and those of other `groups` of as many samples, each
  /// a pixel farther to the left.
  @inline(__always)
  private static func mix<Code>(
    _ codes: [Code], _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, _ samples: Int,
    groups: Int = 1, _ output: UnsafeMutableRawPointer
  ) {
    var s = unsafe source.assumingMemoryBound(to: UInt8.self)
    var d = unsafe target.assumingMemoryBound(to: UInt8.self)
    var o = unsafe output.assumingMemoryBound(to: Code.self)
    unsafe codes.withUnsafeBufferPointer { codes in
      guard let code = codes.baseAddress else { return }
      @inline(__always) func mix(_ i: Int) { unsafe o[i] = code[Int(s[i]) << 8 | Int(d[i])] }
      // Four at once: a shorter loop's speed depends on where the linker puts it.
      let fours = samples & ~3
      for _ in 0..<groups {
        for i in stride(from: 0, to: fours, by: 4) {
          mix(i)
          mix(i &+ 1)
          mix(i &+ 2)
          mix(i &+ 3)
        }
        for i in fours..<samples { mix(i) }
        unsafe s -= 3
        unsafe d -= 3
        unsafe o += samples
      }
    }
  }

  /// Stores mixed pixels, one of each picture after the other to the right (`step` 1) or to the
  /// left (-1).
  func blend(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, pixels: Int, step: Int,
    into output: UnsafeMutableRawPointer
  ) {
    if step > 0 { return unsafe blend(source, target, samples: pixels * 3, into: output) }
    switch codes {
    case .mixed(let codes): unsafe Self.mix(codes, source, target, 3, groups: pixels, output)
    case .deep(let codes): unsafe Self.mix(codes, source, target, 3, groups: pixels, output)
    case .pairs: unsafe blendOneByOne(source, target, pixels, step: 3, output)
    case .single: unsafe blendOneByOne(source, target, pixels, step: 6, output)
    }
  }

  private func blendOneByOne(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, _ pixels: Int, step: Int,
    _ output: UnsafeMutableRawPointer
  ) {
    for pixel in 0..<pixels {
      unsafe blend(
        source - 3 * pixel, target - 3 * pixel, samples: 3, into: output + step * pixel)
    }
  }
}
