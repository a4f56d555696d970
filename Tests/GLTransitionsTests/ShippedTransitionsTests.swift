import Foundation
import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

/// The shaders that are compiled into the library.
@Suite struct ShippedTransitionsTests {
  private static let folder = Repository.root + "/Sources/GLTransitions/Shaders"

  private static func program(_ name: String) throws -> GLProgram {
    try GLProgram(source: String(contentsOfFile: "\(folder)/\(name).glsl", encoding: .utf8))
  }

  @Test func `every file is listed once`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.sorted() == ShippedTransitions.names.map { $0 + ".glsl" }.sorted())
    #expect(ShippedTransitions.all.map(\.name) == ShippedTransitions.names)
    for name in ShippedTransitions.names {
      #expect(name.allSatisfy(\.isLowercase) && Transitions.named(name) == nil, "\(name)")
    }
  }

  @Test(arguments: ShippedTransitions.names)
  func `a shader says what it is, and what its parameters are`(_ name: String) throws {
    let program = try Self.program(name)
    #expect(program.remarks.isEmpty)
    let summary = try #require(program.summary)
    #expect(summary.hasSuffix(".") && summary.count <= 56, "\(summary)")
    #expect(program.author == "the dotransition project" && program.license == "MIT")
    #expect(program.workingSpace == .linear)
    #expect((1...3).contains(program.uniforms.count))
    for uniform in program.uniforms {
      let sentence = try #require(uniform.sentence, "\(uniform.name)")
      #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(sentence)")
      #expect(uniform.meaning != .any || uniform.kind == .bool, "\(uniform.name)")
      #expect(uniform.kind != .picture)
      // A value that an option takes, too, means the same.
      if let other = Transitions.all.flatMap(\.parameters).first(where: { $0.name == uniform.name })
      {
        #expect(
          other.unit != .pixels || uniform.meaning == .range(0...1) && uniform.name == "center",
          "\(uniform.name)")
        #expect((other.unit == .radians) == (uniform.meaning == .angle))
      }
    }
  }

  private static let shapes = [(96, 54), (54, 96), (64, 64), (7, 3), (1, 1)]

  /// A picture with a part that is transparent, if any is.
  private static func picture(_ width: Int, _ height: Int, _ phase: Double, _ alpha: Double?)
    -> Bitmap
  {
    Bitmap(width: width, height: height, format: alpha == nil ? .rgb8 : .rgba8) { u, v in
      [0.5 + 0.4 * cos(7 * u + phase), 0.5 + 0.4 * sin(5 * v + phase), phase / 3, alpha ?? 1]
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `frames begin like the source, end like the target and are opaque`(_ filter: Filter) throws {
    for (width, height) in Self.shapes {
      let inputs = Inputs(
        source: Self.picture(width, height, 0, nil), target: Self.picture(width, height, 2, nil))
      let transition = filter.makeTransition().prepared(for: inputs.layout)
      #expect(transition.frame(at: 0, of: inputs).bytes() == bytes(inputs.source))
      #expect(transition.frame(at: 1, of: inputs).bytes() == bytes(inputs.target))
      for (time, end) in [(0.001, inputs.source), (0.999, inputs.target)] where width > 10 {
        let frame = transition.frame(at: time, of: inputs).bytes()
        let mean = frame.meanDifference(from: bytes(end))
        // Disturbances come at once.
        #expect(mean < (filter.name == "glitch" ? 8 : 2), "\(time) at \(width)x\(height)")
      }
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `nothing moves or flickers beyond what a step of time moves`(_ filter: Filter) throws {
    // Disturbances, and motion that is fast on purpose.
    let fast: [String: Double] = ["glitch": 60, "fracture": 36]
    let leap = fast[filter.name] ?? 30
    let inputs = Inputs(
      source: Self.picture(96, 54, 0, nil), target: Self.picture(96, 54, 2, nil))
    let transition = filter.makeTransition().prepared(for: inputs.layout)
    var last = bytes(inputs.source)
    for step in 1...60 {
      let frame = transition.frame(at: Double(step) / 60, of: inputs).bytes()
      #expect(frame.meanDifference(from: last) < leap, "\(step)")
      last = frame
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `in 25 steps between flat pictures none leaps`(_ filter: Filter) {
    // What is fast or breaks on purpose.
    let fast: [String: Double] = ["glitch": 255, "spin": 60]
    let most = fast[filter.name] ?? 30.9
    for (a, b) in [(0, 255), (255, 0), (12, 200), (200, 12)] as [(UInt16, UInt16)] {
      let inputs = Inputs(
        source: Bitmap(width: 96, height: 54, uniform: [a, a, a]),
        target: Bitmap(width: 96, height: 54, uniform: [b, b, b]))
      let transition = filter.makeTransition().prepared(for: inputs.layout)
      let means = (0...25).map { step in
        transition.frame(at: Double(step) / 25, of: inputs).bytes().mean
      }
      let steps = zip(means, means.dropFirst()).map { abs($1 - $0) }
      #expect(steps.allSatisfy { $0 <= most }, "\(a) to \(b): \(steps.max() ?? 0)")
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `a transparent picture adds nothing`(_ filter: Filter) throws {
    let clear = Bitmap(width: 48, height: 27, format: .rgba8, uniform: [0, 0, 0, 0])
    var transition = filter.makeTransition()
    if filter.parameters.contains(where: { $0.name == "backdrop" }) {
      try transition.set("backdrop", to: .components([0, 0, 0, 0], type: "vec4"))
    }
    for time in [0.2, 0.5, 0.8] {
      let inputs = Inputs(source: clear, target: clear)
      let frame = transition.frame(at: time, of: inputs).bytes()
      #expect(frame.allSatisfy { $0 == 0 }, "\(time)")
      // Colors are no brighter than their coverage lets them be.
      let half = Inputs(source: Self.picture(48, 27, 0, 0.5), target: clear)
      let pixels = transition.frame(at: time, of: half).bytes()
      #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] <= 255 })
      #expect(pixels.contains { $0 != 0 } || time > 0.2, "\(time)")
    }
  }

  @Test(arguments: ShippedTransitions.all)
  func `every parameter does something, over its whole range`(_ filter: Filter) throws {
    let inputs = Inputs(
      source: Self.picture(96, 54, 0, nil), target: Self.picture(96, 54, 2, nil))
    let times = [0.2, 0.4, 0.5, 0.7]
    func frames(_ transition: any Transition) -> [[UInt8]] {
      let ready = transition.prepared(for: inputs.layout)
      return times.map { ready.frame(at: $0, of: inputs).bytes() }
    }
    let usual = frames(filter.makeTransition())
    for parameter in filter.parameters where parameter.name != "backdrop" {
      guard case .components(let numbers, let type)? = parameter.initial else { continue }
      let range = parameter.suggested ?? 0...1
      let middle = range.lowerBound + 0.75 * (range.upperBound - range.lowerBound)
      let ends = [range.lowerBound, middle, range.upperBound].map { end -> [[UInt8]] in
        var transition = filter.makeTransition()
        let value = ParameterValue.components(
          Array(repeating: Double(end), count: numbers.count), type: type)
        #expect(throws: Never.self) { try transition.set(parameter.name, to: value) }
        return frames(transition)
      }
      #expect(ends.contains { $0 != usual }, "\(parameter.name)")
    }
  }

  /// A transition of a name in a direction.
  private static func turned(_ name: String, _ degrees: Double) throws -> any Transition {
    let filter = try #require(ShippedTransitions.all.first { $0.name == name })
    var transition = filter.makeTransition()
    try transition.set("angle", to: .components([degrees * .pi / 180], type: "float"))
    return transition
  }

  @Test(arguments: [0.0, 10, 30, 45, 60, 90, 135, -45, 200])
  func `a card that is seen from its edge is no more than a line`(_ degrees: Double) throws {
    let transition = try Self.turned("flip", degrees)
    let inputs = Inputs(
      source: Bitmap(width: 192, height: 108, uniform: [255, 255, 255]),
      target: Bitmap(width: 192, height: 108, uniform: [0, 0, 0]))
    let ready = transition.prepared(for: inputs.layout)
    for time in [0.49999, 0.5, 0.50001] {
      let frame = ready.frame(at: time, of: inputs).bytes()
      let bright = frame.count { $0 > 0 }
      #expect((1...frame.count / 20).contains(bright) || time > 0.5, "\(time): \(bright)")
      #expect(bright < frame.count / 20, "\(time): \(bright)")
    }
  }

  @Test(arguments: ["push", "whip"], [0.0, 10, 45, 90, 135, 170, -123, 200])
  func `no line of a picture stays at the frame's side`(_ name: String, _ degrees: Double) throws {
    let transition = try Self.turned(name, degrees)
    let inputs = Inputs(
      source: Bitmap(width: 96, height: 54, uniform: [0, 0, 0]),
      target: Bitmap(width: 96, height: 54, uniform: [255, 255, 255]))
    let ready = transition.prepared(for: inputs.layout)
    #expect(ready.frame(at: 0.0001, of: inputs).bytes().max() == 0)
    #expect(ready.frame(at: 0.9999, of: inputs).bytes().min() == 255)
  }

  @Test func `a bad signal is not black where there was nothing`() throws {
    let filter = try #require(ShippedTransitions.all.first { $0.name == "glitch" })
    let inputs = Inputs(
      source: Bitmap(width: 192, height: 108, format: .rgba8, uniform: [0, 0, 0, 0]),
      target: Bitmap(width: 192, height: 108, format: .rgba8) { u, _ in
        u > 0.4 && u < 0.6 ? [1, 1, 0, 1] : [0, 0, 0, 0]
      })
    let ready = filter.makeTransition().prepared(for: inputs.layout)
    for time in [0.3, 0.5, 0.7] {
      let frame = ready.frame(at: time, of: inputs).bytes()
      let black = stride(from: 0, to: frame.count, by: 4).count { pixel in
        frame[pixel + 3] > 128 && frame[pixel..<pixel + 3].allSatisfy { $0 < 30 }
      }
      #expect(black == 0, "\(time)")
    }
  }

  @Test func `overexposed pictures are nowhere darker than they are`() throws {
    let filter = try #require(ShippedTransitions.all.first { $0.name == "bloom" })
    for code in [0, 40, 128, 250, 255] as [UInt16] {
      let picture = Bitmap(width: 64, height: 36, uniform: [code, code, code])
      let inputs = Inputs(source: picture, target: picture)
      let ready = filter.makeTransition().prepared(for: inputs.layout)
      for time in [0.05, 0.2, 0.5, 0.9] {
        let frame = ready.frame(at: time, of: inputs).bytes()
        #expect(frame.allSatisfy { $0 >= code }, "\(code), \(time)")
      }
    }
  }

  private func bytes(_ picture: Bitmap) -> [UInt8] {
    Frame(showing: picture, depth: .eight).bytes()
  }
}
