import TestSupport
import Testing
import TransitionImages
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Command lines that are checked before any file is opened.
@Suite struct JobTests {
  private func job(_ arguments: [String]) throws -> Job {
    try Job(
      Settings(["--transitionfilter", "CISwipeTransition", "-s", "A", "-d", "B"] + arguments))
  }

  private let output = ["-o", "out", "-b", "f"]

  @Test func `has the original's defaults`() throws {
    let job = try job(output)
    #expect(job.show.transitions.map(\.filter.name) == ["CISwipeTransition"])
    #expect(job.plan.chosen.count == 30)
    #expect(job.files?.type.suffix == ".tiff")
    #expect(job.files?.pattern.path(0) == "out/f000.tiff")
    #expect(job.show.workingSpace == nil)
    #expect(job.show.background == nil)
    #expect(job.files?.encoding.quality == 90)
    #expect(job.show.fit == nil && job.show.size == nil)
    #expect(job.show.transitions.allSatisfy { $0.values.isEmpty && $0.images.isEmpty })
    #expect(job.jobs >= 1)
  }

  @Test(arguments: Transitions.all)
  func `takes an option for every declared parameter`(filter: Filter) throws {
    var generator = SplitMix64(seed: 3)
    let values = filter.randomValues(.ordinary, using: &generator)
    for separator in [" ", "="] {
      let options = values.flatMap { parameter, value -> [String] in
        let text = value.text ?? "-picture.png"
        if case .flag(let flag) = value {
          let name = parameter.option
          return flag ? ["--\(name)"] : ["--set", "\(name)=false"]
        }
        return separator == "="
          ? ["--\(parameter.option)=\(text)"] : ["--\(parameter.option)", text]
      }
      let settings = try Settings(
        ["--transitionfilter", filter.name, "-s", "A", "-d", "B"] + output + options)
      let transition = try Job(settings).show.transitions[0]
      for (parameter, value) in values {
        let name = parameter.name
        if case .image = value {
          let picture = transition.images.first { $0.parameter.name == name }?.picture
          #expect(picture?.source.file == "-picture.png")
        } else {
          let used = transition.values.first { $0.parameter.name == name }?.text.value(in: .zero)
          #expect(used?.text == value.text, "\(name)")
        }
      }
      #expect(transition.values.count + transition.images.count == values.count)
    }
  }

  @Test func `has frames at times from 0 to 1`() throws {
    let frames = Array(try job(output + ["-c", "5"]).plan.frames)
    #expect(frames.map(\.number) == [0, 1, 2, 3, 4])
    #expect(frames.map(\.moment.time) == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test func `--time makes one frame`() throws {
    let job = try job(["--time", "0.375", "--output", "x/one.jpg"])
    #expect(job.plan.frames.map(\.moment.time) == [0.375])
    #expect(job.files?.pattern.path(0) == "x/one.jpg")
    #expect(job.files?.type.suffix == ".jpg")
  }

  @Test func `keeps paths, but for the sign of the home folder`() throws {
    let job = try job(["-o", "~x/%d", "-b", "100%"])
    #expect(job.files?.pattern.path(1) == "~x/%d/100%001.tiff")
    let home = Path(expandingTilde: "~")
    #expect(Path(expandingTilde: "~/a~/b") == home + "/a~/b")
    #expect(Path(expandingTilde: "./~/a") == "./~/a")
  }

  @Test func `is quiet, normal or verbose`() throws {
    #expect(try job(output).verbosity == .normal)
    #expect(try job(output + ["-v"]).verbosity == .verbose)
    #expect(try job(output + ["-v", "-q"]).verbosity == .quiet)
  }

  @Test func `has a background of components from 0 to 1`() throws {
    let job = try job(output + ["-q", "--background", "-1,2e9,0.5,7"])
    #expect(job.show.background == Color(0, 1, 0.5, 1))
  }

  @Test func `fails in one line, whatever the words`() {
    #expect(Failure.usage("two\nlines\r\nand more").message == "two lines and more")
  }
}
