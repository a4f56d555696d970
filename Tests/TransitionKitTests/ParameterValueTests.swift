import Testing

@testable import TransitionKit

/// Values as people write them.
@Suite struct ParameterValueTests {
  @Test(
    arguments: [
      ("-1.57", -1.57), ("1e-3", 0.001), (".5", 0.5), ("+1", 1), ("5.", 5), ("-.5E1", -5),
      (" 2 ", 2),
      ("0", 0), ("-0", 0),
    ] as [(String, Float)])
  func `is a number in any decimal form`(text: String, expected: Float) throws {
    guard case .number(let number) = try ParameterText(text, as: .number).value(in: .zero) else {
      Issue.record("not a number")
      return
    }
    #expect(number == expected)
  }

  @Test(
    arguments: [
      "", " ", "nan", "NaN", "inf", "-Infinity", "1e39", "0x10", "1,5", "1.5x", "1 2", "1;2", "--1",
      "1e", "١", "1_000", "½",
    ])
  func `is nothing but a finite decimal number`(text: String) {
    #expect(throws: ParameterError.self) { try ParameterText(text, as: .number).value(in: .zero) }
  }

  @Test(
    arguments: [
      ("1", ParameterKind.point), ("1,2,3", .point), ("1,", .point), (",", .point),
      ("1,,2", .point), ("1,2,3", .rectangle), ("1,2,3,4,5", .rectangle), ("1,2", .color),
      ("1,2,3,4,5", .color), ("redd", .color), ("#12", .color), ("#12345", .color),
      ("#GGG", .color),
      ("#１２３", .color), ("#", .color), ("", .color),
    ] as [(String, ParameterKind)])
  func `has as many numbers as its kind`(text: String, kind: ParameterKind) {
    let error = #expect(throws: ParameterError.self) {
      try ParameterText(text, as: kind).value(in: .zero)
    }
    #expect(error?.text == text)
    #expect(error?.expected.isEmpty == false)
  }

  @Test func `may have blanks around its commas`() throws {
    guard case .point(let point) = try ParameterText("10 , -20.5", as: .point).value(in: .zero)
    else {
      Issue.record("not a point")
      return
    }
    #expect(point == Point(x: 10, y: -20.5))
  }

  @Test(
    arguments: [
      ("1,0.5,0", Color(1, 0.5, 0, 1)), ("1,0.5,0,0.25", Color(1, 0.5, 0, 0.25)),
      ("#F80", Color(1, 136 / 255, 0, 1)), ("#ff8000", Color(1, 128 / 255, 0, 1)),
      ("#FF800033", Color(1, 128 / 255, 0, 51 / 255)),
    ] as [(String, Color)])
  func `is a color in each of four notations`(text: String, expected: Color) throws {
    #expect(try Color(parsing: text) == expected)
  }

  @Test(
    arguments: [
      (Float.pi, "3.1415925"), (300, "300"), (-0.1, "-0.1"), (0, "0"), (1e30, "1e+30"),
    ] as [(Float, String)])
  func `is written as short as it can be read back`(number: Float, text: String) {
    #expect(number.shortest == text)
  }
}
