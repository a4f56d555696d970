/// The name of a parameter, whose type of value is the key's own.
///
/// The same name means the same kind of value and the same unit in every filter, so that one option
/// of the command line serves all of them.
public struct ParameterKey<Value: ParameterType>: Sendable {
  /// The name in camel case, such as `barOffset`.
  public let name: String
  let unit: ParameterUnit
  let fitting: PictureFitting

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: the name in camel case, unique among a transition's parameters.
  ///   - unit: the unit of its numbers.
  public init(_ name: String, in unit: ParameterUnit = .none) {
    self.init(name, in: unit, fitting: .covering)
  }

  /// Makes a key of pictures, of which one of another size than the frame's is fitted so.
  init(_ name: String, in unit: ParameterUnit = .none, fitting: PictureFitting) {
    self.name = name
    self.unit = unit
    self.fitting = fitting
  }
}

extension ParameterKey<Float> {
  /// A direction, or an angle.
  public static let angle = Self("angle", in: .radians)
  /// The distance between bars in time.
  public static let barOffset = Self("barOffset", in: .pixels)
  /// The height that stays flat.
  public static let bottomHeight = Self("bottomHeight", in: .pixels)
  /// The distance at which holes are stretched.
  public static let compression = Self("compression", in: .pixels)
  /// The time at which a fade begins.
  public static let fadeThreshold = Self("fadeThreshold")
  /// The darkness of folds.
  public static let foldShadowAmount = Self("foldShadowAmount")
  /// The length of rays.
  public static let maxStriationRadius = Self("maxStriationRadius")
  /// The number of folds.
  public static let numberOfFolds = Self("numberOfFolds")
  /// The strength of a light or a color.
  public static let opacity = Self("opacity")
  /// A radius, or a distance between centers.
  public static let radius = Self("radius", in: .pixels)
  /// A number of repetitions.
  public static let `repeat` = Self("repeat")
  /// The distance of a displacement.
  public static let scale = Self("scale", in: .pixels)
  /// The darkness of a soft shadow.
  public static let shadowAmount = Self("shadowAmount")
  /// The darkness of a shadow.
  public static let shadowDensity = Self("shadowDensity")
  /// The softness of a shadow's edge.
  public static let shadowRadius = Self("shadowRadius", in: .pixels)
  /// The width of a soft shadow.
  public static let shadowSize = Self("shadowSize")
  /// The softness of an edge.
  public static let softness = Self("softness")
  /// The contrast of rays.
  public static let striationContrast = Self("striationContrast")
  /// The strength of rays.
  public static let striationStrength = Self("striationStrength")
  /// A width.
  public static let width = Self("width", in: .pixels)
}

extension ParameterKey<Point> {
  /// A center.
  public static let center = Self("center", in: .pixels)
  /// The displacement of a shadow.
  public static let shadowOffset = Self("shadowOffset", in: .pixels)
}

extension ParameterKey<Rect> {
  /// A part of the frame.
  public static let extent = Self("extent", in: .pixels)
  /// The part of a page that casts a shadow.
  public static let shadowExtent = Self("shadowExtent", in: .pixels)
}

extension ParameterKey<Color> {
  /// A color.
  public static let color = Self("color")
}

extension ParameterKey<Bool> {
  /// Whether an order is the opposite one.
  public static let invert = Self("invert")
}

extension ParameterKey<Mask> {
  /// A mask.
  public static let maskImage = Self("maskImage", fitting: .stretched)
}

extension ParameterKey<Bitmap> {
  /// The picture on the back of a page.
  public static let backsideImage = Self("backsideImage")
  /// A shaded sphere.
  public static let shadingImage = Self("shadingImage", fitting: .own)
}
