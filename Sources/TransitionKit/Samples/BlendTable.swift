/// All results of one ``Blend`` of 8-bit samples, rounded once from the float formula.
///
/// A look-up a sample makes a linear-light dissolve as cheap as a copy. Pictures with alpha mix
/// premultiplied, which no table of two samples can hold: they are computed.
final class BlendTable: Sendable {
  private let blend: Blend
  private let codes: [UInt8]

  /// The tables for a picture's format; none where computing is cheaper or the only way.
  static func tables(for blends: [Blend], _ source: Bitmap) -> [BlendTable] {
    guard source.isPlain else { return [] }
    // A table of two samples takes as long to make as this many samples to compute.
    guard source.width * source.height * 3 > 1 << 16 else { return [] }
    return blends.map { BlendTable($0, source.coding) }
  }

  private init(_ blend: Blend, _ coding: SampleCoding) {
    self.blend = blend
    let values = 0..<256
    func scaled(_ weight: Float) -> [Float] { values.map { unsafe coding.decoding[$0] * weight } }
    let (s, d, white) = (scaled(blend.source), scaled(blend.target), blend.white)
    if blend.target == 0 {
      codes = s.map { coding.code8($0 + white) }
    } else if blend.source == 0 {
      codes = d.map { coding.code8($0 + white) }
    } else {
      codes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { codes, count in
        for i in values {
          for j in values { unsafe codes[i << 8 | j] = coding.code8(s[i] + d[j] + white) }
        }
        count = 1 << 16
      }
    }
  }

  /// Stores mixed samples.
  func blend(
    _ source: UnsafeRawPointer, _ target: UnsafeRawPointer, samples: Int,
    into output: UnsafeMutableRawPointer
  ) {
    let s = unsafe source.assumingMemoryBound(to: UInt8.self)
    let d = unsafe target.assumingMemoryBound(to: UInt8.self)
    let o = unsafe output.assumingMemoryBound(to: UInt8.self)
    unsafe codes.withUnsafeBufferPointer { codes in
      guard let code = codes.baseAddress else { return }
      if blend.target == 0 {
        for i in 0..<samples { unsafe o[i] = code[Int(s[i])] }
      } else if blend.source == 0 {
        for i in 0..<samples { unsafe o[i] = code[Int(d[i])] }
      } else {
        for i in 0..<samples { unsafe o[i] = code[Int(s[i]) << 8 | Int(d[i])] }
      }
    }
  }
}
