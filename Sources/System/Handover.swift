internal import CLibrary

/// A value that one thread gives to another.
public final class Handover<Value: Sendable>: @unchecked Sendable {
  private let changed = Condition()
  private var value: Value?

  public init() {}

  /// Gives the value; of several the first counts.
  public func give(_ value: Value) {
    changed.withLock {
      if self.value == nil { self.value = value }
      changed.wake()
    }
  }

  /// Waits for the value.
  public func take() -> Value {
    changed.withLock {
      while true {
        if let value { return value }
        changed.wait()
      }
    }
  }
}
