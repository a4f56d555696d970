import ArgumentParser
import Foundation
import TestSupport
import TransitionKit

@testable import TransitionCommand

/// Command lines, an argument in each line, up to the plan that they would be.
enum Arguments {
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
    do {
      var command = try DoTransition.parse(CanonicalArguments.of(arguments))
      // Long sequences take long; that is what they are for.
      if let count = Int(command.common.count), count > 1000 { return }
      // Pictures are read in the folder only.
      if command.common.sourceimage != nil { command.common.sourceimage = folder.file("a.png") }
      if command.common.targetimage != nil { command.common.targetimage = folder.file("b.png") }
      for key in command.filter.texts.keys where key.kind == .image {
        command.filter.texts[key] = folder.file("b.png")
      }
      let job = try Job(command)
      try job.checkOutputs()
      for asJSON in [false, true] { _ = try PlanReport(job).text(asJSON: asJSON) }
    } catch let failure as Failure {
      precondition(!failure.message.contains("\n"))
    } catch {
      _ = DoTransition.message(for: error)
    }
  }
}
