public import TransitionKit

extension Filter: CustomStringConvertible {
  /// Its name, so that it can be the argument of a test.
  public var description: String { name }

  /// The transition with some parameters.
  public func transition(
    with values: [(parameter: ParameterDescription, value: ParameterValue)]
  ) throws -> any Transition {
    var transition = makeTransition()
    for (parameter, value) in values { try transition.set(parameter.name, to: value) }
    return transition
  }
}
