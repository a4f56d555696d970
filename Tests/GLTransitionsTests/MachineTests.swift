import TestSupport
import Testing
import TransitionKit

@testable import GLTransitions

@Suite struct MachineTests {
  private static let colors: [[Float]] = [[0.25, 0.5, 0.75, 1], [0.125, 1, 0.375, 1]]

  /// Pictures of these colors, exactly.
  private static func inputs(_ width: Int, _ height: Int) -> Inputs {
    // 255 and 65,535 have no quarters: the colors are those of the samples.
    Inputs(
      source: Shaders.plain(16_384, 32_768, 49_152, width: width, height: height),
      target: Shaders.plain(8_192, 65_535, 24_576, width: width, height: height))
  }

  private static func samplesByReference(
    _ source: String, _ inputs: Inputs, at time: Float
  ) throws -> [UInt16] {
    let program = try GLProgram(source: source)
    let (width, height) = (inputs.source.width, inputs.source.height)
    let colors = [inputs.source, inputs.target].map { picture in
      let pixel = picture.pixel(column: 0, row: 0)
      return [pixel.red, pixel.green, pixel.blue, 1]
    }
    let interpreter = ReferenceInterpreter(program.typed, colors: colors)
    var samples: [UInt16] = []
    for row in 0..<height {
      for column in 0..<width {
        let color = interpreter.color(
          x: (Float(column) + 0.5) / Float(width),
          y: (Float(height - row) - 0.5) / Float(height), progress: time,
          width: Float(width), height: Float(height))
        for value in color.prefix(3) {
          let clamped = value > 0 ? min(value, 1) : 0
          samples.append(UInt16((Double(clamped) * 65_535).rounded()))
        }
      }
    }
    return samples
  }

  @Test(arguments: 0..<60)
  func `draws random programs as the reference interpreter does`(_ seed: Int) throws {
    var random = RandomProgram(seed: UInt64(seed + 1))
    let source = random.text()
    let inputs = Self.inputs(seed % 10 == 0 ? 40 : 7, 2)
    for time in [seed % 2 == 0 ? 0.3 : 0.8] {
      let drawn = try Shaders.render(source, at: time, inputs)
      let expected = try Self.samplesByReference(source, inputs, at: Float(time))
      #expect(drawn.errors.isEmpty)
      let worst = zip(drawn.samples, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "\(source)")
    }
  }

  /// What only a loop uses must still be there when the loop comes round.
  @Test(arguments: [
    "for (int i = 0; i < 300; i++) n += float(i) * uv.x * 1e-5;",
    "for (int i = 0; i < 300; i++) n += float(i) * uv.y * 1e-5;",
    "for (int i = 0; i < 300; i++) n += float(i) * progress * 1e-5;",
    "for (int i = 0; i < 300; i++) n += (float(i) + uv.x) * uv.y * 1e-5;",
    "for (int i = 0; i < 8; i++) { n += float(i) * uv.x * 0.1; if (n >= 0.5) break; }",
    "int i = 0; while (float(i) * 0.125 < uv.y) { i++; n += 0.1 * float(i); }",
    "for (int i = 0; i < 8; i++) { if (float(i) * 0.125 >= uv.x) return vec4(n, n, n, 1.0); n += 0.1; }",
    "float k = 0.0; for (int i = 0; i < 300; i++) { n += k * uv.x * 1e-5; k += progress; }",
    """
    for (int i = 0; i < 20; i++) {
      float k = 0.0;
      for (int j = 0; j < 300; j++) { k += float(i + j) * uv.y * 1e-6; if (k > uv.x) break; }
      n += k * 0.1;
    }
    """,
  ])
  func `keeps what each iteration of a loop reads`(_ body: String) throws {
    let source = "vec4 transition(vec2 uv) { float n = 0.0;\n\(body)\nreturn vec4(n, n, n, 1.0); }"
    let inputs = Self.inputs(40, 3)
    let drawn = try Shaders.render(source, at: 0.6, inputs)
    #expect(drawn.errors.isEmpty)
    let expected = try Self.samplesByReference(source, inputs, at: 0.6)
    #expect(Set(expected).count > 1 || body.contains("progress"), "there is something to compare")
    #expect(zip(drawn.samples, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func `draws any part of a row the same`() throws {
    let source = """
      vec4 transition(vec2 uv) {
        vec4 c = getFromColor(uv);
        if (uv.x + uv.y > progress) c = getToColor(uv * 0.7);
        for (int i = 0; i < 20; i++) { if (float(i) > uv.x * 30.0) break; c.r += 0.01; }
        return c;
      }
      """
    let inputs = Self.inputs(601, 2)
    let transition = try Shaders.transition(GLProgram(source: source))
    let frame = transition.frame(at: 0.5, of: inputs) { Issue.record("\($0)") }
    let bytes = frame.format.bytesPerPixel
    var whole = [UInt8](repeating: 0, count: 601 * bytes)
    var span = whole.mutableSpan
    var raw = unsafe span.mutableBytes
    frame.render(columns: 0..<601, row: 1, into: &raw)
    for part in [0..<1, 3..<11, 250..<601, 255..<257] {
      var bits = [UInt8](repeating: 0, count: part.count * bytes)
      var span = bits.mutableSpan
      var raw = unsafe span.mutableBytes
      frame.render(columns: part, row: 1, into: &raw)
      #expect(bits == Array(whole[part.lowerBound * bytes..<part.upperBound * bytes]))
    }
  }

