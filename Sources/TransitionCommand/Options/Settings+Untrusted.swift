internal import TransitionSystem

/// The rules of `--untrusted`, under which pictures and the values of options come from strangers:
/// nothing but pictures of types whose decoders are safe is opened, and none has more pixels than
/// memory holds.
extension Settings {
  /// The most pixels of a picture of a stranger, unless `--max-pixels` says otherwise.
  static let mostUntrustedPixels = 50_000_000

  /// The most pixels that a picture may have; `nil` if there is no limit.
  var pixelLimit: Int? {
    if isUntrusted, !$maxPixels.isGiven { return Self.mostUntrustedPixels }
    return maxPixels == 0 ? nil : maxPixels
  }

  /// Refuses options that open other files, or lift what protects.
  func checkTrust() throws(Failure) {
    guard isUntrusted else { return }
    let refused: [(setting: any AnySetting, reason: String)] = [
      ($allowsAnyType, "it reads types that are less safe"),
      ($music, "ffmpeg would open it"),
      ($saveOptions, "they can name files"),
      ($watches, "it goes on for ever"),
      (words.$fontFile, "its reader takes any file for what it says"),
    ]
    for (setting, reason) in refused where setting.isGiven {
      throw .usage("\(setting.definition.label) is refused by --untrusted: \(reason)")
    }
    if maxPixels == 0 {
      throw .usage("--max-pixels 0 is refused by --untrusted: it lifts the limit")
    }
    for name in [filterProperties, filterHelp] { try checkTrust(transition: name ?? "") }
  }

  /// Refuses the path of a shader; those in the folders of `DOTRANSITION_PATH` have names.
  func checkTrust(transition name: String) throws(Failure) {
    guard isUntrusted, Filters.isPath(name) else { return }
    throw .usage(
      "\(name): a shader's path is refused by --untrusted: put the file into a folder of "
        + "DOTRANSITION_PATH, and name it without .glsl")
  }

  func checkTrust(film: Path) throws(Failure) {
    guard isUntrusted else { return }
    throw Failure(.badInput, "a film is refused by --untrusted: \(film): ffmpeg would open it")
  }
}
