/// The kind of a parameter's values.
public enum ParameterKind: Sendable, Hashable {
  /// A number.
  case number
  /// A point, or a displacement.
  case point
  /// A rectangle.
  case rectangle
  /// A color.
  case color
  /// A picture, or a mask that has a name.
  case image
  /// Yes or no.
  case flag
  /// Numbers of a type that another language names, such as `vec3`.
  case components(type: String, count: Int)

  /// The name of the kind for programs.
  public var name: String {
    switch self {
    case .number: "number"
    case .point: "point"
    case .rectangle: "rectangle"
    case .color: "color"
    case .image: "image"
    case .flag: "boolean"
    case .components(let type, _): type
    }
  }

  /// The word for a value in a synopsis.
  public var placeholder: String {
    switch self {
    case .number: "N"
    case .point: "X,Y"
    case .rectangle: "X,Y,W,H"
    case .color: "COLOR"
    case .image: "PATH"
    case .flag: "true|false"
    case .components(let type, _): type.uppercased()
    }
  }
}

/// The unit of a parameter's numbers.
public enum ParameterUnit: String, Sendable {
  /// Lengths, which may also be given as percentages of the frame.
  case pixels
  /// Angles.
  case radians
  /// A plain number.
  case none = ""
}

/// The usual way to fit a picture of another size than the frame's.
public enum PictureFitting: Sendable {
  /// Scaled to cover the frame; what sticks out is cut off.
  case covering
  /// Scaled to the frame's width and height.
  case stretched
  /// In its own size: it does not lie over the frame.
  case own
}

/// The value in place of an unset parameter, where it depends on the pictures or is built in.
public enum UnsetValue: String, Sendable, CaseIterable {
  /// The middle of the frame.
  case middleOfFrame = "the middle of the frame"
  /// The whole frame.
  case wholeFrame = "the whole frame"
  /// The extent.
  case extent = "the extent"
  /// The source image.
  case sourceImage = "the source image"
  /// The source image, as it shows through paper.
  case paper = "paper through which the source shows"
  /// The number that suits the mask.
  case suitsMask = "what suits the mask"
  /// Darker toward the ridge.
  case ridgeShading = "darker toward the ridge"
  /// A dark rim around a clear middle.
  case rimShading = "a dark rim around a clear middle"

  /// The phrase in which people read it.
  public var text: String { rawValue }
}
