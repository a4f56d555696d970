/// How red, green and blue become luma and two color differences of limited range.
struct ColorMatrix {
  /// One of the three: an offset and the weighted samples, in parts of 2⁻²⁴ of an 8-bit code.
  struct Component {
    enum Kind {
      /// All samples are added.
      case luma
      /// Red and green are subtracted from blue.
      case blueDifference
      /// Green and blue are subtracted from red.
      case redDifference
    }

    let kind: Kind
    /// The weights of red, green and blue samples of 16 bits, without their signs.
    let weights: (UInt16, UInt16, UInt16)
    let offset: UInt32

    fileprivate init(
      _ kind: Kind, _ weights: (Double, Double, Double), scale: Double, offset: UInt32
    ) {
      func fixed(_ weight: Double) -> UInt16 {
        UInt16((weight * scale / 65535 * 0x1p24).rounded())
      }
      self.kind = kind
      self.weights = (fixed(weights.0), fixed(weights.1), fixed(weights.2))
      self.offset = offset << 24
    }
  }

  let luma: Component
  let blue: Component
  let red: Component

  /// Makes the matrix of a standard.
  init(_ standard: VideoMatrix) {
    let (kr, kg, kb) = (standard.kr, standard.kg, standard.kb)
    luma = Component(.luma, (kr, kg, kb), scale: 219, offset: 16)
    blue = Component(
      .blueDifference, (kr / (2 - 2 * kb), kg / (2 - 2 * kb), 0.5), scale: 224, offset: 128)
    red = Component(
      .redDifference, (0.5, kg / (2 - 2 * kr), kb / (2 - 2 * kr)), scale: 224, offset: 128)
  }
}
