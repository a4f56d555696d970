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

  /// The checksums as 16 digits.
  var digits: String { cyclic.value.hexadecimal + sums.value.hexadecimal }

  private mutating func add(_ bytes: Span<UInt8>) {
    cyclic.update(bytes)
    sums.update(bytes)
  }

  init(_ bytes: [UInt8]) { add(bytes.span) }

  /// That of a small file, or of some places of a large one, which with its size and its time tell
  /// it from others: films and sequences may have more bytes than there is time to read.
  ///
  /// - Returns: `nil` if the file cannot be read.
  init?(sampling path: Path) {
    let (places, length) = (Int64(16), 1 << 16)
    guard let status = FileStatus(path), status.kind == .file else { return nil }
    let size = Int64(status.size)
    if size <= places * Int64(length) {
      self.init(path)
      return
    }
    let parts = try? File.read("picture", at: path) { file throws(FileError) in
      try (0..<places).map { place throws(FileError) in
        // The first one begins where the file does, and the last one ends with it.
        try file.seek(to: (size - Int64(length)) * place / (places - 1))
        return try file.read(atMost: length)
      }
    }
    guard let parts else { return nil }
    self.init(parts.flatMap(\.self))
  }

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
