import TransitionKit

@testable import GLTransitions

/// Shaders as texts, run on small pictures.
enum Shaders {
  /// A picture of one color.
  static func plain(
    _ red: UInt16, _ green: UInt16, _ blue: UInt16, width: Int = 4, height: Int = 3,
    space: WorkingSpace = .srgb
  ) -> Bitmap {
    let format = PixelFormat(depth: .sixteen, hasAlpha: false)
    let samples = (0..<width * height).flatMap { _ in [red, green, blue] }
    return Bitmap(
      width: width, height: height, format: format, workingSpace: space, samples: samples)
  }

  /// A black and a white picture.
  static func inputs(width: Int = 4, height: Int = 3) -> Inputs {
    Inputs(
      source: plain(0, 0, 0, width: width, height: height),
      target: plain(65_535, 65_535, 65_535, width: width, height: height))
  }

  /// Takes errors from any thread.
  final class Errors: @unchecked Sendable {
    var list: [any Error] = []
  }

  /// A transition with values and pictures, that has been checked.
  static func transition(
    _ program: GLProgram, values: [String: [Double]] = [:], pictures: [String: Bitmap] = [:]
  ) throws -> GLTransition {
    var transition = GLTransition(program)
    for (name, numbers) in values {
      let type = program.uniforms.first { $0.name == name }?.type ?? ""
      try transition.set(name, to: .components(numbers, type: type))
    }
    for (name, picture) in pictures { try transition.set(name, to: .image(picture)) }
    try transition.check(width: 6, height: 4)
    return transition
  }

  /// The samples of the frame at a time, and what has failed.
  static func render(
    _ source: String, values: [String: [Double]] = [:], at time: Double = 0.5, _ inputs: Inputs
  ) throws -> (samples: [UInt16], errors: [any Error]) {
    let transition = try Self.transition(GLProgram(source: source), values: values)
    let errors = Errors()
    let frame = transition.frame(at: time, of: inputs) { errors.list.append($0) }
    return (frame.bitmap(workingSpace: .srgb).samples, errors.list)
  }

  /// Red, green and blue of the only pixel of a frame, whose position is (0.5, 0.5).
  static func color(_ source: String, values: [String: [Double]] = [:]) throws -> [Double] {
    try render(source, values: values, inputs(width: 1, height: 1)).samples
      .map { Double($0) / 65_535 }
  }

  /// The values of three expressions, after some statements and declarations.
  static func values(_ expressions: String, _ statements: String = "", _ globals: String = "")
    throws -> [Double]
  {
    try color(
      "\(globals)\nvec4 transition(vec2 uv) {\n\(statements)\nreturn vec4(vec3(\(expressions)), 1.0);\n}"
    )
  }
}
