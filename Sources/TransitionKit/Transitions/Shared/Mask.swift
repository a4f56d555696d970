/// The order in which the parts of a frame change: the dark parts of a picture first, or a function.
public enum Mask: Sendable {
  /// A picture's dark parts change first.
  case picture(Bitmap)
  /// A function of position.
  case builtIn(BuiltInMask)
}

extension Mask: ParameterType {
  public static var kind: ParameterKind { .image }
  public static var choices: [ParameterValue] { BuiltInMask.allCases.map { .mask($0) } }
  public init?(_ value: ParameterValue) {
    switch value {
    case .image(let picture): self = .picture(picture)
    case .mask(let mask): self = .builtIn(mask)
    default: return nil
    }
  }
  public var parameterValue: ParameterValue {
    switch self {
    case .picture(let picture): .image(picture)
    case .builtIn(let mask): .mask(mask)
    }
  }
}

extension Mask {
  /// The scale of a picture on which its values are even.
  enum Scale {
    /// The luminance in linear light.
    case linear
    /// The luminance as files hold it, so that an even ramp of grays is even.
    case encoded
  }

  /// The mask's values in a frame, 0...1. A picture of another size is stretched; where it is not
  /// opaque it is the darker.
  func values(
    for layout: FrameLayout, _ scale: Scale, shape: BuiltInMask.Shape = BuiltInMask.Shape(),
    _ parallelFor: ParallelFor? = nil
  ) -> MaskValues {
    let (width, height) = (layout.width, layout.height)
    func values(of picture: Bitmap, _ value: @escaping @Sendable (Pixel) -> Float) -> MaskValues {
      let columns = min(picture.width, width)
      let rows = min(picture.height, height)
      let sampledColumns = (0..<columns).map { $0 * picture.width / columns }
      let plane = FloatPlane(width: columns, height: rows, parallelFor) { row, numbers in
        let line = row * picture.height / rows
        for column in 0..<columns {
          numbers[column] = value(picture.pixel(column: sampledColumns[column], row: line))
        }
      }
      return MaskValues(plane: plane.enlarged(width: width, height: height, parallelFor))
    }
    switch (self, scale) {
    case (.builtIn(let mask), _):
      return mask.values(for: layout, shape, parallelFor)
    case (.picture(let picture), .linear):
      return values(of: picture.reading(in: .linear), \.luminance)
    case (.picture(let picture), .encoded):
      return values(of: picture.reading(in: .srgb)) { pixel in
        // Grays keep all their bits, and need no tables, whose making takes time.
        if pixel.red == pixel.green, pixel.green == pixel.blue { return pixel.red }
        let tables = TransferTables.shared(.linear, picture.format)
        let color = tables.decoded((pixel / pixel.alpha).channels)
        return tables.encoded(Lanes(repeating: Pixel(color).luminance))[0] * pixel.alpha
      }
    }
  }
}
