/// What people and programs can know of a filter's parameter.
public struct ParameterDescription: Sendable {
  /// The name in camel case, such as `barOffset`.
  public let name: String
  /// What its values are.
  public let kind: ParameterKind
  /// What its numbers count.
  public let unit: ParameterUnit
  /// One sentence that says what it does in this filter.
  public let sentence: String
  /// The value where none is given; `nil` if that depends on the pictures.
  public let initial: ParameterValue?
  /// The range that a slider would have.
  public let suggested: ClosedRange<Float>?
  /// The range in which a number, or a color's component, has a meaning.
  public let domain: ClosedRange<Float>
  /// What Core Image prints as the default, where ours depends on the picture.
  public let coreImageValue: String?
  /// What an unset parameter stands for.
  public let unset: UnsetValue?
  /// How a picture of another size than the frame's is used.
  public let fitting: PictureFitting

  /// The name of the command line's option, without hyphens: `baroffset`.
  public var option: String { name.lowercased() }
  /// Core Image's name: `inputBarOffset`.
  public var coreImageKey: String { "input" + name.prefix(1).uppercased() + name.dropFirst() }

  /// A value brought into the domain.
  public func clamped(_ value: ParameterValue) -> ParameterValue {
    func clamp(_ number: Float) -> Float {
      min(max(number, domain.lowerBound), domain.upperBound)
    }
    return switch value {
    case .number(let n): .number(clamp(n))
    case .color(let c): .color(Color(clamp(c.red), clamp(c.green), clamp(c.blue), clamp(c.alpha)))
    case .point, .rectangle, .image: value
    }
  }
}
