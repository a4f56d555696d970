internal import TransitionSystem

/// A file of music, or a part of it, as it is asked for: `song.mp3:from=42s:to=2:10`.
struct Song: Sendable, Hashable {
  let path: Path
  var from, to: FilmTime?

  /// Reads a word, whose path is relative to the word's folder.
  init(_ word: Word) throws(Failure) {
    let divided = DividedWord(word.text) {
      FileStatus(Path(expandingTilde: $0).resolved(in: word.folder)) != nil
    }
    guard !divided.name.isEmpty else {
      throw .usage("--music: the path is empty", at: word.position)
    }
    path = word.with(divided.name).path
    try divided.read(at: word.position) { name, text, label throws(Failure) in
      guard ["from", "to"].contains(name) else {
        throw .usage(
          "--music: \(label)=\(text): a song has from and to, and --music-volume is how loud all "
            + "are")
      }
      let time = try ValueReader.filmTime.read(text, label)
      if name == "from" { from = time } else { to = time }
    }
  }

  /// The song as `--music` takes it.
  var written: Path {
    path + Path((from.map { ":from=\($0.text)" } ?? "") + (to.map { ":to=\($0.text)" } ?? ""))
  }

  /// The part that is heard of a file of some length, in millionths of a second; `nil` for all of
  /// it.
  func part(of duration: Int?) throws(Failure) -> Range<Int>? {
    guard from != nil || to != nil else { return nil }
    let start = from?.micro ?? 0
    let end = min(to?.micro ?? duration ?? .max, duration ?? .max)
    guard start < duration ?? .max else {
      throw .usage(
        "--music: \(written) begins after the end, which is at "
          + FilmTime(micro: duration ?? 0).text)
    }
    guard start < end, end < .max else {
      throw .usage(
        end == .max
          ? "--music: \(path) does not tell its length: give its :to=, too"
          : "--music: \(written): nothing lies between its ends")
    }
    guard end - start >= 1_000_000 else {
      throw .usage("--music: \(written) is shorter than a second")
    }
    return start..<end
  }
}

extension ValueReader<Song> {
  static var song: ValueReader {
    ValueReader(
      placeholder: "FILE", completion: .file,
      read: { text, _ throws(Failure) in try Song(Word(text: text)) },
      text: \.written.description)
  }
}
