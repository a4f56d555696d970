/// A parameter of a transition: its description, and the property that holds it.
///
/// All initializers take the parameter's key, the property, and one sentence that says what it does
/// in this filter. The property's initial value is the default; `ours` is that in this library's
/// look, as people write it.
public struct Parameter<Root: KernelTransition>: Sendable {
  /// Everything about it that does not depend on the type of the transition.
  public let description: ParameterDescription
  /// Returns the property's value; `nil` if it is unset.
  let get: @Sendable (Root) -> ParameterValue?
  /// Sets the property, and returns whether the value is of its type.
  let set: @Sendable (inout Root, ParameterValue) -> Bool
  /// Gives the property its initial value.
  private let reset: @Sendable (inout Root) -> Void

  /// Brings the property into the domain; one that is not a number gets its initial value.
  func clamp(_ root: inout Root) {
    guard let value = get(root), !description.admits(value) else { return }
    if value.numbers.contains(where: \.isNaN) {
      reset(&root)
    } else {
      _ = set(&root, description.clamped(value))
    }
  }

  /// A parameter that always has a value: the property's initial one is the default.
  private init<Value: ParameterType>(
    _ key: ParameterKey<Value>, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ sentence: String, suggested: ClosedRange<Float>?, domain: ClosedRange<Float>,
    ours: String?
  ) {
    description = ParameterDescription(
      name: key.name, kind: Value.kind, unit: key.unit, sentence: sentence,
      initial: Root()[keyPath: path].parameterValue, choices: Value.choices, suggested: suggested,
      domain: domain, coreImageValue: nil, unset: nil, fitting: key.fitting, own: (ours, nil))
    get = { $0[keyPath: path].parameterValue }
    set = { root, value in
      guard let new = Value(value) else { return false }
      root[keyPath: path] = new
      return true
    }
    reset = { $0[keyPath: path] = Root()[keyPath: path] }
  }

  /// A parameter that may be unset.
  private init<Value: ParameterType>(
    _ key: ParameterKey<Value>, _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ sentence: String, unset: UnsetValue, suggested: ClosedRange<Float>? = nil,
    domain: ClosedRange<Float> = -.infinity ... .infinity, coreImageValue: String?,
    ours: UnsetValue? = nil
  ) {
    description = ParameterDescription(
      name: key.name, kind: Value.kind, unit: key.unit, sentence: sentence, initial: nil,
      choices: Value.choices, suggested: suggested, domain: domain,
      coreImageValue: coreImageValue, unset: unset, fitting: key.fitting, own: (nil, ours))
    get = { $0[keyPath: path]?.parameterValue }
    set = { root, value in
      guard let new = Value(value) else { return false }
      root[keyPath: path] = new
      return true
    }
    reset = { $0[keyPath: path] = Root()[keyPath: path] }
  }
}

extension Parameter {
  /// A number from `atLeast` to `atMost`, `suggested` the range that a slider would have.
  public init(
    _ key: ParameterKey<Float>, _ path: any WritableKeyPath<Root, Float> & Sendable,
    _ sentence: String, suggested: ClosedRange<Float>, atLeast: Float = -.infinity,
    atMost: Float = .infinity, ours: String? = nil
  ) {
    self.init(key, path, sentence, suggested: suggested, domain: atLeast...atMost, ours: ours)
  }

  /// A number, likewise, that depends on other parameters if it is unset.
  public init(
    _ key: ParameterKey<Float>, _ path: any WritableKeyPath<Root, Float?> & Sendable,
    _ sentence: String, suggested: ClosedRange<Float>, atLeast: Float = -.infinity,
    atMost: Float = .infinity, unset: UnsetValue
  ) {
    self.init(
      key, path, sentence, unset: unset, suggested: suggested, domain: atLeast...atMost,
      coreImageValue: nil)
  }

  /// Something that is on or off.
  public init(
    _ key: ParameterKey<Bool>, _ path: any WritableKeyPath<Root, Bool> & Sendable,
    _ sentence: String
  ) {
    self.init(
      key, path, sentence, suggested: nil, domain: -.infinity ... .infinity, ours: nil)
  }

  /// A picture of a mask, or a built-in mask.
  public init(
    _ key: ParameterKey<Mask>, _ path: any WritableKeyPath<Root, Mask> & Sendable,
    _ sentence: String
  ) {
    self.init(
      key, path, sentence, suggested: nil, domain: -.infinity ... .infinity, ours: nil)
  }

  /// A color.
  public init(
    _ key: ParameterKey<Color>, _ path: any WritableKeyPath<Root, Color> & Sendable,
    _ sentence: String
  ) {
    self.init(key, path, sentence, suggested: nil, domain: 0...1, ours: nil)
  }

  /// A displacement.
  public init(
    _ key: ParameterKey<Point>, _ path: any WritableKeyPath<Root, Point> & Sendable,
    _ sentence: String, ours: String? = nil
  ) {
    self.init(
      key, path, sentence, suggested: nil, domain: -.infinity ... .infinity, ours: ours)
  }

  /// A position that, unset, is the middle of the frame.
  public init(
    _ key: ParameterKey<Point>, _ path: any WritableKeyPath<Root, Point?> & Sendable,
    _ sentence: String
  ) {
    self.init(key, path, sentence, unset: .middleOfFrame, coreImageValue: "[150 150]")
  }

  /// A rectangle; `unset` is the one in place of one without area, too. `coreImageValue` is the
  /// default that Core Image prints.
  public init(
    _ key: ParameterKey<Rect>, _ path: any WritableKeyPath<Root, Rect?> & Sendable,
    _ sentence: String, unset: UnsetValue = .wholeFrame,
    coreImageValue: String = "[0 0 300 300]"
  ) {
    self.init(
      key, path, sentence, unset: unset, coreImageValue: Optional(coreImageValue))
  }

  /// A picture; `unset` is the one in its place, and `ours` that in this library's look, if it is
  /// another.
  public init(
    _ key: ParameterKey<Bitmap>, _ path: any WritableKeyPath<Root, Bitmap?> & Sendable,
    _ sentence: String, unset: UnsetValue, ours: UnsetValue? = nil
  ) {
    self.init(key, path, sentence, unset: unset, coreImageValue: nil, ours: ours)
  }
}
