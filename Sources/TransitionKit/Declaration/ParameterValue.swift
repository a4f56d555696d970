/// A value of a parameter.
public enum ParameterValue: Sendable {
  /// A number.
  case number(Float)
  /// A point, or a displacement.
  case point(Point)
  /// A rectangle.
  case rectangle(Rect)
  /// A color.
  case color(Color)
  /// A picture.
  case image(Bitmap)
  /// A mask that has a name.
  case mask(BuiltInMask)
  /// Yes or no.
  case flag(Bool)
  /// Numbers of a type that another language names, such as `vec3`.
  case components([Double], type: String)

  /// The kind of the value.
  public var kind: ParameterKind {
    switch self {
    case .number: .number
    case .point: .point
    case .rectangle: .rectangle
    case .color: .color
    case .image, .mask: .image
    case .flag: .flag
    case .components(let numbers, let type): .components(type: type, count: numbers.count)
    }
  }

  /// The numbers of which a domain may admit some only.
  var numbers: [Float] {
    switch self {
    case .number(let n): [n]
    case .point(let p): [p.x, p.y]
    case .rectangle(let r): [r.x, r.y, r.width, r.height]
    case .color(let c): [c.red, c.green, c.blue, c.alpha]
    case .image, .mask, .flag, .components: []
    }
  }

  /// The value if it is one number.
  public var number: Float? {
    switch self {
    case .number(let number): number
    case .components(let numbers, _) where numbers.count == 1: Float(numbers[0])
    default: nil
    }
  }

  /// The value as it would be written on the command line; nothing for a picture.
  public var text: String? {
    func list(_ numbers: Float...) -> String { numbers.map(\.shortest).joined(separator: ",") }
    return switch self {
    case .number(let n): n.shortest
    case .point(let p): list(p.x, p.y)
    case .rectangle(let r): list(r.x, r.y, r.width, r.height)
    case .color(let c): list(c.red, c.green, c.blue, c.alpha)
    case .image: nil
    case .mask(let mask): mask.rawValue
    case .flag(let flag): flag ? "true" : "false"
    case .components(let numbers, _):
      numbers.map { number in
        // Whole numbers have more digits than a float holds.
        number.magnitude < 1e15 && number.rounded() == number
          ? Int(number).description : Float(number).shortest
      }.joined(separator: ",")
    }
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The shortest decimal number that reads back as this one, without a needless `.0`.
  public var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
