public import TransitionKit

/// A GLSL transition with values for its uniforms.
///
/// Colors are mixed on the scale of the pictures: what such files expect are encoded values
/// (`WorkingSpace.srgb`).
public struct GLTransition: Transition {
  /// The shader.
  public let program: GLProgram
  /// What is not the default, one number a component.
  private var values: [String: [Double]] = [:]
  private var pictures: [String: Bitmap] = [:]
  /// The machine for some pictures, made by ``prepared(for:_:)``.
  private var machine: GLMachine?

  /// The transition with its defaults.
  public init(_ program: GLProgram) { self.program = program }

  public mutating func set(_ name: String, to value: ParameterValue) throws(UnknownParameter) {
    guard let uniform = program.uniforms.first(where: { $0.name == name }) else {
      throw UnknownParameter()
    }
    switch value {
    case .image(let picture) where uniform.kind == .picture: pictures[name] = picture
    case .components(let numbers, _) where numbers.count == uniform.count: values[name] = numbers
    default: throw UnknownParameter()
    }
    machine = nil
  }

  public func value(of name: String) -> ParameterValue? {
    if let picture = pictures[name] { return .image(picture) }
    guard let uniform = program.uniforms.first(where: { $0.name == name }) else { return nil }
    return uniform.value(values[name] ?? uniform.defaultValue)
  }

  /// Tells whether the program can be executed with the present values.
  ///
  /// - Parameters:
  ///   - width: the pixels of the frames across.
  ///   - height: those down.
  /// - Throws: that it is too large.
  public func check(width: Int, height: Int) throws(GLError) {
    let size = Lowering.FrameSize(width: width, height: height)
    _ = try GLMachine(program, bits, size: size, isOpaque: [])
  }

  /// The uniforms as the machine takes them.
  private var bits: [[UInt32]] {
    program.uniforms.map { uniform in
      (values[uniform.name] ?? uniform.defaultValue).map { Self.bits($0, uniform.kind) }
    }
  }

  private static func bits(_ value: Double, _ kind: Uniform.Kind) -> UInt32 {
    switch kind {
    case .float, .picture: Float(value).bitPattern
    case .int: UInt32(bitPattern: Int32(exactly: value.rounded(.towardZero)) ?? 0)
    case .bool: value == 0 ? 0 : .max
    }
  }

  /// The pictures of samplers, in the order of the uniforms.
  private func samplers() throws(GLError) -> [Bitmap] {
    var samplers: [Bitmap] = []
    for uniform in program.uniforms where uniform.kind == .picture {
      guard let picture = pictures[uniform.name] else {
        throw GLError(line: 0, column: 0, message: "\(uniform.name) has no picture")
      }
      samplers.append(picture)
    }
    return samplers
  }

  /// The transition with its machine made for a layout, before many frames.
  public func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> GLTransition {
    var prepared = self
    // An error is that of each frame.
    prepared.machine = try? machine(for: layout, samplers())
    return prepared
  }

  private func machine(for layout: FrameLayout, _ samplers: [Bitmap]) throws(GLError) -> GLMachine {
    let size = Lowering.FrameSize(width: layout.width, height: layout.height)
    let isOpaque = ([layout.format, layout.format] + samplers.map(\.format)).map { !$0.hasAlpha }
    if let machine, machine.size == size, machine.isOpaque == isOpaque { return machine }
    return try GLMachine(program, bits, size: size, isOpaque: isOpaque)
  }

  public var mayFail: Bool { machine?.code.mayFail ?? true }

  public func frame(at time: Double, of inputs: Inputs) -> Frame {
    frame(at: time, of: inputs) { _ in }
  }

  public func frame(
    at time: Double, of inputs: Inputs, failed: @escaping @Sendable (any Error) -> Void
  ) -> Frame {
    guard time > 0 else { return Frame(showing: inputs.source, depth: inputs.frameFormat.depth) }
    if time >= 1 { return Frame(showing: inputs.target, depth: inputs.frameFormat.depth) }
    do throws(GLError) {
      let samplers = try samplers()
      let machine = try machine(for: inputs.layout, samplers)
      return machine.frame(at: Float(time), of: inputs, samplers) { failed($0) }
    } catch {
      failed(error)
      return Frame(showing: inputs.source, depth: inputs.frameFormat.depth)
    }
  }
}
