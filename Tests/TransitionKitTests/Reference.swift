import Foundation
import TransitionKit

/// The formulas once more, in double precision and without regard to speed.
enum Reference {
  /// The working value of an encoded one, by IEC 61966-2-1.
  static func decode(_ v: Double, _ space: WorkingSpace) -> Double {
    if space == .srgb { return v }
    return v > 0.04045 ? pow((v + 0.055) / 1.055, 2.4) : v / 12.92
  }

  /// The encoded value of a working one.
  static func encode(_ v: Double, _ space: WorkingSpace) -> Double {
    if space == .srgb { return v }
    return v > 0.0031308 ? 1.055 * pow(v, 1 / 2.4) - 0.055 : v * 12.92
  }

  /// The byte, before it is rounded, between two bytes.
  static func dissolve(_ s: Int, _ d: Int, at time: Double, in space: WorkingSpace) -> Double {
    let (a, b) = (decode(Double(s) / 255, space), decode(Double(d) / 255, space))
    return 255 * encode(a * (1 - time) + b * time, space)
  }

  /// The same at a pace of its own: half of light and half of roots.
  static func pacedDissolve(_ s: Int, _ d: Int, at time: Double) -> Double {
    let (a, b) = (decode(Double(s) / 255, .linear), decode(Double(d) / 255, .linear))
    let shown = time * time * time * (time * (time * 6 - 15) + 10)
    let root = sqrt(a) * (1 - shown) + sqrt(b) * shown
    return 255 * encode((root * root + a * (1 - shown) + b * shown) / 2, .linear)
  }
}
