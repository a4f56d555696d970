import Testing
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// The transition and the passage of each step.
@Suite struct StepTransitionTests {
  /// A show of some pictures.
  private func render(_ pictures: Int, _ words: String...) throws -> Show {
    let names = (0..<pictures).map { "\($0).png" }
    return try Show(Settings(words + ["-q", "--output", "f%d.png"] + names))
  }

  private func message(_ pictures: Int, _ words: [String]) -> String? {
    let names = (0..<pictures).map { "\($0).png" }
    do throws(Failure) {
      _ = try Job(Settings(words + ["-q", "--output", "f%d.png"] + names))
      return nil
    } catch { return error.message }
  }

  @Test func `each step has its own values, and steps of the same ones share a transition`() throws
  {
    let show = try render(
      6, "--transition", "swipe:angle=45deg", "--transition", "swipe:angle=90deg",
      "--transition", "Swipe:Angle=45deg", "--transition", "ci-swipe:angle=45deg", "--width", "20")
    // Core Image's swipe is another, whose defaults differ.
    #expect(show.steps.map(\.transition) == [0, 1, 0, 2, 0])
    #expect(show.transitions.count == 3)
    for transition in show.transitions {
      #expect(transition.values.map(\.parameter.name) == ["angle", "width"])
    }
  }

