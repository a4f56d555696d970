import Testing
import TransitionKit

@testable import GLTransitions

/// Shaders with random errors: whatever they are, they are drawn or refused.
@Suite struct MutationTests {
  private static let words = [
    "(", ")", "{", "}", ";", "[", "]", ".", ",", "?", ":", "=", "++", "-", "1.0", "0", "uv", "vec4",
    "float", "int", "mat3", "const", "for(;;)", "return", "if(", "\n#define A A\n", "\n#if 1\n",
    "break;", "inout", "void", ".xyzw", "sampler2D", "uniform", "a[5000]", "1e39", "struct S {",
  ]

  @Test(arguments: 0..<20)
  func `shaders with random changes do not trap`(_ seed: Int) throws {
    var program = RandomProgram(seed: UInt64(seed + 1))
    let original = Array(program.text().utf8)
    var random = SplitMix64(seed: UInt64(seed + 1))
    func next(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }
    for _ in 0..<8 {
      var bytes = original
      for _ in 0...next(3) {
        let offset = next(bytes.count)
        switch next(4) {
        case 0: bytes.insert(contentsOf: Self.words[next(Self.words.count)].utf8, at: offset)
        case 1: bytes.removeSubrange(offset..<min(offset + next(9) + 1, bytes.count))
        case 2: bytes[offset] = UInt8(next(256))
        default:
          let end = min(offset + next(40), bytes.count)
          bytes.insert(contentsOf: bytes[offset..<end], at: offset)
        }
      }
      do {
        let transition = try Shaders.transition(GLProgram(source: bytes))
        let frame = transition.frame(at: 0.5, of: Shaders.inputs(width: 3, height: 1)) { _ in }
        #expect(frame.bitmap().samples.count == 9)
      } catch let error as GLError {
        #expect(!error.message.isEmpty)
        #expect(error.sourceLine.count + 1 >= error.column - 1)
      }
    }
  }
}
