import Testing
import TransitionImages

@testable import TransitionCommand

/// Texts with fields.
@Suite struct TextTemplateTests {
  /// The lines of a text, with values for some fields.
  private func lines(
    _ text: String, _ values: [TextTemplate.Field: String] = [:]
  ) throws -> [String] {
    try TextTemplate(text).text { values[$0] }.lines
  }

  @Test func `what is no field is plain`() throws {
    #expect(try lines("Tom & Jerry <3") == ["Tom & Jerry <3"])
    #expect(try lines(#"one\ntwo"#) == ["one", "two"])
    #expect(try lines("one\ntwo\r\nthree") == ["one", "two", "three"])
    #expect(try lines(#"C:\temp \\n 5\6"#) == [#"C:\temp \n 5\6"#])
    #expect(try lines("{{name}} }}") == ["{name} }"])
    // Marks that combine with what is before them.
    #expect(try lines("{number}\u{301}\\n\u{FE0F}", [.number: "3"]) == ["3\u{301}", "\u{FE0F}"])
  }

  @Test func `fields are what is known`() throws {
    #expect(try lines("{name}, {number}", [.name: "boats", .number: "3"]) == ["boats, 3"])
    #expect(try lines("{city|title|name}", [.name: "x", .title: "T"]) == ["T"])
    #expect(try lines("{city|name}", [.name: "x", .city: "  "]) == ["x"])
    #expect(try lines("{description}", [.description: "a\nb"]) == ["a b"])
  }

  @Test func `a line with an empty field is left out`() throws {
    #expect(try lines(#"{title}\nin {city}"#, [.title: "Boats"]) == ["Boats"])
    #expect(try lines("in {city}") == [])
    #expect(try TextTemplate("in {city}").isNone == false)
    #expect(TextTemplate.none.isNone)
  }

  @Test(arguments: [
    ("{nam}", "{name}"), ("{", "{{ is a brace"), ("a}", "}} is a brace"),
    ("{date:%Q}", "Y y m d e"), ("{date:}", "%d %B %Y"), ("{city|}", "no field"),
  ]) func `a text that is wrong says what would be right`(_ text: String, _ words: String) {
    let failure = #expect(throws: Failure.self) { try TextTemplate(text) }
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [
    ("%Y-%m-%d", "2026-03-07"), ("%d %B %Y", "07 March 2026"), ("%-d %b %y", "7 Mar 26"),
    ("%A, %e %B", "Saturday, 7 March"), ("%I:%M %p, %j", "05:04 PM, 066"), ("100%%", "100%"),
  ]) func `dates have the forms of strftime, in English`(_ form: String, _ text: String) throws {
    try DateText.check(form)
    #expect(DateText.text(try #require(DateTaken("2026:03:07 17:04:05.000")), form) == text)
  }

  @Test(arguments: [
    ("2024-12-31T23:30:05Z", 60, "2025-01-01 00:30:05"),
    ("2024-03-01T00:30:00Z", -60, "2024-02-29 23:30:00"),
    ("2023-01-01T02:00:00Z", -330, "2022-12-31 20:30:00"),
    ("2024-05-31T10:00:00Z", 120, "2024-05-31 12:00:00"),
  ]) func `a date in UTC is another clock's`(_ utc: String, _ minutes: Int, _ text: String) throws {
    let date = try #require(DateTaken(utc))
    let local = date.byClock(aheadBy: 60 * minutes)
    #expect(DateText.text(local, "%Y-%m-%d %H:%M:%S") == text)
    #expect(local.instant(orAheadBy: 0) == date.instant(orAheadBy: 0))
  }
}

/// When words show.
@Suite struct WordTimesTests {
  private let rate = FrameRate.standard

  @Test func `words fade in and out within half a second`() throws {
    let times = WordTimes(frames: 90, rate: rate, seconds: nil)
    let phases = try (0..<90).map { try #require(times.phase(ofFrame: $0)) }
    let opacities = phases.map(\.opacity)
    #expect(opacities[15..<75].allSatisfy { $0 == 1 })
    #expect(opacities[..<16] == opacities[..<16].sorted()[...] && opacities[0] > 0)
    #expect(opacities == opacities.reversed())
    // They rise while they come, and not while they go.
    #expect(phases[0].fall > 0.9 && phases[15...].allSatisfy { $0.fall == 0 })
  }

  @Test func `fades are a quarter of a short time at most`() {
    let times = WordTimes(frames: 12, rate: rate, seconds: nil)
    #expect((0..<12).count { times.phase(ofFrame: $0) == .whole } == 6)
    #expect(WordTimes.areTooShort(frames: 8, rate: rate))
    #expect(!WordTimes.areTooShort(frames: 9, rate: rate))
  }

  @Test func `words that go leave the rest free`() {
    let times = WordTimes(frames: 300, rate: rate, seconds: 5)
    #expect(times.phase(ofFrame: 149)?.opacity ?? 1 < 0.1)
    #expect(times.phase(ofFrame: 150) == nil)
  }
}
