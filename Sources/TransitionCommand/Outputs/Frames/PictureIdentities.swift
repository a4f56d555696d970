internal import TransitionSystem

/// What tells the pictures of a job from others.
struct PictureIdentities: Sendable {
  private var identities: [GivenPicture: SourceIdentity] = [:]

  /// Looks at all pictures; `nil` if one is not an ordinary file, which cannot be read twice.
  init?(_ job: Job) {
    let pictures = job.show.allPictures
    let found = Threads.results(of: pictures.count, atOnce: job.jobs) {
      pictures[$0].source.identity
    }
    for (picture, identity) in zip(pictures, found) {
      guard let identity else { return nil }
      identities[picture] = identity
    }
  }

  /// What all frames of one of the job's pictures share.
  subscript(_ picture: GivenPicture) -> String { identities[picture]?.text ?? "" }

  /// What a frame of a picture has alone; `nil` if all are the same.
  func text(ofFrame frame: Int, of picture: GivenPicture) -> String? {
    identities[picture]?.ofFrame?(frame)
  }
}
