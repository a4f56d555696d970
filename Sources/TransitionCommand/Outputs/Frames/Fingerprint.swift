internal import TransitionImages
internal import TransitionSystem

/// Two checksums and the size of a file, which tell its content from others.
struct Fingerprint {
  private var cyclic = CRC32()
  private var sums = Adler32()

  var text: String {
    let (cyclic, sums) = (String(cyclic.value, radix: 16), String(sums.value, radix: 16))
    return "crc32 \(cyclic), adler32 \(sums), \(self.sums.count) bytes"
  }

  private mutating func add(_ bytes: Span<UInt8>) {
    cyclic.update(bytes)
    sums.update(bytes)
  }

  init(_ bytes: [UInt8]) { add(bytes.span) }

  /// - Returns: `nil` if the file cannot be read, or not more than once, or is too large.
  init?(_ path: Path) {
    guard let status = FileStatus(path), status.kind == .file,
      // One that will be refused may take minutes to read.
      status.size <= ImageFile.mostBytes ?? .max
    else { return nil }
    let isRead: Void? = try? File.read("picture", at: path) { file throws(FileError) in
      try file.forEachPart { add($0.span) }
    }
    if isRead == nil { return nil }
  }
}
