import ArgumentParser
import ImageFiles
import TestSupport
import Testing
import TransitionKit

@testable import TransitionCommand

/// Command lines that are checked before any file is opened.
@Suite("A job") struct JobTests {
  private func job(_ arguments: [String]) throws -> Job {
    let command = try DoTransition.parse(
      ["--transitionfilter", "swipe", "-s", "A", "-d", "B"] + arguments)
    return try Job(command)
  }

  private let output = ["-o", "out", "-b", "f"]

  @Test("has the original's defaults")
  func defaults() throws {
    let job = try job(output)
    #expect(job.recipe.filter.description.name == "CISwipeTransition")
    #expect(job.plan.frames.count == 30)
    #expect(job.files?.type.suffix == ".tiff")
    #expect(job.files?.pattern.path(0) == "out/f000.tiff")
    #expect(job.recipe.workingSpace == .linear)
    #expect(job.recipe.background == nil)
    #expect(job.files?.quality == 90)
    #expect(job.recipe.fit == nil && job.recipe.size == nil)
    #expect(job.recipe.values.isEmpty && job.recipe.images.isEmpty)
    #expect(job.jobs >= 1)
  }

  @Test(
    "C1: takes an option of every parameter of every filter, from the declarations",
    arguments: Filter.all)
  func everyParameter(filter: Filter) throws {
    var generator = SplitMix64(seed: 3)
    let values = filter.declared.randomValues(.ordinary, using: &generator)
    for separator in [" ", "="] {
      let options = values.flatMap { key, value -> [String] in
        let text = value.text ?? "-picture.png"
        return separator == "=" ? ["--\(key.option)=\(text)"] : ["--\(key.option)", text]
      }
      let command = try DoTransition.parse(
        ["--transitionfilter", filter.description, "-s", "A", "-d", "B"] + output + options)
      let job = try Job(command)
      for (key, value) in values {
        if key.kind == .image {
          #expect(job.recipe.images.contains { $0.key == key && $0.path == "-picture.png" })
        } else {
          #expect(
            job.recipe.values.first { $0.key == key }?.value.text == value.text, "\(key.name)")
        }
      }
      #expect(job.recipe.values.count + job.recipe.images.count == values.count)
    }
  }

  @Test("A1: has frames at times from 0 to 1")
  func times() throws {
    let frames = try job(output + ["-c", "5"]).plan.frames
    #expect(frames.map { $0.number } == [0, 1, 2, 3, 4])
    #expect(frames.map { $0.time } == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test("has one frame at the time that is asked for")
  func oneTime() throws {
    let job = try job(["--time", "0.375", "--output", "x/one.jpg"])
    #expect(job.plan.frames.map { $0.time } == [0.375])
    #expect(job.files?.pattern.path(0) == "x/one.jpg")
    #expect(job.files?.type.suffix == ".jpg")
  }

  @Test("C4: has paths as they are, but for the sign of the home folder")
  func paths() throws {
    let job = try job(["-o", "~x/%d", "-b", "100%"])
    #expect(job.files?.pattern.path(1) == "~x/%d/100%001.tiff")
    let home = OptionText.expandingTilde("~")
    #expect(OptionText.expandingTilde("~/a~/b") == home + "/a~/b")
    #expect(OptionText.expandingTilde("./~/a") == "./~/a")
  }

  @Test("is quiet, normal or verbose")
  func verbosity() throws {
    #expect(try job(output).verbosity == .normal)
    #expect(try job(output + ["-v"]).verbosity == .verbose)
    #expect(try job(output + ["-v", "-q"]).verbosity == .quiet)
  }

  @Test("has a background of components from 0 to 1")
  func background() throws {
    let job = try job(output + ["-q", "--background", "-1,2e9,0.5,7"])
    #expect(job.recipe.background == Color(0, 1, 0.5, 1))
  }

  @Test("fails in one line, whatever the words")
  func oneLine() {
    #expect(Failure.usage("two\nlines\r\nand more").message == "two lines and more")
  }
}
