internal import Foundation
public import Testing

/// Locales with a decimal comma and with a dotless i, made for the tests: few machines have them.
public enum TestLocales {
  public static let names = ["de_DE.UTF-8", "tr_TR.UTF-8"]

  /// A test runs where they can be made.
  public static let areThere: any TestTrait & SuiteTrait = ConditionTrait.enabled(
    if: folder != nil, "needs localedef and the sources of de_DE and tr_TR")

  /// The variables that choose one of them.
  public static func environment(_ name: String) -> [String: String] {
    ["LC_ALL": name, "LOCPATH": folder?.path ?? ""]
  }

  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    let runs = names.map { name in
      let arguments = ["localedef", "-i", String(name.prefix(5)), "-f", "UTF-8", folder.file(name)]
      return try? Subprocess("/usr/bin/env", arguments, in: folder.path)
    }
    return runs.allSatisfy { (try? $0?.outcome().status) == 0 } ? folder : nil
  }()
}
