/// All results of one ``Blend`` of 8-bit samples, rounded once from the float formula.
///
/// A look-up a sample makes a linear-light dissolve as cheap as a copy. Pictures with alpha mix
/// premultiplied, which no table of two samples can hold: they are computed.
final class BlendTable: Sendable {
  private enum Codes {
    /// The code of each sample of the one picture that counts, and of each two samples that lie side
    /// by side in it: half as many look-ups.
    case single(ofSource: Bool, pairs: [UInt16])
    /// The code of each sample of the source with each of the target.
    case mixed([UInt8])
  }

  private let codes: Codes

  /// The tables for a picture's format; none where computing is cheaper or the only way.
  static func tables(for blends: [Blend], _ source: Bitmap) -> [BlendTable] {
    guard source.isPlain else { return [] }
    // A table of two samples takes as long to make as this many samples to compute.
    guard source.width * source.height * 3 > 1 << 16 else { return [] }
    return blends.map { BlendTable($0, source.tables) }
  }

  private init(_ blend: Blend, _ tables: TransferTables) {
    let values = 0..<256
    func scaled(_ weight: Float) -> [Float] { values.map { unsafe tables.decoding[$0] * weight } }
    let (s, d, white) = (scaled(blend.source), scaled(blend.target), blend.white)
    if blend.source == 0 || blend.target == 0 {
      let codes = (blend.target == 0 ? s : d).map { UInt16(tables.code8($0 + white)) }
      self.codes = .single(
        ofSource: blend.target == 0,
        pairs: codes.flatMap { high in codes.map { low in high << 8 | low } })
    } else {
      codes = .mixed(s.flatMap { s in d.map { d in tables.code8(s + d + white) } })
    }
  }

  /// Stores mixed samples.
  func blend(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, samples: Int,
    into output: UnsafeMutableRawPointer
  ) {
    switch codes {
    case .single(let ofSource, let pairs):
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
    case .mixed(let codes):
      let s = unsafe source.assumingMemoryBound(to: UInt8.self)
      let d = unsafe target.assumingMemoryBound(to: UInt8.self)
      let o = unsafe output.assumingMemoryBound(to: UInt8.self)
      unsafe codes.withUnsafeBufferPointer { codes in
        guard let code = codes.baseAddress else { return }
        @inline(__always) func mix(_ i: Int) { unsafe o[i] = code[Int(s[i]) << 8 | Int(d[i])] }
        // Four at once: a shorter loop's speed depends on where the linker puts it.
        let fours = samples & ~3
        for i in stride(from: 0, to: fours, by: 4) {
          mix(i)
          mix(i &+ 1)
          mix(i &+ 2)
          mix(i &+ 3)
        }
        for i in fours..<samples { mix(i) }
      }
    }
  }

  /// Stores mixed pixels, one of each picture after the other to the right or to the left.
  func blend(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, pixels: Int, step: Int,
    into output: UnsafeMutableRawPointer
  ) {
    if step > 0 { return unsafe blend(source, target, samples: pixels * 3, into: output) }
    guard case .mixed(let codes) = codes else {
      for place in 0..<pixels {
        let offset = place * step
        unsafe blend(source + offset, target + offset, samples: 3, into: output - offset)
      }
      return
    }
    var s = unsafe source.assumingMemoryBound(to: UInt8.self)
    var d = unsafe target.assumingMemoryBound(to: UInt8.self)
    var o = unsafe output.assumingMemoryBound(to: UInt8.self)
    unsafe codes.withUnsafeBufferPointer { codes in
      guard let code = codes.baseAddress else { return }
      for _ in 0..<pixels {
        for channel in 0..<3 {
          unsafe o[channel] = code[Int(s[channel]) << 8 | Int(d[channel])]
        }
        unsafe s += step
        unsafe d += step
        unsafe o -= step
      }
    }
  }
}