  @Test(arguments: [false, true]) func `shows the same in 16 bits as in 8`(_ hasAlpha: Bool)
    throws
  {
    let source = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }"
    let format = PixelFormat(depth: .eight, hasAlpha: hasAlpha)
    for space in WorkingSpace.allCases {
      let shallow = Inputs(codedWidth: 61, height: 5, format: format, workingSpace: space)
      let deep = Inputs(
        codedWidth: 61, height: 5, format: format, workingSpace: space, depth: .sixteen)
      for time in [0, 0.3, 1] {
        let few = try Shaders.render(source, at: time, shallow).samples
        let many = try Shaders.render(source, at: time, deep).samples
        let distances = zip(few, many).map { (Int($1) - 257 * Int($0)).magnitude }
        #expect(distances.allSatisfy { $0 <= (time == 0.3 ? 129 : 0) })
        #expect(time != 0.3 || distances.contains { $0 > 16 })
      }
    }
  }

  /// The instructions for each block of opaque pictures.
  private static func block(_ color: String) throws -> [Instruction<Code.Operand>] {
    let noise = "fract(sin(uv.x * 99.0 + floor(uv.y * 7.0)) * 437.5)"
    let source =
      "uniform float amount; // = 0.0\nvec4 transition(vec2 uv) {\nfloat noise = \(noise);\n"
      + "vec2 p = uv.yx * uv.x;\nreturn \(color);\n}"
    let bindings = Lowering.Bindings(
      uniforms: [[0]], size: Lowering.FrameSize(width: 9, height: 9), isOpaque: [true, true])
    return try GLMachine(GLProgram(source: source), bindings).code.instructions[.perPixel]
  }

  @Test(arguments: [
    "mix(getFromColor(uv), getToColor(uv), 0.0)", "mix(getToColor(uv), getFromColor(uv), 1.0)",
    "mix(getFromColor(uv), vec4(noise), amount)", "getFromColor(uv + vec2(0.0 * progress))",
    "getFromColor(uv) + 0.0 * noise", "noise * amount + getFromColor(uv)",
    "0.0 * noise > 0.5 ? getToColor(uv) : getFromColor(uv)",
    "clamp(getFromColor(uv * clamp(uv.x, -1.0, 2.0) / uv.x * uv.x), -1.0, 1.5) * 0.0 + getToColor(uv)",
  ])
  func `computes nothing that is multiplied by 0`(_ color: String) throws {
    let block = try Self.block(color)
    guard block.count == 1, case .fetch = block[0].kind else {
      Issue.record("\(color): \(block.map(\.kind))")
      return
    }
  }

  @Test func `samples both pictures at one point together`() throws {
    for color in [
      "mix(getFromColor(p), getToColor(p), progress)",
      "getFromColor(p) * noise + sin(getToColor(p) * noise)",
      "noise > 0.5 ? sqrt(getFromColor(p)) * getToColor(p) : vec4(noise)",
    ] {
      let kinds = try Self.block(color).map(\.kind)
      let first = try #require(kinds.firstIndex { $0.isSample })
      #expect(kinds[first + 1].isSample, "\(color)")
    }
  }

  /// Each picture alone, and both in one shader, at points of all kinds.
  @Test(arguments: ["uv.yx * uv.x * 1.5 - 0.1", "vec2(uv.x * 0.7, 0.4)", "uv", "vec2(0.3)"])
  func `pictures sampled together are the same as alone`(_ point: String) throws {
    func picture(_ seed: Int, width: Int, _ format: PixelFormat = .rgb16) -> Bitmap {
      Bitmap(codedWidth: width, height: 9, blue: Double(seed), format: format).reading(in: .srgb)
    }
    let inputs = Inputs(source: picture(0, width: 300), target: picture(1, width: 300))
    for map in [picture(1, width: 300), picture(1, width: 40), picture(1, width: 300, .rgba8)] {
      func samples(_ color: String) throws -> [UInt16] {
        let source =
          "uniform sampler2D map;\nvec4 transition(vec2 uv) {\nvec2 p = \(point);\n"
          + "return vec4(\(color), 1.0);\n}"
        let transition = try Shaders.transition(GLProgram(source: source), pictures: ["map": map])
        return transition.frame(at: 0.5, of: inputs).bitmap(workingSpace: .srgb).samples
      }
      let together = try samples(
        "getFromColor(p).r, getToColor(p).g, texture2D(map, p).g")
      let from = try samples("getFromColor(p).r, vec2(0.0)")
      let to = try samples("0.0, getToColor(p).g, 0.0")
      let mapped = try samples("0.0, 0.0, texture2D(map, p).g")
      #expect(together == zip(zip(from, to), mapped).map { $0.0 + $0.1 + $1 })
      #expect(Set(together).count > 1)
    }
  }

  @Test func `shows the pictures at the ends`() throws {
    let source = "vec4 transition(vec2 uv) { return vec4(0.3); }"
    let inputs = Self.inputs(5, 4)
    #expect(try Shaders.render(source, at: 0, inputs).samples == inputs.source.samples)
    #expect(try Shaders.render(source, at: 1, inputs).samples == inputs.target.samples)
  }

  @Test func `is compiled once for all frames of a layout`() throws {
    let program = try GLProgram(
      source: """
        uniform float amount;
        vec4 transition(vec2 uv) { return getFromColor(uv) * amount * ratio; }
        """)
    let layout = Self.inputs(64, 48).layout
    let prepared = GLTransition(program).prepared(for: layout)
    let machine = try #require(prepared.machine)
    #expect(prepared.prepared(for: layout).machine === machine)
    // Values and opacity are parts of the program, the depth and the working space are not.
    let deep = FrameLayout(width: 64, height: 48, format: .rgb16, workingSpace: .linear)
    #expect(prepared.prepared(for: deep).machine === machine)
    for layout in [
      FrameLayout(width: 48, height: 48, format: .rgb16, workingSpace: .srgb),
      FrameLayout(width: 64, height: 48, format: .rgba16, workingSpace: .srgb),
    ] {
      #expect(prepared.prepared(for: layout).machine !== machine)
    }
    var changed = prepared
    try changed.set("amount", to: .components([1], type: "float"))
    #expect(changed.prepared(for: layout).machine !== machine)
    // A frame of other values is not drawn by the machine that is there.
    let inputs = Self.inputs(64, 48)
    let drawn = changed.frame(at: 0.5, of: inputs).bitmap()
    #expect(drawn.difference(from: prepared.frame(at: 0.5, of: inputs).bitmap()) != nil)
    try changed.set("amount", to: .components([0], type: "float"))
    #expect(changed.prepared(for: layout).machine === machine)
  }

  @Test func `draws any size, whichever it was prepared for`() throws {
    let program = try GLProgram(
      source: """
        vec4 transition(vec2 uv) {
          float a = distance(uv * vec2(ratio, 1.0), vec2(0.5)) * getToColor(uv).a;
          return mix(getFromColor(uv.yx), getToColor(uv), step(a, progress));
        }
        """)
    let prepared = GLTransition(program).prepared(for: Self.inputs(64, 48).layout)
    for (width, height, format) in [
      (31, 57, PixelFormat.rgb8), (64, 48, .rgba8), (128, 96, .rgb16),
    ] {
      let inputs = Inputs(codedWidth: width, height: height, format: format)
      let expected = GLTransition(program).frame(at: 0.4, of: inputs).bitmap()
      let drawn = prepared.frame(at: 0.4, of: inputs).bitmap()
      #expect(drawn.difference(from: expected) == nil, "\(width)x\(height)")
    }
    #expect(
      prepared.frame(at: .nan, of: Self.inputs(5, 4)).bitmap().samples
        == Self.inputs(5, 4).source.samples)
  }
}
