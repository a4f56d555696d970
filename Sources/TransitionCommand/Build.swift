internal import TransitionImages
internal import TransitionLocks

/// The build of the tool, part of what frames depend on.
enum Build {
  /// The generation of frames: one more whenever some command line makes other bytes than before,
  /// so that frames of two are not taken for one render.
  static let generation = 43

  private static let knownRevision = Monitor("")

  /// The revision of the sources, as Git names it; empty if it was not known when they were built.
  static var revision: String {
    get { knownRevision.withLock(\.self) }
    set { knownRevision.withLock { $0 = newValue } }
  }

  /// The version, and the revision if it is known: `1.0 24051fb5a1b2`.
  static var name: String { Tool.version + (revision.isEmpty ? "" : " " + revision) }

  /// What its frames depend on.
  static var versions: [String] { ["\(name), frames \(generation)", VipsLibrary.version] }
}
