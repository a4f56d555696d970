internal import Foundation
public import Testing

/// What tests need of the system: without it they are skipped and say why.
extension Trait where Self == ConditionTrait {
  /// Programs that Tests/run.sh installs, or that every system has but for the smallest.
  public static func needs(_ programs: String...) -> Self {
    .enabled(
      if: programs.allSatisfy(Programs.have),
      "needs \(programs.joined(separator: " and ")): Tests/run.sh installs what tests need")
  }

  /// The command line tool of libvips.
  public static var needsVips: Self {
    .enabled(if: VipsTool.path != nil, Comment(rawValue: VipsTool.advice))
  }

  /// A user whom permissions bind.
  public static var needsUnprivileged: Self {
    .enabled(if: Unprivileged.isPossible, "needs setpriv to be another user than root")
  }

  /// A process that may mount file systems of its own, by `unshare -rm`.
  public static var needsMounts: Self {
    .enabled(if: Programs.mayMount, "needs unshare -rm to mount a small disk")
  }

  /// Pictures and texts of others, which are no part of the project and beside which it may lie.
  public static func needs(material: Material) -> Self {
    .enabled(if: material.isThere, "needs \(material.folder), which is no part of the project")
  }

  /// A tool without any sanitizer, or without some of them, for a reason.
  public static func unsanitized(_ reason: Comment, by sanitizers: String...) -> Self {
    let sanitizer = ProcessInfo.processInfo.environment["SANITIZER"]
    let isMeant = sanitizer.map { sanitizers.isEmpty || sanitizers.contains($0) } ?? false
    return .disabled(if: isMeant, reason)
  }
}

/// A folder of material that is no part of the project.
public struct Material: Sendable {
  /// Its path.
  public let folder: String

  /// Whether it is there.
  public var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

  /// What the original printed of its filters.
  public static let original = Material("original")
  /// The transitions of gl-transitions.com, with Mesa's pictures of them.
  public static let collection = Material("gl")

  private init(_ name: String) { folder = "\(Repository.root)/../shared/\(name)" }
}
