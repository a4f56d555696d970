/// The scale on which colors are mixed.
public enum WorkingSpace: String, Sendable, CaseIterable {
  /// Linear light, as Core Image mixes.
  case linear
  /// The encoded values of the files, as video tools mix.
  case srgb

  /// The working value of an encoded one, both 0...1.
  ///
  /// Linear light uses the transfer curve of IEC 61966-2-1 (sRGB).
  public func decode(_ encoded: Double) -> Double {
    guard self == .linear else { return encoded }
    return encoded <= 0.04045 ? encoded / 12.92 : .pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The encoded value of a working one, both 0...1: the inverse of ``decode(_:)``.
  public func encode(_ working: Double) -> Double {
    guard self == .linear else { return working }
    return working <= 0.0031308 ? working * 12.92 : 1.055 * .pow(working, 1 / 2.4) - 0.055
  }
}
