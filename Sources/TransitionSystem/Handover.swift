internal import TransitionLocks

/// A value that one thread gives to another.
public final class Handover<Value: Sendable>: Sendable {
  private let value = Monitor<Value?>(nil)

  /// Makes a handover of which nothing is given yet.
  public init() {}

  /// Gives the value; of several the first counts.
  public func give(_ value: Value) { self.value.withLock { $0 = $0 ?? value } }

  /// Waits for the value.
  public func take() -> Value { value.wait { $0 } }
}
