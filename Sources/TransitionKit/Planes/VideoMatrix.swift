/// A standard for luma and two color differences: how much of luma is red and how much is blue.
public enum VideoMatrix: String, Sendable, CaseIterable {
  /// ITU-R BT.601, of standard definition and of JPEG.
  case bt601
  /// ITU-R BT.709, of high definition.
  case bt709
  /// ITU-R BT.2020 with non-constant luminance, of ultra-high definition.
  case bt2020
  /// SMPTE 240M, of early high definition.
  case smpte240m
  /// The FCC's, of early NTSC.
  case fcc

  /// The share of red in luma.
  public var kr: Double { shares.red }

  /// The share of blue in luma.
  public var kb: Double { shares.blue }

  /// The share of green in luma.
  public var kg: Double { 1 - kr - kb }

  private var shares: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    case .smpte240m: (0.212, 0.087)
    case .fcc: (0.30, 0.11)
    }
  }
}
