import Dispatch
import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// Code is compiled once for all transitions that can share it.
@Suite struct CodeCacheTests {
  private static let source = """
    uniform float amount; // = 0.5
    uniform sampler2D noise;
    vec4 transition(vec2 uv) {
      return mix(getFromColor(uv), getToColor(uv), progress * amount + texture2D(noise, uv).r);
    }
    """

  private static func layout(width: Int = 6, height: Int = 4, hasAlpha: Bool = false)
    -> FrameLayout
  {
    FrameLayout(
      width: width, height: height, format: PixelFormat(depth: .eight, hasAlpha: hasAlpha),
      workingSpace: .srgb)
  }

  private static func prepared(
    _ program: GLProgram, amount: Double = 0.5, noise: UInt16 = 0, layout: FrameLayout = layout()
  ) throws -> GLTransition {
    try Shaders.transition(
      program, values: ["amount": [amount]], pictures: ["noise": Shaders.plain(noise, 0, 0)]
    ).prepared(for: layout, nil)
  }

  @Test func `a transition that is loaded again is not compiled again`() throws {
    let program = try GLProgram(source: Self.source)
    for _ in 0..<3 {
      let transition = try Self.prepared(program)
      #expect(transition.machine != nil)
      _ = transition.frame(at: 0.5, of: Shaders.inputs(width: 6, height: 4)).bitmap()
    }
    #expect(program.codes.compilations == 1)
  }

  @Test func `values, sizes and alpha are compiled, pictures and depths are not`() throws {
    let program = try GLProgram(source: Self.source)
    for noise in [0, 100, 65_535] as [UInt16] { _ = try Self.prepared(program, noise: noise) }
    #expect(program.codes.compilations == 1)
    let deep = Shaders.inputs(width: 6, height: 4).layout
    _ = try Self.prepared(program, layout: deep)
    #expect(deep != Self.layout() && program.codes.compilations == 1)
    _ = try Self.prepared(program, amount: 0.25)
    #expect(program.codes.compilations == 2)
    _ = try Self.prepared(program, layout: Self.layout(width: 7))
    #expect(program.codes.compilations == 3)
    _ = try Self.prepared(program, layout: Self.layout(hasAlpha: true))
    #expect(program.codes.compilations == 4)
  }

  @Test func `threads wait for the one that compiles`() throws {
    let program = try GLProgram(source: Self.source)
    let transition = try Shaders.transition(
      program, pictures: ["noise": Shaders.plain(0, 0, 0)])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      #expect(transition.prepared(for: Self.layout(), nil).machine != nil)
    }
    #expect(program.codes.compilations == 1)
  }

  @Test func `few are kept, those that were used last`() throws {
    let program = try GLProgram(source: Self.source)
    let count = CodeCache.limit + 1
    for number in 0..<count {
      _ = try Self.prepared(program, amount: 1)
      _ = try Self.prepared(program, amount: Double(number) / 100)
    }
    #expect(program.codes.compilations == count + 1)
    _ = try Self.prepared(program, amount: Double(count - 1) / 100)
    _ = try Self.prepared(program, amount: 1)
    #expect(program.codes.compilations == count + 1)
    _ = try Self.prepared(program, amount: 0)
    #expect(program.codes.compilations == count + 2)
  }

  @Test func `an error is found once`() throws {
    let cache = CodeCache()
    let bindings = Lowering.Bindings(
      uniforms: [], size: Lowering.FrameSize(width: 1, height: 1), isOpaque: [])
    for _ in 0..<2 {
      #expect(throws: GLError.self) {
        try cache.code(for: bindings) { () throws(GLError) in
          throw GLError(line: 1, column: 1, message: "too large")
        }
      }
    }
    #expect(cache.compilations == 1)
  }
}
