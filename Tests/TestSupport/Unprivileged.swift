internal import Foundation

/// The tool as a user whom permissions bind, as they do not bind root.
public enum Unprivileged {
  private static let changer = "/usr/bin/setpriv"

  /// Whether there is such a user.
  public static let isPossible =
    geteuid() != 0 || FileManager.default.isExecutableFile(atPath: changer)

  /// Runs the tool in a folder that this user may use.
  public static func run(_ arguments: [String], in folder: TemporaryFolder) throws
    -> Subprocess.Outcome
  {
    guard geteuid() == 0 else { return try BuiltTool.run(arguments, in: folder) }
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltTool.path]
    return try Subprocess(changer, nobody + arguments, in: folder.path).outcome()
  }
}
