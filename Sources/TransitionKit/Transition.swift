/// A way from one picture to another.
public protocol Transition: Sendable {
  /// The frame at a time, in the inputs' ``Inputs/frameFormat``: exactly the source at 0 or less,
  /// or if that is no number, and exactly the target at 1 or more.
  func frame(at time: Double, of inputs: Inputs) -> Frame

  /// The frame at a time, where drawing it may fail.
  ///
  /// When a part of the frame cannot be drawn, `failed` is called with the reason, on any thread
  /// and perhaps more than once; the frame is then of no use.
  func frame(
    at time: Double, of inputs: Inputs, failed: @escaping @Sendable (any Error) -> Void
  ) -> Frame

  /// Whether drawing can fail.
  var mayFail: Bool { get }

  /// Works out, once for many frames, all that depends on neither time nor pictures.
  ///
  /// - Parameters:
  ///   - layout: the layout of the frames.
  ///   - parallelFor: runs parts of the work; one after the other if there is none.
  /// - Returns: the transition prepared. Its frames are the same, in this layout and in others.
  func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> Self

  /// Sets a parameter to any value of its kind.
  ///
  /// - Throws: ``UnknownParameter`` if the transition has none of this name and kind.
  mutating func set(_ name: String, to value: ParameterValue) throws(UnknownParameter)

  /// A parameter's value as frames are drawn with it; `nil` if it is unset or the transition has
  /// none of this name.
  func value(of name: String) -> ParameterValue?

  /// The purpose of a parameter that changes nothing beside the values of the others; `nil` if it
  /// changes something.
  func purpose(ofUnused name: String) -> String?
}

/// A parameter that a transition does not have.
public struct UnknownParameter: Error {
  /// Makes the error.
  public init() {}
}

extension Transition {
  public var mayFail: Bool { false }

  public func frame(
    at time: Double, of inputs: Inputs, failed: @escaping @Sendable (any Error) -> Void
  ) -> Frame {
    frame(at: time, of: inputs)
  }

  public func purpose(ofUnused name: String) -> String? { nil }

  /// The transition as it is: most have nothing to prepare.
  public func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> Self { self }

  /// The transition prepared on one thread.
  public func prepared(for layout: FrameLayout) -> Self { prepared(for: layout, nil) }
}

/// A transition whose frames are defined by a color at each point.
///
/// A conforming type is a value with one property for each parameter, whose initial value is the
/// parameter's default. Any number may be assigned to a property: frames are drawn with ``clamped``
/// parameters.
public protocol KernelTransition: Transition {
  /// One frame of the transition.
  associatedtype Kernel: PixelKernel

  /// Makes the transition with its defaults.
  init()

  /// The transition's name, summary and parameters.
  static var declaration: Declaration<Self> { get }

  /// Whether most frames have large parts that are one of the pictures as it is, so that an encoder
  /// need not encode them again. By default no frame is said to.
  static var keepsPixels: Bool { get }

  /// Sets up one frame. The parameters are `clamped`.
  ///
  /// - Parameters:
  ///   - time: 0 at the source, 1 at the target; strictly between them.
  ///   - inputs: the pictures.
  /// - Returns: the frame as a function of position.
  func kernel(at time: Float, of inputs: Inputs) -> Kernel
}

extension KernelTransition {
  public static var keepsPixels: Bool { false }

  public func frame(at time: Double, of inputs: Inputs) -> Frame {
    guard time > 0 else { return Frame(showing: inputs.source, depth: inputs.frameFormat.depth) }
    if time >= 1 { return Frame(showing: inputs.target, depth: inputs.frameFormat.depth) }
    return Frame(
      kernel: clamped.kernel(at: Float(time), of: inputs), inputs: inputs,
      keepsPixels: Self.keepsPixels)
  }

  /// The transition as it draws: each parameter is in its domain, infinity the greatest number, and
  /// the default stands for what is not a number.
  public var clamped: Self {
    var copy = self
    for parameter in Self.declaration.parameters { parameter.clamp(&copy) }
    return copy
  }

  public mutating func set(_ name: String, to value: ParameterValue) throws(UnknownParameter) {
    guard let parameter = Self.declaration.parameters.first(where: { $0.description.name == name }),
      parameter.set(&self, value)
    else { throw UnknownParameter() }
  }

  public func value(of name: String) -> ParameterValue? {
    Self.declaration.parameters.first { $0.description.name == name }?.get(clamped)
  }
}
