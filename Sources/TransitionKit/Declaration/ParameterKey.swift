/// The name, kind and meaning of a parameter, the same in every transition that takes it.
public struct ParameterKey: Sendable, Hashable {
  /// What a parameter's values are.
  public enum Kind: String, Sendable {
    case number, point, rectangle, color, image

    /// What stands for a value in a synopsis.
    public var placeholder: String {
      switch self {
      case .number: "N"
      case .point: "X,Y"
      case .rectangle: "X,Y,W,H"
      case .color: "COLOR"
      case .image: "PATH"
      }
    }
  }

  /// What a parameter's numbers count.
  public enum Unit: String, Sendable {
    case pixels, radians
    /// A plain number.
    case none = ""
  }

  /// The name in camel case, such as `barOffset`.
  public let name: String
  /// What its values are.
  public let kind: Kind
  /// What its numbers count.
  public let unit: Unit
  /// One sentence that says what it does.
  public let sentence: String

  init(_ name: String, _ kind: Kind, _ unit: Unit = .none, _ sentence: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.sentence = sentence
  }

  /// The name of the command line's option, without hyphens: `baroffset`.
  public var option: String { name.lowercased() }
  /// Core Image's name: `inputBarOffset`.
  public var coreImageKey: String { "input" + name.prefix(1).uppercased() + name.dropFirst() }

  static let angle = Self("angle", .number, .radians, "Direction, counterclockwise from the right.")
  static let barOffset = Self("barOffset", .number, "How far one bar runs ahead of the next.")
  static let backsideImage = Self("backsideImage", .image, "The picture on the back of the page.")
  static let bottomHeight = Self(
    "bottomHeight", .number, .pixels, "Height of the part below the folds.")
  static let center = Self("center", .point, .pixels, "Where the effect begins.")
  static let color = Self("color", .color, "Color of the light or of the edge.")
  static let compression = Self(
    "compression", .number, .pixels, "How far from the center the pattern is stretched.")
  static let extent = Self("extent", .rectangle, .pixels, "The part of the frame to cross.")
  static let fadeThreshold = Self(
    "fadeThreshold", .number, "The time at which the flash begins to fade.")
  static let foldShadowAmount = Self("foldShadowAmount", .number, "Strength of the folds' shade.")
  static let maskImage = Self(
    "maskImage", .image, "The picture whose dark parts turn into the target first.")
  static let maxStriationRadius = Self(
    "maxStriationRadius", .number, "Length of the rays, in sizes of the flash.")
  static let numberOfFolds = Self("numberOfFolds", .number, "Number of folds.")
  static let opacity = Self("opacity", .number, "Strength of the color; 0 shows none.")
  static let radius = Self("radius", .number, .pixels, "Size of the holes or of the curl.")
  static let scale = Self(
    "scale", .number, .pixels, "Height of the wave; below 0 it begins as a dimple.")
  static let shadingImage = Self(
    "shadingImage", .image, "A shaded sphere in a square, the light on curved parts.")
  static let shadowAmount = Self("shadowAmount", .number, "Strength of the shadow.")
  static let shadowDensity = Self("shadowDensity", .number, "Darkness of the shadow.")
  static let shadowExtent = Self(
    "shadowExtent", .rectangle, .pixels, "The part of the page that casts a shadow.")
  static let shadowOffset = Self(
    "shadowOffset", .point, .pixels, "How far the shadow is moved.")
  static let shadowRadius = Self("shadowRadius", .number, .pixels, "Softness of the shadow.")
  static let shadowSize = Self("shadowSize", .number, "Width of the shadow, in radii of the curl.")
  static let striationContrast = Self("striationContrast", .number, "Contrast of the rays.")
  static let striationStrength = Self("striationStrength", .number, "Strength of the rays.")
  static let width = Self("width", .number, .pixels, "Width of the edge, light, bars or ripple.")

  private init(_ name: String, _ kind: Kind, _ sentence: String) {
    self.init(name, kind, .none, sentence)
  }
}
