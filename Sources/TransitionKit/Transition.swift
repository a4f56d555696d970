/// A way from one picture to another: parameters, their declaration, and a kernel for each moment.
///
/// A conforming type is a value with one property for each parameter, whose initial value is the
/// parameter's default.
public protocol Transition: Sendable {
  /// What a frame of this transition shows.
  associatedtype Kernel: PixelKernel

  /// Makes the transition with its defaults.
  init()

  /// Everything about the transition that people and programs can ask for.
  static var declaration: Declaration<Self> { get }

  /// Whether, for unscaled pictures of different heights, the frame must hold both.
  static var unitesSizes: Bool { get }

  /// Sets up one frame.
  ///
  /// - Parameters:
  ///   - time: 0 at the source, 1 at the target; strictly between them.
  ///   - inputs: the pictures.
  /// - Returns: what the frame shows at each point.
  func kernel(at time: Float, of inputs: Inputs) -> Kernel

  /// The transition with all that does not depend on time worked out once, before many frames.
  func prepared(for inputs: Inputs) -> Self

  /// The frame at a time: exactly the source at 0 or less and exactly the target at 1 or more.
  ///
  /// There is no need to implement this. It is a requirement so that every transition has its own,
  /// compiled for its kernel.
  func frame(at time: Double, of inputs: Inputs) -> Frame
}

extension Transition {
  /// The frame is the source's.
  public static var unitesSizes: Bool { false }

  /// The transition as it is: most have nothing to prepare.
  public func prepared(for inputs: Inputs) -> Self { self }

  /// The frame at a time, made of the kernel's colors.
  public func frame(at time: Double, of inputs: Inputs) -> Frame {
    if time <= 0 { return Frame(showing: inputs.source) }
    if time >= 1 { return Frame(showing: inputs.target) }
    return Frame(kernel: kernel(at: Float(time), of: inputs), inputs: inputs)
  }
}
