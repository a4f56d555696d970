import Foundation
import TestSupport
import TransitionSystem

@testable import TransitionCommand

/// Lists of pictures, up to the list that is printed of them, which is the same show.
enum ListTexts {
  private static let folder = try? TemporaryFolder()

  @Sendable static func take(_ bytes: [UInt8]) {
    guard let folder else { preconditionFailure("no temporary folder") }
    do throws(Failure) {
      guard let printed = try printed(bytes, in: folder) else { return }
      let again = try reprinted(printed, in: folder)
      precondition(again == printed, String(decoding: printed, as: UTF8.self))
    } catch {
      precondition(!error.message.contains("\n"))
    }
  }

  /// The printed list of a list; `nil` if that cannot be written.
  private static func printed(
    _ bytes: [UInt8], in folder: TemporaryFolder
  ) throws(Failure) -> [UInt8]? {
    let path = folder.file("fuzzed.list")
    guard (try? Data(bytes).write(to: URL(fileURLWithPath: path))) != nil else { return nil }
    let settings = try Settings(["@" + path, "-q"])
    return PrintedList(settings, try Show(settings)).bytes
  }

  /// The same of a printed list, which nothing is wrong with.
  private static func reprinted(
    _ bytes: [UInt8], in folder: TemporaryFolder
  ) throws(Failure) -> [UInt8]? {
    do throws(Failure) {
      return try printed(bytes, in: folder)
    } catch { preconditionFailure("\(error): \(String(decoding: bytes, as: UTF8.self))") }
  }
}
