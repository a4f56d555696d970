internal import Foundation

/// The folder that holds all of this.
public enum Repository {
  /// Its path.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
