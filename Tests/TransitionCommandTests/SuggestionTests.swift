import Testing

@testable import TransitionCommand

/// What a person probably meant.
@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("pagecurll", "pagecurl"), ("DISOLVE", "dissolve"), ("swip", "swipe"), ("swipe", "swipe"),
    ])
  func namesTheNearestCandidateWhateverTheCase(word: String, candidate: String) {
    let candidates = ["dissolve", "pagecurl", "swipe", "barsswipe"]
    #expect(
      Suggestion.phrase(for: word, among: candidates) == " (did you mean '\(candidate)'?)")
  }

  @Test(arguments: ["xyzzy-plugh", "", "…"])
  func isSilentWhereNothingIsNear(word: String) {
    #expect(Suggestion.phrase(for: word, among: ["dissolve", "pagecurl"]) == "")
    #expect(Suggestion.phrase(for: word, among: []) == "")
  }

  @Test(
    arguments: [
      ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 2),
    ])
  func countsTheCharactersToInsertDeleteOrReplace(a: String, b: String, expected: Int) {
    #expect(Suggestion.distance(a, b) == expected)
  }
}
