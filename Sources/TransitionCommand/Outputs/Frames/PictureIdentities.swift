internal import TransitionKit
internal import TransitionSystem

/// Texts that tell the pictures of a job from others: of files, by their contents.
struct PictureIdentities: Sendable {
  private var texts: [GivenPicture: String] = [:]

  /// Reads all pictures; `nil` if one is not an ordinary file, which cannot be read twice.
  init?(_ job: Job) {
    let pictures = job.render.allPictures
    let found = Threads.results(of: pictures.count, atOnce: job.jobs) { pictures[$0].identity }
    for (picture, text) in zip(pictures, found) {
      guard let text else { return nil }
      texts[picture] = text
    }
  }

  /// The text of one of the job's pictures.
  subscript(_ picture: GivenPicture) -> String { texts[picture] ?? "" }
}

extension GivenPicture {
  /// The text that tells the picture from others; `nil` if its file cannot be read more than once.
  fileprivate var identity: String? {
    color.map { "color \(ParameterValue.color($0).text ?? "")" } ?? Fingerprint(name)?.text
  }
}
