import Testing
import TransitionKit

@testable import TransitionCommand

/// What a person probably meant.
@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("pagecurll", "pagecurl"), ("DISOLVE", "dissolve"), ("swip", "swipe"), ("swipe", "swipe"),
    ])
  func `names the nearest candidate, whatever the case`(word: String, candidate: String) {
    let candidates = ["dissolve", "pagecurl", "swipe", "barsswipe"]
    #expect(
      Suggestion.phrase(for: word, among: candidates) == " (did you mean '\(candidate)'?)")
  }

  @Test(arguments: ["xyzzy-plugh", "", "…"])
  func `is silent where nothing is near`(word: String) {
    #expect(Suggestion.phrase(for: word, among: ["dissolve", "pagecurl"]) == "")
    #expect(Suggestion.phrase(for: word, among: []) == "")
  }

  /// What people type for a transition, and what is suggested.
  @Test(arguments: [
    ("fad", "fade"), ("crossfade", "dissolve"), ("heat", "heart"), ("radial", "clock"),
    ("Curl", "pagecurl"), ("page", "pagecurl"),
    ("disolve", "dissolve"), ("dissovle", "dissolve"), ("dissolv", "dissolve"), ("swpie", "swipe"),
    ("bars", "barsswipe"), ("bar-swipe", "barsswipe"), ("copy", "copymachine"),
    ("ripples", "ripple"), ("accordion", "accordionfold"), ("fold", "accordionfold"),
    ("disintegrate", "disintegratewithmask"), ("page-curl-with-shado", "pagecurlwithshadow"),
    ("CIFlashTransitoin", "CIFlashTransition"),
    ("zooom", "zoom"), ("cubes", "cube"), ("blurr", "blur"), ("smoke", ""), ("origami", ""),
    ("x", ""), ("mo", "mod"), ("transition", ""), ("matrix", ""), ("pixelates", "pixelate"),
  ])
  func `suggests the transition that is meant, or none`(_ word: String, _ meant: String) {
    do throws(Failure) {
      _ = try Filters.named(word)
      Issue.record("there is a transition \(word)")
    } catch {
      let suggestion = meant.isEmpty ? "" : " (did you mean '\(meant)'?)"
      #expect(error.message == "unknown transition: \(word)\(suggestion); -l lists them")
    }
  }

  @Test func `suggests the wipes for a wipe`() {
    let error = #expect(throws: Failure.self) { _ = try Filters.named("wipe") }
    #expect(error?.message.contains("'wipeleft' or 'maskwipe'") == true)
  }

  @Test(arguments: [("spirall", "spiral"), ("Heart", "heart"), ("cloud", "clouds")])
  func `suggests the mask that is meant where there is no file`(_ word: String, _ mask: String)
    throws
  {
    let arguments = [
      "--transitionfilter", "maskwipe", "--maskimage", word, "-s", "a", "-d", "b", "-o", "c",
      "-b", "d",
    ]
    let error = #expect(throws: Failure.self) { _ = try Job(Settings(arguments)) }
    #expect(error?.status == .noInput && error?.message.contains("'\(mask)'") == true)
  }

  @Test func `knows several masks that one word may mean`() {
    let phrase = Suggestion.phrase(
      for: "wipe", among: ["swipe", "maskwipe"], synonyms: ["wipe": ["swipe", "maskwipe"]])
    #expect(phrase == " (did you mean 'swipe' or 'maskwipe'?)")
  }

  /// What people type for an option that there is not.
  @Test(arguments: [
    ("--angel", "--angle"), ("--sorceimage", "--sourceimage"), ("--ouput", "--output"),
    ("--trasition", "--transition"), ("--framse", "--frames"), ("--duratoin", "--duration"),
    ("--blue", ""), ("--relay", ""),
  ])
  func `suggests the option that is meant, or none`(_ word: String, _ meant: String) {
    do throws(Failure) {
      _ = try Settings([word, "1"])
      Issue.record("there is an option \(word)")
    } catch {
      let suggestion = meant.isEmpty ? "" : " (did you mean '\(meant)'?)"
      #expect(error.message == "unknown option: \(word)\(suggestion)")
    }
  }

  @Test(arguments: [("easeInOut", "ease-in-out"), ("ease_in", "ease-in"), ("linaer", "linear")])
  func `letters count more than hyphens`(_ word: String, _ meant: String) {
    #expect(
      Suggestion.phrase(for: word, among: ["linear", "ease-in", "ease-out", "ease-in-out"])
        == " (did you mean '\(meant)'?)")
  }

  @Test(
    arguments: [
      ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
  func `counts the characters to insert, delete or replace`(a: String, b: String, expected: Int) {
    #expect(a.editDistance(to: b) == expected)
  }
}
