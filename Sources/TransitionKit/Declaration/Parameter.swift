/// A parameter of a transition: its key, its range, and the property that holds it.
public struct Parameter<Root>: Sendable {
  /// Everything about it that does not depend on the type of the transition.
  public let description: ParameterDescription
  let set: @Sendable (inout Root, ParameterValue) -> Void
  let get: @Sendable (Root) -> ParameterValue?

  private init(
    _ key: ParameterKey, suggested: ClosedRange<Float>? = nil,
    domain: ClosedRange<Float> = -.infinity ... .infinity, coreImageValue: String? = nil,
    unset: String? = nil, initial: ParameterValue?,
    get: @escaping @Sendable (Root) -> ParameterValue?,
    set: @escaping @Sendable (inout Root, ParameterValue) -> Void
  ) {
    description = ParameterDescription(
      key: key, initial: initial, suggested: suggested, domain: domain,
      coreImageValue: coreImageValue, unset: unset)
    self.get = get
    self.set = set
  }
}

extension Parameter where Root: Transition {
  /// A number.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it; its initial value is the default.
  ///   - suggested: the range that a slider would have.
  ///   - atLeast: the least number that has a meaning.
  ///   - atMost: the greatest number that has a meaning.
  public init(
    _ key: ParameterKey, _ path: any WritableKeyPath<Root, Float> & Sendable,
    suggested: ClosedRange<Float>, atLeast: Float = -.infinity, atMost: Float = .infinity
  ) {
    self.init(
      key, suggested: suggested, domain: atLeast...atMost,
      initial: .number(Root()[keyPath: path]),
      get: { .number($0[keyPath: path]) },
      set: { if case .number(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A color.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it; its initial value is the default.
  public init(_ key: ParameterKey, _ path: any WritableKeyPath<Root, Color> & Sendable) {
    self.init(
      key, domain: 0...1, initial: .color(Root()[keyPath: path]),
      get: { .color($0[keyPath: path]) },
      set: { if case .color(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A displacement.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it; its initial value is the default.
  public init(_ key: ParameterKey, _ path: any WritableKeyPath<Root, Point> & Sendable) {
    self.init(
      key, initial: .point(Root()[keyPath: path]),
      get: { .point($0[keyPath: path]) },
      set: { if case .point(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A position that, unset, is the middle of the frame.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it.
  public init(_ key: ParameterKey, _ path: any WritableKeyPath<Root, Point?> & Sendable) {
    self.init(
      key, coreImageValue: "[150 150]", unset: "the middle of the frame",
      initial: Root()[keyPath: path].map { .point($0) },
      get: { $0[keyPath: path].map { .point($0) } },
      set: { if case .point(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A rectangle that, unset or without area, is something of the picture.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it.
  ///   - coreImageValue: what Core Image prints as its default.
  ///   - unset: what an unset rectangle stands for.
  public init(
    _ key: ParameterKey, _ path: any WritableKeyPath<Root, Rect?> & Sendable,
    coreImageValue: String = "[0 0 300 300]", unset: String = "the whole frame"
  ) {
    self.init(
      key, coreImageValue: coreImageValue, unset: unset,
      initial: Root()[keyPath: path].map { .rectangle($0) },
      get: { $0[keyPath: path].map { .rectangle($0) } },
      set: { if case .rectangle(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A picture.
  ///
  /// - Parameters:
  ///   - key: what the parameter is called and means.
  ///   - path: the property that holds it.
  ///   - unset: what is used where no picture is given.
  public init(
    _ key: ParameterKey, _ path: any WritableKeyPath<Root, Bitmap?> & Sendable, unset: String
  ) {
    self.init(
      key, unset: unset, initial: nil,
      get: { $0[keyPath: path].map { .image($0) } },
      set: { if case .image(let value) = $1 { $0[keyPath: path] = value } })
  }
}
