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

  /// How a picture of another size than the frame's is used, unless someone asks for another way.
  public enum Fitting: Sendable {
    /// Scaled to cover the frame; what sticks out is cut off.
    case covering
    /// Scaled to the frame's width and height.
    case stretched
    /// In its own size: it does not lie over the frame.
    case own
  }

  /// The name in camel case, such as `barOffset`.
  public let name: String
  /// What its values are.
  public let kind: Kind
  /// What its numbers count.
  public let unit: Unit
  /// One sentence that says what it does.
  public let sentence: String
  /// How a picture of another size is used.
  public let fitting: Fitting

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: the name in camel case, unique among a transition's parameters.
  ///   - kind: what its values are.
  ///   - unit: what its numbers count.
  ///   - sentence: one sentence that says what it does.
  ///   - fitting: how a picture of another size is used.
  public init(
    _ name: String, _ kind: Kind, in unit: Unit = .none, _ sentence: String,
    fitting: Fitting = .covering
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.sentence = sentence
    self.fitting = fitting
  }

  /// The name of the command line's option, without hyphens: `baroffset`.
  public var option: String { name.lowercased() }
  /// Core Image's name: `inputBarOffset`.
  public var coreImageKey: String { "input" + name.prefix(1).uppercased() + name.dropFirst() }

  /// The key of `--angle`.
  public static let angle = Self(
    "angle", .number, in: .radians, "Direction, counterclockwise from the right.")

  /// The key of `--baroffset`.
  public static let barOffset = Self(
    "barOffset", .number, "How far one bar runs ahead of the next.")

  /// The key of `--backsideimage`.
  public static let backsideImage = Self(
    "backsideImage", .image, "The picture on the back of the page.")

  /// The key of `--bottomheight`.
  public static let bottomHeight = Self(
    "bottomHeight", .number, in: .pixels, "Height of the part below the folds.")

  /// The key of `--center`.
  public static let center = Self("center", .point, in: .pixels, "Where the effect begins.")

  /// The key of `--color`.
  public static let color = Self("color", .color, "Color of the light or of the edge.")

  /// The key of `--compression`.
  public static let compression = Self(
    "compression", .number, in: .pixels, "How far from the center the pattern is stretched.")

  /// The key of `--extent`.
  public static let extent = Self(
    "extent", .rectangle, in: .pixels, "The part of the frame to cross.")

  /// The key of `--fadethreshold`.
  public static let fadeThreshold = Self(
    "fadeThreshold", .number, "The time at which the flash begins to fade.")

  /// The key of `--foldshadowamount`.
  public static let foldShadowAmount = Self(
    "foldShadowAmount", .number, "Strength of the folds' shade.")

  /// The key of `--maskimage`.
  public static let maskImage = Self(
    "maskImage", .image, "The picture whose dark parts turn into the target first.",
    fitting: .stretched)

  /// The key of `--maxstriationradius`.
  public static let maxStriationRadius = Self(
    "maxStriationRadius", .number, "Length of the rays, in sizes of the flash.")

  /// The key of `--numberoffolds`.
  public static let numberOfFolds = Self("numberOfFolds", .number, "Number of folds.")

  /// The key of `--opacity`.
  public static let opacity = Self("opacity", .number, "Strength of the color; 0 shows none.")

  /// The key of `--radius`.
  public static let radius = Self(
    "radius", .number, in: .pixels, "Size of the holes or of the curl.")

  /// The key of `--scale`.
  public static let scale = Self(
    "scale", .number, in: .pixels, "Height of the wave; below 0 it begins as a dimple.")

  /// The key of `--shadingimage`.
  public static let shadingImage = Self(
    "shadingImage", .image, "A shaded sphere in a square, the light on curved parts.",
    fitting: .own)

  /// The key of `--shadowamount`.
  public static let shadowAmount = Self("shadowAmount", .number, "Strength of the shadow.")

  /// The key of `--shadowdensity`.
  public static let shadowDensity = Self("shadowDensity", .number, "Darkness of the shadow.")

  /// The key of `--shadowextent`.
  public static let shadowExtent = Self(
    "shadowExtent", .rectangle, in: .pixels, "The part of the page that casts a shadow.")

  /// The key of `--shadowoffset`.
  public static let shadowOffset = Self(
    "shadowOffset", .point, in: .pixels, "How far the shadow is moved.")

  /// The key of `--shadowradius`.
  public static let shadowRadius = Self(
    "shadowRadius", .number, in: .pixels, "Softness of the shadow.")

  /// The key of `--shadowsize`.
  public static let shadowSize = Self(
    "shadowSize", .number, "Width of the shadow, in radii of the curl.")

  /// The key of `--striationcontrast`.
  public static let striationContrast = Self("striationContrast", .number, "Contrast of the rays.")

  /// The key of `--striationstrength`.
  public static let striationStrength = Self("striationStrength", .number, "Strength of the rays.")

  /// The key of `--width`.
  public static let width = Self(
    "width", .number, in: .pixels, "Width of the edge, light, bars or ripple.")
}
