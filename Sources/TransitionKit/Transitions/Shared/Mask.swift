/// The order in which the parts of a frame change: the dark parts of a picture first, or a
/// function.
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

  /// The mask's values in a frame, 0...1. A picture of another size is stretched, and where it
  /// becomes smaller its values are averaged by area; where it is not opaque it is the darker.
  func values(
    for layout: FrameLayout, _ scale: Scale, shape: BuiltInMask.Shape = BuiltInMask.Shape(),
    _ parallelFor: ParallelFor? = nil
  ) -> MaskValues {
    let (width, height) = (layout.width, layout.height)
    func values(of picture: Bitmap, _ value: @escaping @Sendable (Pixel) -> Float) -> MaskValues {
      let columns = min(picture.width, width)
      let rows = min(picture.height, height)
      let across = Coverage.all(of: picture.width, by: columns)
      let down = Coverage.all(of: picture.height, by: rows)
      let plane = FloatPlane(width: columns, height: rows, parallelFor) { row, numbers in
        for (line, share) in down[row].shares.enumerated() {
          for column in 0..<columns {
            var sum: Float = 0
            for (index, part) in across[column].shares.enumerated() {
              let (x, y) = (across[column].first + index, down[row].first + line)
              sum += part * value(picture.pixel(column: x, row: y))
            }
            numbers[column] += share * sum
          }
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

/// The pixels of a row or a column that lie in one of fewer, and their shares of it.
private struct Coverage {
  let first: Int
  let shares: [Float]

  static func all(of count: Int, by fewer: Int) -> [Coverage] {
    (0..<fewer).map { index in
      // In parts of which a pixel has `fewer`, and one of the fewer has `count`.
      let (start, end) = (index * count, (index + 1) * count)
      let (first, last) = (start / fewer, (end - 1) / fewer)
      let shares = (first...last).map { pixel -> Float in
        let covered = min(end, (pixel + 1) * fewer) - max(start, pixel * fewer)
        return Float(covered) / Float(count)
      }
      return Coverage(first: first, shares: shares)
    }
  }
}
