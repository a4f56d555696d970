internal import Foundation

/// A user whom permissions bind, as they do not bind root.
public enum Unprivileged {
  private static let changer = "/usr/bin/setpriv"

  /// Whether there is such a user.
  public static let isPossible =
    geteuid() != 0 || FileManager.default.isExecutableFile(atPath: changer)

  /// Runs a program in a folder that this user may use. Root runs each as a user of its own: the
  /// limits of the system count all threads of a user, whoever started them.
  public static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder)
    throws -> Subprocess.Outcome
  {
    guard geteuid() == 0 else {
      return try Subprocess(program, arguments, in: folder.path).outcome()
    }
    let user = Int.random(in: 20_000..<60_000)
    return try Subprocess(
      changer, ["--reuid=\(user)", "--regid=65534", "--clear-groups", program] + arguments,
      in: folder.path
    ).outcome()
  }
}
