internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The plan of a job for people and programs: its pictures and steps with their frames, and all
/// that decides them.
struct PlanReport {
  private let opened: OpenedShow
  /// Whether frames have alpha where their output holds it.
  private let hasAlpha: Bool
  /// Sentences about what the job loses or does not use.
  let remarks: [String]
  /// Those of them that the pictures' headers tell.
  let newRemarks: [String]

  /// The report of a job that makes its frames.
  init(_ opened: OpenedShow, hasAlpha: Bool) {
    (self.opened, self.hasAlpha) = (opened, hasAlpha)
    (remarks, newRemarks) = ([], [])
  }

  /// The report of a job that makes none, after some remarks.
  init(_ opened: OpenedShow, remarks: [String]) throws(Failure) {
    self.opened = opened
    hasAlpha = try opened.hasAlpha()
    newRemarks =
      Remarks.ofFrames(opened, hasAlpha: hasAlpha)
      + opened.job.show.remarks(in: opened.canvas.bounds)
    self.remarks = remarks + newRemarks
  }

  var job: Job { opened.job }
  var canvas: Canvas { opened.canvas }
  /// The size of each picture, as its file has it; `nil` for colors.
  var sizes: [Size?] { opened.pictures.map(\.size) }

  /// The size of the frames.
  var frameSize: Size { opened.size }

  /// Their size in the output: films lose a last odd row or column.
  var madeSize: Size { job.outputs.main.size(of: frameSize) }

  /// Writes the report, a part at a time for as long as somebody reads: that of a plan with
  /// millions of frames takes no more memory than any other.
  ///
  /// - Parameters:
  ///   - asJSON: whether it is for programs.
  ///   - listsFrames: whether each frame is in it.
  ///   - output: takes some bytes of it, and tells whether its reader is still there.
  /// - Throws: what `output` throws.
  func write(
    asJSON: Bool, listsFrames: Bool, to output: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    let (start, end) =
      asJSON ? json : (table + "\n" + (listsFrames ? "\n" + titleOfFrames : ""), "")
    var part = start
    if listsFrames {
      let leftOut = job.outputs.main.leftOut
      for frame in job.plan.frames where !leftOut.contains(frame.number) {
        part += asJSON ? json(of: frame) : line(of: frame)
        guard part.utf8.count > 1 << 16 else { continue }
        guard try output(Array(part.utf8)) else { return }
        part = ""
      }
    }
    _ = try output(Array((part + end).utf8))
  }

  /// A step of the show with its first and last frame.
  struct Row {
    let step: Timeline.Step
    /// The numbers of its frames; `nil` for steps of a single time, which have none.
    let numbers: ClosedRange<Int>?
  }

  /// The pictures and the transitions in the order in which they are shown.
  var rows: [Row] {
    let plan = job.plan
    if plan.onlyTime != nil {
      return [.picture(0), .transition(0), .picture(1)].map { Row(step: $0, numbers: nil) }
    }
    let first = plan.allNumbers.lowerBound
    return plan.timeline.parts.map { part in
      Row(
        step: part.step,
        numbers: first + part.frames.lowerBound...first + part.frames.upperBound - 1)
    }
  }

  /// A parameter as it will be used: its value, or in words what an unset one means.
  struct Parameter {
    let parameter: ParameterDescription
    let value: ParameterValue?
    /// The picture's path, or its color as it is written.
    let path: Path?
    /// As it is written, if it is given.
    let given: String?

    /// The value as the option takes it.
    var text: String? { path?.description ?? value?.text }
  }

  /// The parameters of a step's transition.
  func parameters(of step: Int) -> [Parameter] {
    let frame = canvas.bounds
    let transition = job.show.transitions[job.show.steps[step].transition]
    return transition.filter.parameters.map { parameter in
      let path = transition.images.first { $0.parameter.name == parameter.name }?.picture.name
      return Parameter(
        parameter: parameter,
        value: transition.value(of: parameter, in: frame) ?? parameter.unsetValue(in: frame),
        path: path, given: path?.description ?? transition.assignedText(of: parameter))
    }
  }

  /// The frame, as facts.
  var frameFacts: [(name: String, value: JSON)] {
    let show = job.show
    return [
      ("fit", .string(canvas.fit.rawValue)),
      ("background", .string(ParameterValue.color(show.matte).text ?? "")),
      (
        "working-space",
        .string((show.workingSpace ?? show.filters.first?.workingSpace ?? .linear).rawValue)
      ),
    ]
  }

  /// The settings that decide something of a frame, but for those of ``frameFacts``.
  var decisions: [Job.Decision] {
    let known = Set(frameFacts.map(\.name) + ["size"])
    return job.decisions.filter { !known.contains($0.name) }
  }

  /// The outputs, as facts.
  var outputFacts: [(name: String, value: JSON)] {
    let film = job.outputs.main as? Film
    let sound = film.flatMap { job.soundtrack?.facts($0) } ?? []
    let facts = job.outputs.all.flatMap { $0.facts(hasAlpha: hasAlpha) } + sound
    let rate = ("fps", JSON.string(job.plan.rate.text))
    return facts + (facts.contains { $0.name == "fps" } ? [] : [rate])
      + [("jobs", .number(job.jobs))]
  }
}

extension ParameterDescription {
  /// The value that an unset parameter comes to in a frame, if one value can say it.
  fileprivate func unsetValue(in frame: Rect) -> ParameterValue? {
    switch unset {
    case .middleOfFrame: .point(frame.center)
    case .wholeFrame: .rectangle(frame)
    default: nil
    }
  }
}
