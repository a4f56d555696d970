import Testing

@testable import TransitionKit

/// Values that fit every frame, and other ways of writing them.
@Suite struct ParameterTextTests {
  private static let frame = Rect(x: 0, y: 0, width: 400, height: 200)

  private static func text(
    _ text: String, _ kind: ParameterKind = .number, _ unit: ParameterUnit = .pixels
  ) throws -> String? {
    try ParameterText(text, as: kind, in: unit).value(in: frame).text
  }

  @Test(arguments: [
    ("12%", "24"), ("100%", "200"), ("-5 %", "-10"), ("0.5%", "1"), ("60", "60"),
  ])
  func `percentages are of the shorter side`(_ text: String, _ expected: String) throws {
    #expect(try Self.text(text) == expected)
    #expect(try ParameterText(text, as: .number, in: .pixels).isAbsolute == !text.contains("%"))
  }

  @Test func `percentages of points are of their axes`() throws {
    #expect(try Self.text("50%,50%", .point) == "200,100")
    #expect(try Self.text("10, 25%", .point) == "10,50")
    #expect(try Self.text("0,10%,50%,100%", .rectangle) == "0,20,200,200")
  }

  @Test(
    arguments: [
      ("90deg", Float(Double.pi / 2)), ("0.25turn", Float(Double.pi / 2)),
      ("-180deg", Float(-Double.pi)), ("2rad", 2),
      ("1.5", 1.5),
    ] as [(String, Float)])
  func `angles have units`(_ text: String, _ expected: Float) throws {
    #expect(
      try ParameterText(text, as: .number, in: .radians).value(in: .zero).text == expected.shortest)
  }

  @Test(arguments: [
    ("12%", ParameterUnit.none), ("12%", .radians), ("90deg", .pixels), ("90deg", .none),
    ("%", .pixels), ("deg", .radians), ("1%%", .pixels), ("nan%", .pixels),
    ("1 turn turn", .radians),
  ])
  func `other units are refused`(_ text: String, _ unit: ParameterUnit) {
    #expect(throws: ParameterError.self) { try Self.text(text, .number, unit) }
  }

  @Test func `colors have the names of CSS`() throws {
    #expect(try Color(parsing: "tomato") == Color(1, 99.0 / 255, 71.0 / 255))
    #expect(try Color(parsing: "RebeccaPurple") == Color(0.4, 0.2, 0.6))
    #expect(try Color(parsing: "transparent") == .clear)
    #expect(throws: ParameterError.self) { try Color(parsing: "tomatoe") }
  }

  @Test func `colors may be percentages`() throws {
    #expect(try Color(parsing: "100%,50%,0%") == Color(1, 0.5, 0))
    #expect(try Color(parsing: " 100% , 0.5,0% ,25 %") == Color(1, 0.5, 0, 0.25))
    for text in ["50%", "50%,50%", "%,0,0", "50%%,0,0", "inf%,0,0", "1,0,0,0,0%"] {
      #expect(throws: ParameterError.self) { try Color(parsing: text) }
    }
  }
}
