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
  ///   - unit: what its numbers count.
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
  public static let angle = Self("angle", in: .radians)
  public static let barOffset = Self("barOffset", in: .pixels)
  public static let bottomHeight = Self("bottomHeight", in: .pixels)
  public static let compression = Self("compression", in: .pixels)
  public static let fadeThreshold = Self("fadeThreshold")
  public static let foldShadowAmount = Self("foldShadowAmount")
  public static let maxStriationRadius = Self("maxStriationRadius")
  public static let numberOfFolds = Self("numberOfFolds")
  public static let opacity = Self("opacity")
  public static let radius = Self("radius", in: .pixels)
  public static let `repeat` = Self("repeat")
  public static let scale = Self("scale", in: .pixels)
  public static let shadowAmount = Self("shadowAmount")
  public static let shadowDensity = Self("shadowDensity")
  public static let shadowRadius = Self("shadowRadius", in: .pixels)
  public static let shadowSize = Self("shadowSize")
  public static let softness = Self("softness")
  public static let striationContrast = Self("striationContrast")
  public static let striationStrength = Self("striationStrength")
  public static let width = Self("width", in: .pixels)
}

extension ParameterKey<Point> {
  public static let center = Self("center", in: .pixels)
  public static let shadowOffset = Self("shadowOffset", in: .pixels)
}

extension ParameterKey<Rect> {
  public static let extent = Self("extent", in: .pixels)
  public static let shadowExtent = Self("shadowExtent", in: .pixels)
}

extension ParameterKey<Color> {
  public static let color = Self("color")
}

extension ParameterKey<Bool> {
  public static let invert = Self("invert")
}

extension ParameterKey<Mask> {
  public static let maskImage = Self("maskImage", fitting: .stretched)
}

extension ParameterKey<Bitmap> {
  public static let backsideImage = Self("backsideImage")
  public static let shadingImage = Self("shadingImage", fitting: .own)
}
