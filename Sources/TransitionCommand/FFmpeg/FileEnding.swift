internal import TransitionSystem

/// The end of a file of media, as its bytes tell it: ffmpeg does not check it.
enum FileEnding {
  /// A sentence about a WAVE or an Ogg file that is cut off; `nil` for whole ones, for those of
  /// other types, and for those that cannot be read.
  static func remark(on path: Path) -> String? {
    let reason = try? File.read("film", at: path) { file throws(FileError) -> String? in
      guard let size = file.size else { return nil }
      let header = try file.read(atMost: 12)
      if header.starts(with: "RIFF".utf8), header.dropFirst(8).elementsEqual("WAVE".utf8) {
        let promised = 8 + (4..<8).reduce(0) { $0 | Int64(header[$1]) << (8 * ($1 - 4)) }
        // Some writers count a header twice, and those of pipes promise the most that they can.
        let isCut = promised > size + 4096 && promised < 0x7FFF_0000
        return isCut ? "is cut off: it has \(size) bytes of \(promised)" : nil
      }
      let mark = Array("OggS".utf8)
      guard header.starts(with: mark) else { return nil }
      try file.seek(to: max(0, size - longestPage))
      let tail = try file.read(atMost: Int(longestPage))
      let last = tail.indices.last(where: {
        tail[$0...].starts(with: mark) && $0 + 5 < tail.count
      })
      if let last, tail[last + 5] & endOfStream != 0 { return nil }
      return "may be cut off: it lacks the mark of an end"
    }
    return reason.map { "\(path) \($0)" }
  }

  /// The most bytes of a page of Ogg.
  private static let longestPage: Int64 = 65_307
  /// The flag in the sixth byte of the last page of a stream of Ogg.
  private static let endOfStream: UInt8 = 4
}
