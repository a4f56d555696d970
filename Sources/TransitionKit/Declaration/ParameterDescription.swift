/// What people and programs can know of a transition's parameter.
public struct ParameterDescription: Sendable {
  /// Its name, kind, unit and meaning.
  public let key: ParameterKey
  /// The value where none is given; `nil` if that depends on the pictures.
  public let initial: ParameterValue?
  /// The range that a slider would have.
  public let suggested: ClosedRange<Float>?
  /// The range in which a number, or a color's component, has a meaning.
  public let domain: ClosedRange<Float>
  /// What Core Image prints as the default, where ours depends on the picture.
  public let coreImageValue: String?
  /// What an unset parameter means, where that depends on the pictures.
  public let unset: String?

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
