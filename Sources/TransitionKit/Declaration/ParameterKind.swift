/// What a parameter's values are.
public enum ParameterKind: Sendable, Hashable {
  case number, point, rectangle, color, image
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

  /// What stands for a value in a synopsis.
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

/// What a parameter's numbers count.
public enum ParameterUnit: String, Sendable {
  case pixels, radians
  /// A plain number.
  case none = ""
}

/// How a picture of another size than the frame's is used, unless someone asks for another way.
public enum PictureFitting: Sendable {
  /// Scaled to cover the frame; what sticks out is cut off.
  case covering
  /// Scaled to the frame's width and height.
  case stretched
  /// In its own size: it does not lie over the frame.
  case own
}

/// What an unset parameter stands for, where that depends on the pictures or is built in.
public enum UnsetValue: String, Sendable, CaseIterable {
  case middleOfFrame = "the middle of the frame"
  case wholeFrame = "the whole frame"
  case extent = "the extent"
  case sourceImage = "the source image"
  case suitsMask = "what suits the mask"
  case ridgeShading = "darker toward the ridge"
  case rimShading = "a dark rim around a clear middle"

  /// The phrase in which people read it.
  public var text: String { rawValue }
}
