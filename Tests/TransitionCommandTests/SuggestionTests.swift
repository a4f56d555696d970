import Testing

@testable import TransitionCommand

/// What a person probably meant.
@Suite("A suggestion") struct SuggestionTests {
  @Test(
    "C3: names the nearest candidate, whatever the case",
    arguments: [
      ("pagecurll", "pagecurl"), ("DISOLVE", "dissolve"), ("swip", "swipe"), ("swipe", "swipe"),
    ])
  func nearest(word: String, candidate: String) {
    let candidates = ["dissolve", "pagecurl", "swipe", "barsswipe"]
    #expect(
      Suggestion.phrase(for: word, among: candidates) == " (did you mean '\(candidate)'?)")
  }

  @Test("C3: is silent where nothing is near", arguments: ["xyzzy-plugh", "", "…"])
  func silence(word: String) {
    #expect(Suggestion.phrase(for: word, among: ["dissolve", "pagecurl"]) == "")
    #expect(Suggestion.phrase(for: word, among: []) == "")
  }

  @Test(
    "counts the characters to insert, delete or replace",
    arguments: [
      ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 2),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(Suggestion.distance(a, b) == expected)
  }
}