  @Test func `each step has its own length and speed`() throws {
    let show = try render(
      4, "--transition", "swipe:count=1s:easing=ease", "--transition", "dissolve", "-c", "9")
    let run = show.passage
    #expect(run.count == .frames(9) && run.easing == .linear)
    #expect(
      show.steps.map(\.passage.count) == [
        .seconds(micro: 1_000_000), .frames(9), .seconds(micro: 1_000_000),
      ])
    #expect(show.steps.map(\.passage.easing.name) == ["ease", "linear", "ease"])
  }

  @Test(arguments: [
    ("a b", true), ("a b --transition Dissolve --easing linear", true),
    ("a b --easing ease", false), ("a b --transition dissolve:easing=ease", false),
    ("a b --transition CIDissolve", false), ("a b --transition fade", false),
    ("-s a -d b", false), ("-s a -d b --transition dissolve", true),
  ])
  func `a dissolve has its own pace under its short name alone, and beside no easing`(
    _ line: String, _ isPaced: Bool
  ) throws {
    let show = try Show(Settings(line.split(separator: " ").map(String.init)))
    let dissolve = try show.transitions[0].transition(in: .zero) as? DissolveTransition
    #expect(dissolve?.isPaced == isPaced)
  }

  @Test func `steps of another pace are other transitions`() throws {
    let show = try render(
      5, "--transition", "dissolve", "--transition", "dissolve:easing=ease", "--transition",
      "dissolve:easing=ease-in", "--transition", "dissolve:easing=linear")
    #expect(show.steps.map(\.transition) == [0, 1, 1, 0])
  }

  @Test func `random deals each of some names before any again, never one twice in a row`() throws {
    for seed in 1...20 {
      let show = try render(
        30, "--transition", "random: dissolve, heart ,circle-open", "--seed", "\(seed)")
      let chosen = show.steps.map(\.transition)
      #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $0 != $1 })
      #expect(show.transitions.count == 3)
      // Each is dealt once before any again.
      for start in stride(from: 0, to: 27, by: 3) {
        #expect(Set(chosen[start..<start + 3]).count == 3)
      }
      let names = Set(show.filters.map(\.name))
      #expect(names == ["dissolve", "MaskWipeTransition"])
    }
    let one = try render(5, "--transition", "random:swipe,Swipe Transition:count=7")
    #expect(one.steps.allSatisfy { $0.transition == 0 && $0.passage.count == .frames(7) })
  }

  @Test(arguments: [
    (
      ["--transition", "swipe", "--angle", "45deg", "--angle", "90deg"],
      "--angle is given twice: each step gets its own by --transition swipe:angle=45deg "
        + "--transition swipe:angle=90deg"
    ),
    (
      [
        "--transition", "heart", "--transition", "dissolve", "--softness", "0", "--set",
        "softness=1",
      ],
      "--set softness is given twice: each step gets its own by --transition heart:softness=0 "
        + "--transition heart:softness=1"
    ),
    (
      ["--transition", "swipe", "--transition", "barsswipe", "--angle", "1", "--angle", "2"],
      "--angle is given twice: each step gets its own by --transition swipe:angle=1 "
        + "--transition barsswipe:angle=2"
    ),
    (
      ["--transition", "random", "--invert", "--invert"],
      "--invert is given twice: each step gets its own by --transition maskwipe:invert=yes "
        + "--transition maskwipe:invert=yes"
    ),
    (
      ["--transition", "pagecurl", "--backsideimage", "a b", "--backsideimage", "c"],
      "--backsideimage is given twice: each step gets its own by "
        + "--transition 'pagecurl:backsideimage=a b' --transition pagecurl:backsideimage=c"
    ),
  ])
  func `a parameter twice is refused with several steps`(_ words: [String], _ text: String) {
    #expect(message(3, words) == text)
    // With two pictures the last counts.
    #expect(message(2, words) == nil)
  }

  @Test func `what is said of a transition that no step has is checked`() {
    let words = ["--transition", "swipe", "--transition", "swipe:angle=wide"]
    #expect(message(2, words)?.hasPrefix("swipe:angle: 'wide' is not an angle") == true)
  }

  @Test func `pictures after a colon are inputs of their steps`() throws {
    let show = try render(
      4, "--transition", "maskwipe:maskimage=one.png", "--transition", "pagecurl:backsideimage=two",
      "--transition", "maskwipe:maskimage=three.png")
    #expect(
      show.transitions.map { $0.images.map(\.picture.source.file) } == [
        ["one.png"], ["two"], ["three.png"],
      ])
    #expect(show.parameterPictures.map(\.source.file) == ["one.png", "two", "three.png"])
    for path in show.parameterPictures.compactMap(\.source.file) {
      #expect(show.inputs.contains(path))
    }
    // Those that no step needs are not written over either.
    let unused = try self.render(
      2, "--transition", "swipe", "--transition", "pagecurl:backsideimage=x")
    #expect(unused.inputs.contains("x") && unused.parameterPictures.isEmpty)
  }

  @Test func `remarks name what is written`() throws {
    let names = ["a", "b", "c"]
    func remarks(_ words: [String]) throws -> [String] {
      try Job(Settings(words + ["-t", "png", "-o", "out", "-b", "f"] + names)).remarks
        .filter { !$0.contains("as a film") }
    }
    #expect(
      try remarks(["--transition", "heart:angle=1"])
        == ["heart:angle has no effect: it is for linear, barndoor and blinds"])
    // What one step does not use another does.
    #expect(
      try remarks(["--transition", "heart", "--transition", "swipe", "--angle", "1"]).isEmpty)
    // Nobody has written the angle that a name stands for.
    #expect(try remarks(["--transition", "wipeleft", "--maskimage", "star"]).isEmpty)
    #expect(
      try remarks(["--transition", "swipe:angle=1", "--angle", "2"])
        == ["--angle has no effect: each step has its own"])
    #expect(
      try remarks(["--transition", "swipe:angle=1", "--transition", "swipe", "--angle", "2"]) == [])
    #expect(
      try remarks(["--transition", "swipe:count=9:easing=ease", "-c", "5", "--easing", "ease-in"])
        == ["--count", "--easing"].map { "\($0) has no effect: each step has its own" })
    #expect(try remarks(["--transition", "swipe:count=1s", "--fps", "25"]).isEmpty)
    #expect(try remarks(["--transition", "random:swipe,mod:count=9", "--seed", "5"]).isEmpty)
  }

  @Test func `warnings name what is written`() throws {
    let settings = try Settings(
      ["--transition", "swipe:angle=90:width=-1%", "--set", "color=2,0,0", "a", "b"])
    let transition = try FilterSettings(
      Filters.named("swipe").filter,
      settings.assignments + TransitionArgument(settings.filters[0]).assignments,
      easedBy: .linear)
    #expect(
      transition.warnings == [
        "swipe:angle=90 is in radians, more than a whole turn: swipe:angle=90deg is in degrees",
        "--set color=2,0,0 is outside its range: 1,0,0,1 is used",
      ])
    #expect(
      transition.warnings(in: Rect(width: 100, height: 100))
        == ["swipe:width=-1 is outside its range: 0.1 is used"])
    // Of a small frame 1.5 % are less than a pixel, which is the default, too.
    let bars = try FilterSettings(
      Filters.named("barsswipe").filter, TransitionArgument("barsswipe:baroffset=1.5%").assignments,
      easedBy: .linear)
    #expect(bars.warnings(in: Rect(width: 96, height: 54)).isEmpty)
  }
}
