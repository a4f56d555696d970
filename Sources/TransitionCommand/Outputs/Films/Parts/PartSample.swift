internal import TransitionImages
internal import TransitionKit
internal import TransitionSystem

/// What the local ffmpeg and its encoder are: its own words, and a checksum of a few frames that it
/// encodes as it would a part. Libraries of other versions, or for other processors, make other
/// bytes, and ffmpeg does not name those of encoders.
struct PartSample {
  let text: String

  init(
    of film: Film, _ encoder: FilmEncoder, _ rawFormat: RawFormat, hasAlpha: Bool,
    in container: Film.Container
  ) throws(Failure) {
    let version = try FFmpeg.version(for: .encoding)
    let size = Size(width: 64, height: 64)
    let count = rawFormat.byteCount(size)
    var sum = ""
    try AtomicFile.make("a sample of the film", at: "/dev/null") { hidden throws(Failure) in
      let program = try FFmpeg.encoding(
        film.arguments(
          encoder, rawFormat, nil, size: size, hasAlpha: hasAlpha, asPart: container, to: hidden),
        otherInputs: 0)
      for frame in 0..<4 {
        // Samples of one byte or two, all of which any depth has.
        let bytes = (0..<count).map { index in
          index % 2 == 0 ? UInt8(truncatingIfNeeded: (index / 2 + frame * 5) % 251) : 0
        }
        guard try Failure.from(file: program.write(bytes)) else { break }
      }
      program.closeInput()
      let ending = program.wait()
      guard ending.status == 0 else {
        _ = try film.encoding.localEncoder(hasAlpha: hasAlpha, size: size)
        throw FilmWriter.failure(ending, film.encoding.options)
      }
      sum = Fingerprint(hidden)?.digits ?? ""
    }
    text = version + sum
  }
}
