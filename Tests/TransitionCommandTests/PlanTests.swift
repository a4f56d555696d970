import Testing

@testable import TransitionCommand

/// Which frames a run makes, and at which times.
@Suite struct PlanTests {
  static func plan(_ arguments: String..., count: String = "30", first: String = "0") throws
    -> Plan
  {
    try plan(arguments + ["--count", count, "--start-number", first])
  }

  private static func plan(_ arguments: [String]) throws -> Plan {
    let settings = try Settings(arguments)
    return try Plan(ofPair: settings)
  }

  @Test func `frames are numbered from the first`() throws {
    let plan = try Self.plan(count: "3", first: "10")
    #expect(plan.frames.map(\.number) == [10, 11, 12])
    #expect(plan.frames.map(\.moment.time) == [0, 0.5, 1])
    #expect(plan.allNumbers == 10...12)
  }

  @Test func `chosen frames have the times of the whole sequence`() throws {
    let whole = try Self.plan("--easing", "bounce-out", first: "5")
    let part = try Self.plan("--easing", "bounce-out", "--frames", "8-30x3,34", first: "5")
    let numbers = [8, 11, 14, 17, 20, 23, 26, 29, 34]
    #expect(part.frames.elementsEqual(whole.frames.filter { numbers.contains($0.number) }))
    #expect(!part.isWhole)
    #expect(whole.isWhole)
  }

  @Test(arguments: [1, 2, 7, 30]) func `shards divide the frames`(_ count: Int) throws {
    for parts in 1...count + 3 {
      var numbers: [Int] = []
      for index in 1...parts {
        let plan = try Self.plan("--shard", "\(index)/\(parts)", count: "\(count)")
        numbers += plan.frames.map(\.number)
        #expect((count / parts...count / parts + 1).contains(plan.chosen.count))
      }
      #expect(numbers == Array(0..<count))
    }
  }

  @Test func `shards divide the chosen frames`() throws {
    let plan = try Self.plan("--frames", "20-", "--shard", "2/2")
    #expect(plan.frames.map(\.number) == [25, 26, 27, 28, 29])
  }

  @Test func `a time stands for the sequence`() throws {
    let plan = try Self.plan("--time", "0.25", "--easing", "quad-in")
    let moment = Timeline.Moment(step: .transition(0), evenTime: 0.25, time: 0.25)
    #expect(plan.frames.elementsEqual([Plan.Frame(number: 0, moment: moment)]))
  }

  @Test func `a time of the show is one of its frames`() throws {
    let plan = try Self.plan("--time", "0.55s", "--hold", "10", first: "100")
    #expect(plan.frames.map(\.number) == [116])
    #expect(plan.isSingle && !plan.isWhole)
    #expect(plan.frames.map(\.moment) == [plan.timeline.moment(of: 16)])
    #expect(throws: Failure.self) { try Self.plan("--time", "1s") }
  }

  @Test func `one frame that is chosen needs no number in its name`() throws {
    #expect(try Self.plan("--frames", "7").isSingle)
    #expect(try !Self.plan("--frames", "7,8").isSingle)
    #expect(try !Self.plan("--shard", "1/30").isSingle)
  }

  @Test(arguments: [
    ["--shard", "0/2"],
    ["--shard", "3/2"], ["--shard", "1"], ["--shard", "1/0"], ["--shard", "a/b"],
    ["--frames", "30"], ["--time", "1.1"], ["--time", "nan"], ["--time", "0", "--frames", "0"],
    ["--endpoints", "middle"], ["--easing", "wobble"],
  ])
  func `refuses what makes no sequence`(_ arguments: [String]) throws {
    let failure = #expect(throws: Failure.self) { try Self.plan(arguments) }
    #expect(failure?.status == .usage)
  }

  @Test(arguments: ["0", "-3", "2.5", "", "99999999999", "1e3"])
  func `refuses other counts`(_ count: String) {
    #expect(throws: Failure.self) { try Self.plan(count: count) }
    #expect(throws: Failure.self) { try Self.plan(first: count == "0" ? "-1" : count) }
  }

  @Test func `suggests an easing`() {
    let failure = #expect(throws: Failure.self) { try Self.plan("--easing", "ease-inout") }
    #expect(failure?.message.contains("did you mean 'ease-in-out'?") == true)
  }
}
