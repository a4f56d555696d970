public import TransitionKit

/// A GLSL transition with values for its uniforms.
///
/// Colors are mixed on the scale of the pictures: such files expect encoded values
/// (`WorkingSpace.srgb`).
///
/// Drawing a frame compiles the program, unless the transition is prepared. All frames of a show
/// have one layout, so that one preparation serves them all, between whichever pictures. A program
/// keeps what was compiled last, for all transitions that have it:
///
/// ```swift
/// import GLTransitions
/// import TransitionKit
///
/// let inputs = Inputs(source: day.reading(in: .srgb), target: night.reading(in: .srgb))
/// var transition = GLTransition(try GLProgram(source: text))
/// try transition.set("softness", to: .components([0.2], type: "float"))
/// let ready = transition.prepared(for: inputs.layout)
/// let frame = ready.frame(at: 0.4, of: inputs)
/// ```
public struct GLTransition: Transition {
  /// The shader.
  public let program: GLProgram
  /// The values that are not the defaults, one number a component.
  private var values: [String: [Double]] = [:]
  private var pictures: [String: Bitmap] = [:]
  /// The program compiled for a layout, by ``prepared(for:_:)``.
  private(set) var machine: GLMachine?

  /// The transition with its defaults.
  public init(_ program: GLProgram) { self.program = program }

  public mutating func set(_ name: String, to value: ParameterValue) throws(UnknownParameter) {
    guard let uniform = program.uniforms.first(where: { $0.name == name }) else {
      throw UnknownParameter()
    }
    switch value {
    case .image(let picture) where uniform.kind == .picture: pictures[name] = picture
    case .components(let numbers, _) where numbers.count == uniform.count:
      values[name] = numbers.map(uniform.meaning.clamped)
    default: throw UnknownParameter()
    }
  }

  public func value(of name: String) -> ParameterValue? {
    if let picture = pictures[name] { return .image(picture) }
    guard let uniform = program.uniforms.first(where: { $0.name == name }) else { return nil }
    return uniform.value(values[name] ?? uniform.defaultValue)
  }

  /// Checks that the program can be executed with the present values, which takes a part of the
  /// time that ``prepared(for:_:)`` does and needs no pictures.
  ///
  /// - Parameters:
  ///   - width: the pixels of the frames across.
  ///   - height: those down.
  /// - Throws: an error if the program is too large.
  public func check(width: Int, height: Int) throws(GLError) {
    let layout = FrameLayout(
      width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: false),
      workingSpace: .srgb)
    _ = try program.graph(bindings(for: layout, isOpaque: []))
  }

  private func bindings(for layout: FrameLayout, isOpaque: [Bool]) -> Lowering.Bindings {
    Lowering.Bindings(
      uniforms: program.uniforms.map { uniform in
        numbers(of: uniform, for: layout).map { Self.bits($0, uniform.kind) }
      },
      size: Lowering.FrameSize(width: layout.width, height: layout.height), isOpaque: isOpaque)
  }

  /// The value of a uniform, colors on the scale on which the frames are mixed.
  private func numbers(of uniform: Uniform, for layout: FrameLayout) -> [Double] {
    let numbers = values[uniform.name] ?? uniform.defaultValue
    guard uniform.meaning == .color, numbers.count >= 3 else { return numbers }
    let color = Color(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]))
      .pixel(in: layout.workingSpace, of: layout.format.encoding)
    return [color.red, color.green, color.blue].map(Double.init) + numbers.dropFirst(3)
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

  /// The transition with its program compiled for a layout, before many frames; as it is if that
  /// has been done already.
  public func prepared(for layout: FrameLayout, _ parallelFor: ParallelFor?) -> GLTransition {
    var prepared = self
    // Each frame meets the error of a program that cannot be compiled.
    prepared.machine = try? machine(for: layout, samplers())
    return prepared
  }

  private func machine(for layout: FrameLayout, _ samplers: [Bitmap]) throws(GLError) -> GLMachine {
    let formats = [layout.format, layout.format] + samplers.map(\.format)
    let bindings = bindings(for: layout, isOpaque: formats.map { !$0.hasAlpha })
    if let machine, machine.bindings == bindings { return machine }
    return try GLMachine(program, bindings)
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
