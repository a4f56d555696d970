public import TransitionKit

/// A declared transition, as the argument of a test.
public struct Filter: Sendable, CustomStringConvertible {
  /// The transition's type.
  public let type: any Transition.Type

  /// Every declared transition.
  public static let all = Transitions.all.map { Filter(type: $0) }

  /// What it declares.
  public var declared: FilterDescription { type.description }

  /// Its name: `CISwipeTransition`.
  public var description: String { declared.name }

  /// The transition with some parameters.
  public func transition(
    with values: [(key: ParameterKey, value: ParameterValue)]
  ) throws -> any Transition {
    var transition = type.init()
    for (key, value) in values { try transition.set(key, to: value) }
    return transition
  }
}
