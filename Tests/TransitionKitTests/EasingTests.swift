import Testing
import TransitionKit

@Suite struct EasingTests {
  static let texts =
    Easing.names + [
      "cubic-bezier(0.4,0,0.2,1)", "cubic-bezier(0,5,1,-5)", "cubic-bezier(1,0,0,1)",
      "steps(1)", "steps(4,start)", "steps(4,end)", "steps(1000000,start)",
    ]
  static let times = (0...1000).map { Double($0) / 1000 } + [.leastNonzeroMagnitude, 1.0.nextDown]

  @Test(arguments: texts)
  func `begins at 0 and ends at 1 exactly`(_ text: String) throws {
    let easing = try Easing(text)
    #expect(easing(0) == 0)
    #expect(easing(1) == 1)
    #expect(easing(-1) == 0)
    #expect(easing(2) == 1)
  }

  @Test(arguments: texts)
  func `stays between 0 and 1`(_ text: String)
    throws
  {
    let easing = try Easing(text)
    #expect(Self.times.allSatisfy { (0...1).contains(easing($0)) })
  }

  @Test(arguments: texts) func `has the name that it is read from`(_ text: String) throws {
    #expect(try Easing(text).name == text)
    #expect(try Easing(text.uppercased()) == Easing(text))
  }

  @Test func `names are those of CSS and Penner`() {
    #expect(Easing.names.count == 5 + 30)
    #expect(Set(Easing.names).count == Easing.names.count)
    #expect(Easing.names.contains("elastic-in-out"))
  }

  @Test(arguments: [
    // From the formulas of easings.net.
    ("quad-in", 0.25, 0.0625), ("cubic-out", 0.25, 0.578125), ("quart-in-out", 0.75, 0.96875),
    ("quint-in", 0.5, 0.03125), ("sine-in", 0.5, 0.2928932188134524),
    ("expo-in", 0.5, 0.03125), ("circ-out", 0.5, 0.8660254037844386),
    ("back-in-out", 0.45, 0.25940616525), ("back-in-out", 0.51, 0.554325510838),
    ("back-in", 0.9, 0.5911720),
    ("elastic-out", 0.5, 1), ("elastic-out", 0.05, 0.6464466094067), ("elastic-in-out", 0.5, 0.5),
    ("elastic-in-out", 0.45, 0.0434120444167), ("elastic-in-out", 0.52, 0.6786498628645),
    ("bounce-out", 0.5, 0.765625), ("bounce-in", 0.5, 0.234375), ("bounce-out", 0.95, 0.98453125),
    // From browsers.
    ("ease", 0.5, 0.8024033877399112), ("ease-in", 0.5, 0.31535681257253934),
    ("ease-out", 0.5, 0.6846431874274607), ("ease-in-out", 0.25, 0.1291618852),
    ("steps(4)", 0.3, 0.25), ("steps(4,start)", 0.3, 0.5), ("steps(1)", 0.99, 0),
    ("linear", 0.3, 0.3), ("cubic-bezier(0,0,1,1)", 0.3, 0.3),
  ])
  func `agrees with known values`(_ name: String, _ time: Double, _ value: Double) throws {
    #expect(abs(try Easing(name)(time) - value) < 1e-6)
  }

  @Test(arguments: Easing.names.filter { $0.hasSuffix("in-out") || $0 == "linear" })
  func `what is slow at both ends is symmetric`(_ name: String) throws {
    let easing = try Easing(name)
    let inner = Self.times.filter { (0.001...0.999).contains($0) }
    #expect(inner.allSatisfy { abs(easing($0) + easing(1 - $0) - 1) < 1e-9 })
  }

  @Test(arguments: [
    "", "ease-inout", "quad", "cubic-bezier", "cubic-bezier(1,2,3)", "cubic-bezier(1,0,0,1,)",
    "cubic-bezier(2,0,0,1)", "cubic-bezier(0,0,-0.1,1)", "cubic-bezier(nan,0,0,1)",
    "cubic-bezier(0,inf,1,1)", "steps()", "steps(0)", "steps(-1)", "steps(2.5)", "steps(3,both)",
    "steps(3,start,end)", "steps(99999999999)", "steps(3", "steps(3))",
  ])
  func `refuses what is no easing`(_ text: String) {
    #expect(throws: ParameterError.self) { try Easing(text) }
  }
}
