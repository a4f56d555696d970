import Foundation
import TestSupport
import TransitionKit
import TransitionSystem

@testable import TransitionCommand

/// Command lines, an argument in each line, up to the plan that they would be.
enum CommandLines {
  /// A folder with two pictures; nothing is written into it.
  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    try? Bitmap(codedWidth: 5, height: 3, blue: 0).write(to: folder.file("a.png"))
    try? Bitmap(codedWidth: 4, height: 7, blue: 1).write(to: folder.file("b.png"))
    return folder
  }()

  @Sendable static func take(_ bytes: [UInt8]) {
    guard let folder else { preconditionFailure("no temporary folder") }
    let arguments = bytes.split(separator: 10, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    do throws(Failure) {
      let settings = try Settings(arguments)
      if settings.source != nil { try settings.$source.set([folder.file("a.png")], as: "-s") }
      try settings.$targets.set(
        settings.targets.map { _ in folder.file("b.png") }, as: "-d")
      let job = try Job(settings)
      // Long sequences take long; that is what they are for.
      if job.plan.chosen.count > 1000 { return }
      try job.outputs.checkFiles(job.plan, inputs: job.show.inputs)
      let opened = try OpenedShow(job)
      for asJSON in [false, true] {
        try PlanReport(opened: opened, hasAlpha: opened.hasAlpha())
          .write(asJSON: asJSON, listsFrames: true) { _ in true }
      }
    } catch {
      precondition(!error.message.contains("\n"))
    }
  }
}
