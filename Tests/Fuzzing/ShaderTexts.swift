import GLTransitions
import TestSupport
import TransitionKit

/// Texts of shaders: whatever they are, they are refused or drawn.
enum ShaderTexts {
  private static let inputs = Inputs(
    source: Bitmap(codedWidth: 5, height: 2, blue: 0).reading(in: .srgb),
    target: Bitmap(codedWidth: 5, height: 2, blue: 1).reading(in: .srgb))

  @Sendable static func take(_ bytes: [UInt8]) {
    guard let program = try? GLProgram(source: bytes) else { return }
    var transition = GLTransition(program)
    for uniform in program.uniforms where uniform.kind == .picture {
      try? transition.set(uniform.name, to: .image(inputs.target))
    }
    guard (try? transition.check(width: 6, height: 4)) != nil else { return }
    let frame = transition.prepared(for: inputs.layout).frame(at: 0.5, of: inputs) { _ in }
    precondition(frame.bitmap().samples.count == 30)
  }
}
