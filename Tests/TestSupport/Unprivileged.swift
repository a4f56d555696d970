internal import Foundation

/// A user whom permissions bind, as they do not bind root.
public enum Unprivileged {
  private static let changer = "/usr/bin/setpriv"

  /// Whether there is such a user.
  public static let isPossible =
    geteuid() != 0 || FileManager.default.isExecutableFile(atPath: changer)

  /// Runs a program in a folder that this user may use.
  public static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder)
    throws -> Subprocess.Outcome
  {
    guard geteuid() == 0 else {
      return try Subprocess(program, arguments, in: folder.path).outcome()
    }
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", program]
    return try Subprocess(changer, nobody + arguments, in: folder.path).outcome()
  }
}
