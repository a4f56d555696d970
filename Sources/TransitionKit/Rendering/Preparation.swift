/// Something that a transition has worked out for pictures of a size.
struct Preparation<Value: Sendable>: Sendable {
  private let width: Int
  private let height: Int
  private let value: Value

  /// Keeps a value.
  ///
  /// - Parameters:
  ///   - value: what has been worked out.
  ///   - inputs: the pictures that it is right for, and for others of their size.
  init(_ value: Value, for inputs: Inputs) {
    (width, height) = (inputs.source.width, inputs.source.height)
    self.value = value
  }

  /// The value; `nil` if it is wrong for some pictures.
  func value(for inputs: Inputs) -> Value? {
    (width, height) == (inputs.source.width, inputs.source.height) ? value : nil
  }
}
