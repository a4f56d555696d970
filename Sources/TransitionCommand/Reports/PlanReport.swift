internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// The plan of a job: its pictures and steps with their frames, and all that decides them.
struct PlanReport {
  let opened: OpenedShow
  /// Whether frames have alpha where their output holds it.
  let hasAlpha: Bool
  /// Sentences about what the job loses or does not use.
  var remarks: [String] = []

  var job: Job { opened.job }
  var canvas: Canvas { opened.canvas }
  /// The size of the frames in the output: films lose a last odd row or column.
  var madeSize: Size { job.outputs.main.size(of: opened.size) }

  /// Writes the report, a part at a time for as long as somebody reads: that of a plan with
  /// millions of frames takes no more memory than any other.
  /// `output` writes some bytes of it, and tells whether its reader is still there.
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

  /// The pictures and the transitions in the order in which they are shown, each with the numbers
  /// of its first and last frame; `nil` for cuts and for steps of a single time, which have none.
  var rows: [(step: Timeline.Step, numbers: ClosedRange<Int>?)] {
    let plan = job.plan
    if plan.onlyTime != nil {
      return [.picture(0), .transition(0), .picture(1)].map { ($0, nil) }
    }
    let first = plan.allNumbers.lowerBound
    return plan.timeline.parts.flatMap { part in
      let row: (Timeline.Step, ClosedRange<Int>?) = (
        part.step, first + part.frames.lowerBound...first + part.frames.upperBound - 1
      )
      guard case .picture(let number) = part.step, number < job.show.steps.count,
        job.show.steps[number].passage.isCut
      else { return [row] }
      return plan.timeline.isReversed
        ? [(.transition(number), nil), row] : [row, (.transition(number), nil)]
    }
  }

  /// The parameters of a step's transition as they will be used: their values as options take them,
  /// and what is known of them, in words what an unset one means.
  func parameters(
    of step: Int
  ) -> [(parameter: ParameterDescription, text: String?, json: JSON)] {
    let frame = canvas.bounds
    let transition = job.show.transitions[job.show.steps[step].transition]
    return transition.filter.parameters.map { parameter in
      let path = transition.picture(of: parameter)?.name
      let value = transition.value(of: parameter, in: frame) ?? parameter.unsetValue(in: frame)
      let isGiven = transition.source(of: parameter) != nil
      let written = path?.description ?? (isGiven ? transition.writtenText(of: parameter) : nil)
      var members: [(String, JSON)] = []
      if let value = path.map({ JSON.string($0) }) ?? value?.json {
        members.append(("value", value))
      }
      members.append(("unit", .string(parameter.unit.rawValue)))
      if let written {
        members.append(("given", .string(written)))
      } else if let unset = parameter.unset {
        members.append(("unset", .string(unset.text)))
      }
      return (parameter, path?.description ?? value?.text, .object(members))
    }
  }

  var frameProperties: [(name: String, value: JSON)] {
    let show = job.show
    let space = show.workingSpace ?? show.filters.first?.workingSpace ?? .linear
    return [
      ("fit", .string(canvas.fit.rawValue)),
      ("background", .string(show.matte.text)),
      ("working-space", .string(space.rawValue)),
    ]
  }

  /// The settings that decide something of a frame, but for those of ``frameProperties``.
  var decisions: [Job.Decision] {
    let known = Set(frameProperties.map(\.name) + ["size"])
    return job.decisions.filter { !known.contains($0.name) }
  }

  var outputProperties: [(name: String, value: JSON)] {
    let film = job.outputs.film
    let sound = film.flatMap { job.soundtrack?.properties($0) } ?? []
    let properties = job.outputs.all.flatMap { $0.properties(hasAlpha: hasAlpha) } + sound
    let rate = ("fps", JSON.string(job.plan.rate.text))
    let subtitles =
      job.subtitles.map { [("subtitles", JSON.string($0.file.path.description))] } ?? []
    return properties + subtitles + (properties.contains { $0.name == "fps" } ? [] : [rate])
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
